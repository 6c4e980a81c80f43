import { payoutStates } from '#contract/payout-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wrongState } from '#server/payout-store/move.ts'
import { lockPayouts, type PayoutRow } from '#server/payout-store/rows.ts'
import { advance } from './set-aside.ts'
import { advanceTogether } from './together.ts'

/**
 * What follows the last approval, in the transaction of whoever gave it: amount, fee and tax are set aside, and the payouts are
 * Approved and on their way to the provider; or Scheduled for their time or the opening of their rail; or Queued where the account
 * has not enough. The oldest goes first. Throws `wrongState` when one was not waiting for its approval; then nothing is changed.
 * @param txnRefs locked by the caller, or locked here.
 */
export async function approvedPayouts(ctx: Ctx, txnRefs: readonly string[]): Promise<PayoutRow[]> {
  const payouts = await lockPayouts(ctx, txnRefs)
  const approval = { approved_by: ctx.actor.name, approved_time: ctx.now }
  for (const payout of payouts)
    if (!payoutStates.actions.queue.from.includes(payout.status) || payout.status === 'Scheduled')
      throw wrongState(payout)
  const moved: PayoutRow[] = []
  for (const group of Map.groupBy(payouts.toSorted(oldestFirst), (payout) => payout.virtual_account_no).values()) {
    const together = group.length > 1 && (await advanceTogether(ctx, group, approval))
    if (together) moved.push(...together)
    else for (const payout of group) moved.push(await advance(ctx, payout, approval))
  }
  return moved
}

export const oldestFirst = (one: PayoutRow, other: PayoutRow): number =>
  one.created_at.getTime() - other.created_at.getTime() || (one.txn_ref < other.txn_ref ? -1 : 1)
