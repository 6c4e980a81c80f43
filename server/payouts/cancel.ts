import { Fault } from '#contract/faults.ts'
import { payoutStates } from '#contract/payout-states.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { movePayout, wrongState } from '#server/payout-store/move.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { giveBack } from './set-aside.ts'

/** Cancels a payout for good until it is at the provider. Throws `notFound` or `wrongState`. */
export async function cancelPayout(ctx: Ctx, txnRef: string, reason: string): Promise<void> {
  const payout = await lockPayout(ctx, txnRef)
  if (!payout) throw new Fault('notFound')
  if (!payoutStates.can(payout.status, 'cancel')) throw wrongState(payout)
  ctx.auditSubject(txnRef, changesFrom({ status: payout.status }, { status: 'Cancelled', reason }))
  await endUnsent(ctx, payout, reason)
}

/** Ends a locked payout that has not left; what was set aside is available again. */
export async function endUnsent(ctx: Ctx, payout: PayoutRow, reason: string): Promise<void> {
  await giveBack(ctx, payout)
  await movePayout(
    ctx,
    payout,
    'cancel',
    { reserved_minor: 0n, end_remark: reason, ended_by: ctx.actor.name },
    reason === '' ? {} : { reason },
  )
}
