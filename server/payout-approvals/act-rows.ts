import type { Decided } from '#contract/payout-approvals.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { addTimelineEntry, noteChange } from '#server/kit/audit/audit.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { publishPayoutWebhook } from '#server/payout-store/publish-webhook.ts'
import { tellWhoMustAct } from '#server/payouts/notices.ts'
import type { Decidable } from './may-decide.ts'

/** Keeps what the caller gave to each locked payout: one statement for all that it means the same to. */
export async function insertActs(
  ctx: Ctx,
  act: PayoutAct,
  codeId: string,
  decidable: readonly Decidable[],
): Promise<void> {
  const { subUserId, merchantId, name } = userOf(ctx)
  const meaning = ({ verdict: { levels, isLone } }: Decidable) => JSON.stringify([levels, isLone])
  for (const alike of Map.groupBy(decidable, meaning).values()) {
    const [one] = alike
    if (!one) continue
    const { verdict } = one
    const levels = act === 'approve' ? verdict.levels : { payout: null, batch: null }
    await ctx.tx.query(
      `insert into payout_acts (merchant_id, environment, txn_ref, revision, act, by_user, by_merchant, by_name, payout_level, batch_level,
         is_lone, code_id, at)
       select p.merchant_id, p.environment, p.txn_ref, p.revision, $3, $4, $5, $6, $7, $8, $9, $10, statement_timestamp()
       from payouts p where p.merchant_id = $1 and p.environment = $2 and p.txn_ref = any ($11)`,
      [
        ctx.owner.merchantId,
        ctx.owner.environment,
        act,
        subUserId,
        merchantId,
        name,
        levels.payout,
        levels.batch,
        verdict.isLone,
        codeId,
        alike.map(({ payout }) => payout.txnRef),
      ],
    )
  }
}

/** Verified, and now for an approver. */
export const noteVerified = (ctx: Ctx, txnRefs: readonly string[]): Promise<void> =>
  move(ctx, txnRefs, 'payout_verified', { verified_by: ctx.actor.name, verified_time: databaseNow })

/** Approved on one level, with more to come. */
export const noteApproved = (ctx: Ctx, txnRefs: readonly string[]): Promise<void> =>
  move(ctx, txnRefs, 'payout_level_approved', {})

/** Moves locked payouts to Verified in one statement, each with its entry of the timeline and its webhook. */
async function move(
  ctx: Ctx,
  txnRefs: readonly string[],
  event: string,
  columns: { verified_by?: string; verified_time?: typeof databaseNow },
): Promise<void> {
  const rows = await ctx.own
    .update('payouts')
    .set({ ...columns, status: 'Verified', waits_for: 'approval', waits_until: null, updated_at: databaseNow })
    .where('txn_ref', 'in', txnRefs)
    .where('status', 'in', ['Created', 'Verified'])
    .returningAll()
    .execute()
  for (const row of rows) {
    addTimelineEntry(ctx, 'payout', row.txn_ref, event, {})
    await publishPayoutWebhook(ctx, row)
    await tellWhoMustAct(ctx, row)
  }
  if (rows.length > 0) noteChange(ctx, 'payout', rows.length === 1 ? (rows[0]?.txn_ref ?? '') : '*')
}

/** The states of payouts, in the order of their references. */
export const statesOf = (ctx: Ctx, txnRefs: readonly string[]): Promise<Decided['payouts']> =>
  ctx.own
    .select('payouts')
    .select(['txn_ref', 'status', 'waits_for'])
    .where('txn_ref', 'in', txnRefs)
    .orderBy('txn_ref')
    .execute() as Promise<Decided['payouts']>
