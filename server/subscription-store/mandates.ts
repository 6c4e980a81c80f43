import { sql, type Selectable, type Updateable } from 'kysely'
import { mandateStates } from '#contract/subscription-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import { merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import type { MandateFacts } from '#server/providers/mandates.ts'

/** The columns of a mandate that may be read freely: all but the sealed token and the card's. */
const columns = [
  'mandate_ref', 'order_ref', 'state', 'channel_key', 'method', 'method_sub_type', 'provider_key', 'provider_ref', 'method_details',
  'masked', 'brand', 'expires_at', 'consent', 'language', 'consent_version', 'ip_address', 'user_agent', 'agreed_at', 'asked_at',
  'activated_at', 'ended_at', 'end_reason', 'revocation', 'updated_at',
] as const // prettier-ignore
/** A mandate as its row has it, without its secrets. Who changes one has locked its subscription. */
export type MandateRow = Pick<Selectable<Tables['mandates']>, (typeof columns)[number]>

/** A mandate; undefined when absent or not the owner's. Index: primary key. */
export async function findMandate(ctx: Ctx, mandateRef: string): Promise<MandateRow | undefined> {
  const [row] = (await ctx.db.executeQuery(byRef({ ...ctx.owner, mandateRef }))).rows
  return row
}
const byRef = statement((given: Places<Owner & { mandateRef: string }>) =>
  ownRows(build, given).select('mandates').select(columns).where('mandate_ref', '=', given.mandateRef),
)
/** A mandate by the key of its set-up at the provider. Index: mandates_by_key. */
export const findMandateByKey = (ctx: Ctx, key: string): Promise<MandateRow | undefined> =>
  ctx.own.select('mandates').select(columns).where('provider_key', '=', key).executeTakeFirst()

/** Writes a mandate that is asked for; `channelToken` is what its set-up is asked with. */
export const keepMandate = (ctx: Ctx, mandate: MandateRow, channelToken: string | null): void =>
  ctx.write(
    ctx.own.insert('mandates', {
      ...mandate,
      method_details: JSON.stringify(mandate.method_details),
      token: null,
      channel_token: channelToken,
    }),
  )

/** Moves a mandate by an action of its machine, with further columns. Throws where the machine does not allow it. */
export function moveMandate(
  ctx: Ctx,
  mandate: MandateRow,
  action: keyof typeof mandateStates.actions,
  further: Updateable<Tables['mandates']> = {},
): MandateRow {
  if (!mandateStates.can(mandate.state, action)) throw new Error(`a mandate that is ${mandate.state} cannot ${action}`)
  const state = mandateStates.actions[action].to
  const ended = mandateStates.isFinal(state)
  const set = {
    ...further,
    state,
    ...(state === 'active' && { activated_at: ctx.now }),
    // What it is charged by goes with it, unless the provider is yet to be told of its end.
    ...(ended && { ended_at: ctx.now, channel_token: null, ...(further.revocation !== 'due' && { token: null }) }),
  }
  changeMandate(ctx, mandate, set)
  return { ...mandate, state }
}

/** Changes columns of a mandate within its state. */
export const changeMandate = (
  ctx: Ctx,
  { mandate_ref }: Pick<MandateRow, 'mandate_ref'>,
  set: Updateable<Tables['mandates']>,
): void =>
  ctx.write(
    ctx.own
      .update('mandates')
      .set({ ...set, updated_at: ctx.now })
      .where('mandate_ref', '=', mandate_ref),
  )

/** The columns that the provider's word about a mandate fills, its token sealed. */
export async function columnsOf(
  ctx: Ctx,
  { mandate_ref }: Pick<MandateRow, 'mandate_ref'>,
  facts: MandateFacts,
): Promise<Updateable<Tables['mandates']>> {
  return {
    token: seal(await merchantKeys(ctx), facts.token, tokenPlace(ctx.owner, mandate_ref)),
    masked: facts.masked,
    brand: facts.brand,
    expires_at: facts.expiresAt,
  }
}

/** The secrets of a mandate, for the one request that needs them; null where it has no token, or none any more. */
export async function secretsOf(
  ctx: Ctx,
  mandateRef: string,
): Promise<{ token: string | null; channelToken: string | null }> {
  const row = await ctx.own
    .select('mandates')
    .select(['token', 'channel_token'])
    .where('mandate_ref', '=', mandateRef)
    .executeTakeFirst()
  const token = row?.token ? openSealed(await merchantKeys(ctx), row.token, tokenPlace(ctx.owner, mandateRef)) : null
  return { token, channelToken: row?.channel_token ?? null }
}

const tokenPlace = ({ merchantId, environment }: Owner, mandateRef: string) => ({
  merchantId,
  table: 'mandates',
  column: 'token',
  row: `${environment}/${mandateRef}`,
})

/** The references of mandates that wait for something since a moment, at most 500. Indexes: mandates_requested, mandates_to_revoke. */
export async function listWaiting(ctx: Ctx, what: 'set-up' | 'revocation', since: Date): Promise<string[]> {
  const waiting = ctx.own.select('mandates').select('mandate_ref').where('updated_at', '<', since).limit(500)
  const rows = await (
    what === 'set-up'
      ? waiting.where('state', '=', sql.lit('requested')).whereRef('provider_key', '=', 'mandate_ref')
      : waiting.where('revocation', '=', sql.lit('due'))
  ).execute()
  return rows.map(({ mandate_ref }) => mandate_ref)
}

/** How often, and when, a mandate's charges were declined since a moment. Index: payments_by_source. */
export async function declinedTries(
  ctx: Ctx,
  { order_ref, mandate_ref }: { order_ref: string; mandate_ref: string },
  since: Date,
): Promise<Date[]> {
  const rows = await ctx.own
    .select('payments')
    .select(['created_at', 'simulated_at'])
    .where('source_ref', '=', order_ref)
    .where('mandate_ref', '=', mandate_ref)
    .where('status', '=', 'Failed')
    .where(({ fn, ref }) => fn.coalesce(ref('simulated_at'), ref('created_at')), '>', since)
    .limit(50)
    .execute()
  return rows.map(({ created_at, simulated_at }) => simulated_at ?? created_at)
}
