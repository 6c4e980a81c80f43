import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { merchantKeys, openSealed, seal, webhookSecretPlace } from '#server/kit/secrets/vault.ts'
import { newWebhookSecret } from '#server/kit/outbound/webhook-signature.ts'
import { lockMerchant } from './queries.ts'

/**
 * The present signing secrets, `whsec_…`, newest first: one, or more while one is being replaced. Makes the first when
 * there is none. Guarantee: concurrent callers get the same first secret. Index: webhook_secrets_newest.
 */
export async function signingSecrets(ctx: Ctx): Promise<string[]> {
  const found = await readSecrets(ctx)
  if (found.length > 0) return found
  const made = await insertSecret(ctx)
  return made === undefined ? readSecrets(ctx) : [made]
}

/** Makes a new secret, which is shown only now; earlier ones sign beside it for {@link limits.webhookSecretOverlapHours}. */
export async function resetSecret(ctx: Ctx): Promise<{ secret: string; previousValidUntil: Date }> {
  await lockMerchant(ctx)
  const previousValidUntil = new Date(ctx.now.getTime() + limits.webhookSecretOverlapHours * 3_600_000)
  const replace = async () => {
    await ctx.own
      .update('webhook_secrets')
      .set({ expires_at: previousValidUntil })
      .where('expires_at', 'is', null)
      .execute()
    return insertSecret(ctx)
  }
  // The second try is for a delivery that has made the merchant's first secret concurrently.
  const secret = (await replace()) ?? (await replace())
  if (secret === undefined) throw new Error('no secret could be made')
  return { secret, previousValidUntil }
}

/** The secrets that have not expired, newest first. Index: primary key. */
export async function readSecrets(ctx: Ctx): Promise<string[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.own
    .select('webhook_secrets')
    .select(['secret_id', 'secret_sealed'])
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
/** All secrets of this environment, good or not, newest first, at most twenty. Index: primary key. */
export async function everySecret(ctx: Ctx): Promise<{ secret: string; good: boolean }[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.own
    .select('webhook_secrets')
    .select(['secret_id', 'secret_sealed', 'expires_at'])
    .orderBy('secret_id', 'desc')
    .limit(20)
    .execute()
  if (rows.length === 0) return []
  const keys = await merchantKeys(ctx)
  return rows.map((row) => ({
    secret: openSealed(keys, row.secret_sealed, webhookSecretPlace(merchantId, environment, row.secret_id)),
    good: row.expires_at === null || row.expires_at > ctx.now,
  }))
}
/** All signatures are in one header, and receivers limit the length of headers. */
const secretsMost = 10

/** Inserts a secret; undefined when there is one that has not been replaced. */
async function insertSecret(ctx: Ctx): Promise<string | undefined> {
  const { merchantId, environment } = ctx.owner
  const secret = newWebhookSecret()
  const secretId = newId()
  const place = webhookSecretPlace(merchantId, environment, secretId)
  const inserted = await ctx.own
    .insert('webhook_secrets', {
      secret_id: secretId,
      secret_sealed: seal(await merchantKeys(ctx), secret, place),
      created_at: ctx.now,
      expires_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('secret_id')
    .executeTakeFirst()
  return inserted && secret
}
