import type { CodeWay } from '#contract/payout-approvals.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { limits } from '#contract/limits.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

/** Whose code it is, and for which act. */
export interface CodeOf {
  subUserId: string
  act: PayoutAct
}
export interface CodeRow {
  code_id: string
  sub_user_id: string
  act: PayoutAct
  way: CodeWay
  txn_refs: string[]
  lines: string[]
  proof: Buffer
  tries: number
  is_expired: boolean
}
const columns = `code_id, sub_user_id, act, way, txn_refs, lines, proof, tries, expires_at <= statement_timestamp() as is_expired`

/** One code of a user is made at a time. */
export const takeTurn = async (ctx: Ctx, { subUserId, act }: CodeOf): Promise<void> => {
  await ctx.tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`payout code ${subUserId} ${act}`])
}

/** The code that a user has for an act, whether or not its time is over; undefined for none. Index: payout_codes_alive. */
export async function aliveCode(ctx: Ctx, { subUserId, act }: CodeOf): Promise<CodeRow | undefined> {
  const [row] = await ctx.tx.query<CodeRow>(
    `select ${columns} from payout_codes
     where merchant_id = $1 and environment = $2 and sub_user_id = $3 and act = $4 and way <> 'passkey' and ended_at is null`,
    [ctx.owner.merchantId, ctx.owner.environment, subUserId, act],
  )
  return row
}

/** Whether a code for the act was made in the last minute. Index: payout_codes_of_user. */
export async function madeLately(ctx: Ctx, { subUserId, act }: CodeOf): Promise<boolean> {
  const rows = await ctx.tx.query(
    `select 1 from payout_codes where merchant_id = $1 and environment = $2 and sub_user_id = $3 and act = $4 and way <> 'passkey'
       and made_at > statement_timestamp() - $5 * interval '1 second' limit 1`,
    [ctx.owner.merchantId, ctx.owner.environment, subUserId, act, limits.payoutCodePauseSeconds],
  )
  return rows.length > 0
}

/** Keeps a new code, and ends the one before it. @returns when it ends, by the database's clock. */
export async function insertCode(
  ctx: Ctx,
  {
    subUserId,
    act,
    ...code
  }: CodeOf & { codeId: string; way: CodeWay; txnRefs: string[]; lines: string[]; proof: Buffer; tries: number },
): Promise<Date> {
  const alive = ctx.own.update('payout_codes').where('sub_user_id', '=', subUserId).where('act', '=', act)
  ctx.write(
    alive
      .where('way', code.way === 'passkey' ? '=' : '<>', 'passkey')
      .where('ended_at', 'is', null)
      .set({ ended_at: databaseNow, end_reason: 'replaced' }),
  )
  const row = await ctx.own
    .insert('payout_codes', {
      code_id: code.codeId,
      sub_user_id: subUserId,
      act,
      way: code.way,
      txn_refs: code.txnRefs,
      lines: code.lines,
      proof: code.proof,
      tries: code.tries,
      made_at: databaseNow,
      expires_at: fromNow(limits.payoutCodeMinutes, 'minute'),
      ended_at: null,
      evidence: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}
export const newCodeId = newId

/**
 * Counts a try at a user's code before anybody looks at it: of any number at once, five a code are granted. Undefined for no code;
 * null where its tries are used up.
 */
export async function grantTry(ctx: Ctx, of: CodeOf): Promise<CodeRow | null | undefined> {
  const counted = await ctx.own
    .update('payout_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('sub_user_id', '=', of.subUserId)
    .where('act', '=', of.act)
    .where('way', '<>', 'passkey')
    .where('ended_at', 'is', null)
    .where('tries', '<', limits.payoutCodeTries)
    .executeTakeFirst()
  const code = await aliveCode(ctx, of)
  return code && counted.numUpdatedRows !== 1n ? null : code
}

/** Counts a try of a user in the last hour, in the context of their own merchant; false where there were ten. */
export async function grantTryOfHour(own: Ctx, subUserId: string): Promise<boolean> {
  const tries = own.own.select('payout_code_tries').where('sub_user_id', '=', subUserId)
  own.write(
    own.own
      .insert('payout_code_tries', { sub_user_id: subUserId, tried_at: [] })
      .onConflict((same) => same.doNothing()),
  )
  const { tried_at, now } = await tries
    .select(['tried_at', databaseNow.as('now')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const lately = tried_at.filter((at) => now.getTime() - at.getTime() < 3_600_000)
  if (lately.length >= limits.payoutCodeTriesAnHour) return false
  own.write(
    own.own
      .update('payout_code_tries')
      .set({ tried_at: [...lately, now] })
      .where('sub_user_id', '=', subUserId),
  )
  return true
}

/** Locks a code that has not ended, in the transaction of its act. Of two that use it at once the second finds none. */
export async function lockCode(ctx: Ctx, codeId: string): Promise<CodeRow | undefined> {
  const [row] = await ctx.tx.query<CodeRow>(
    `select ${columns} from payout_codes
     where merchant_id = $1 and environment = $2 and code_id = $3 and ended_at is null for update`,
    [ctx.owner.merchantId, ctx.owner.environment, codeId],
  )
  return row
}

/** The passkey challenges of a user that wait for a signature. Index: payout_codes_alive. */
export const aliveChallenges = (ctx: Ctx, subUserId: string): Promise<CodeRow[]> =>
  ctx.tx.query<CodeRow>(
    `select ${columns} from payout_codes
     where merchant_id = $1 and environment = $2 and sub_user_id = $3 and way = 'passkey' and ended_at is null`,
    [ctx.owner.merchantId, ctx.owner.environment, subUserId],
  )

/** The change that ends a code. */
export const endCode = (
  ctx: Ctx,
  codeId: string,
  reason: 'used' | 'changed',
  evidence: Record<string, unknown> | null = null,
) =>
  ctx.own
    .update('payout_codes')
    .set({ ended_at: databaseNow, end_reason: reason, ...(evidence && { evidence: JSON.stringify(evidence) }) })
    .where('code_id', '=', codeId)
