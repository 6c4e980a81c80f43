import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'
import { merchantKeys, openSealed, seal, webhookSecretPlace } from '#server/kit/vault.ts'
import { newWebhookSecret } from '#server/kit/webhook-signature.ts'
import { lockMerchant } from './queries.ts'

/**
 * The secrets that sign now, `whsec_…`, newest first: one, or more while one is being replaced. Makes the first when
 * there is none; the caller must then hold no webhook's lock.
 */
export async function signingSecrets(ctx: Ctx): Promise<[string, ...string[]]> {
  const [newest, ...others] = await readSecrets(ctx)
  return newest === undefined ? [await makeFirstSecret(ctx)] : [newest, ...others]
}

/** Makes the first secret unless there is one. Guarantee: of many at once, all get the same. */
async function makeFirstSecret(ctx: Ctx): Promise<string> {
  await lockMerchant(ctx)
  const [made] = await readSecrets(ctx)
  return made ?? insertSecret(ctx)
}

/** A new secret, to be shown this once; those before it sign along for {@link limits.webhookSecretOverlapHours}. */
export async function resetSecret(ctx: Ctx): Promise<{ secret: string; previousValidUntil: Date }> {
  await lockMerchant(ctx)
  const previousValidUntil = new Date(ctx.now.getTime() + limits.webhookSecretOverlapHours * 3_600_000)
  await ctx.db
    .updateTable('webhook_secrets')
    .set({ expires_at: previousValidUntil })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('expires_at', 'is', null)
    .execute()
  return { secret: await insertSecret(ctx), previousValidUntil }
}

/** Those that have not expired, newest first. Index: primary key. */
export async function readSecrets(ctx: Ctx): Promise<string[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.db
    .selectFrom('webhook_secrets')
    .select(['secret_id', 'secret_sealed'])
    .where('merchant_id', '=', merchantId)
    .where('environment', '=', environment)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', ctx.now)]))
    .orderBy('expires_at', (order) => order.desc().nullsFirst())
    .orderBy('secret_id', 'desc')
    .limit(secretsMost)
    .execute()
  if (rows.length === 0) return []
  const keys = await merchantKeys(ctx)
  return rows.map((row) =>
    openSealed(keys, row.secret_sealed, webhookSecretPlace(merchantId, environment, row.secret_id)),
  )
}
/** Signatures travel in one header, which receivers take only so long. */
const secretsMost = 10

async function insertSecret(ctx: Ctx): Promise<string> {
  const { merchantId, environment } = ctx.owner
  const secret = newWebhookSecret()
  const secretId = newId()
  const place = webhookSecretPlace(merchantId, environment, secretId)
  await ctx.db
    .insertInto('webhook_secrets')
    .values({
      merchant_id: merchantId,
      environment,
      secret_id: secretId,
      secret_sealed: seal(await merchantKeys(ctx), secret, place),
      created_at: ctx.now,
      expires_at: null,
    })
    .execute()
  return secret
}
