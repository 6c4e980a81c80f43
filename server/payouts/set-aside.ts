import type { Ctx } from '#server/kit/ctx.ts'
import { endPayout, reservePayout } from '#server/ledger/payout-postings.ts'
import { changePayout, movePayout, type PayoutColumns } from '#server/payout-store/move.ts'
import { giveBackLimits } from '#server/payout-store/limit-counts.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { warnIfLow } from '#server/virtual-accounts/warn-if-low.ts'
import { countLimits } from './limits.ts'
import { tell } from './notices.ts'
import { isBlocked } from './queue.ts'
import { firstSend, sendPayoutJob } from './send-job.ts'
import { opensAt, railOfPayout } from './terms.ts'

/**
 * Takes a locked payout that people have approved as far as it goes: to its time, into the queue, to the opening of its rail, or to the
 * provider. What leaves the account is set aside in this transaction as soon as its time is there and its limits allow it.
 * @param approval who approved it, where that is now.
 */
export async function advance(ctx: Ctx, payout: PayoutRow, approval: PayoutColumns = {}): Promise<PayoutRow> {
  const { txn_ref: txnRef, virtual_account_no: accountNo, currency, scheduled_time: time } = payout
  const again = (after: Date) => ctx.enqueue(releasePayouts, { accountNo }, { after })
  let current = payout
  if (current.reserved_minor === 0n) {
    if (time !== null && time > ctx.now) {
      again(time)
      return wait(ctx, current, { ...approval, waits_for: 'time', waits_until: time })
    }
    const beyond = await countLimits(ctx, current)
    if (beyond) {
      if (beyond.until) again(beyond.until)
      await tell(ctx, 'payout_held', current, { once: `held:${txnRef}:limit:${beyond.until?.toISOString() ?? ''}` })
      return wait(ctx, current, { ...approval, waits_for: 'limit', waits_until: beyond.until })
    }
    const { totalMinor } = totalsOf(current)
    const revision = current.revision
    const set = (await isBlocked(ctx, current))
      ? 'short'
      : await reservePayout(ctx, { txnRef, accountNo, currency, totalMinor, revision })
    if (set === 'short') {
      await giveBackLimits(ctx, txnRef)
      return queue(ctx, current, approval)
    }
    current = changePayout(ctx, current, { reserved_minor: totalMinor })
    await warnIfLow(ctx, accountNo, totalMinor)
  }
  const rail = await railOfPayout(ctx, current)
  const opening = rail ? await opensAt(ctx, rail, ctx.now) : ctx.now
  if (opening > ctx.now) {
    again(opening)
    return wait(ctx, current, { ...approval, waits_for: 'rail_hours', waits_until: opening })
  }
  ctx.enqueue(sendPayoutJob, firstSend(txnRef))
  return movePayout(ctx, current, 'approve', approval)
}

/** Scheduled, until a moment. One that is already is told of the moment alone. */
const wait = async (ctx: Ctx, payout: PayoutRow, columns: PayoutColumns): Promise<PayoutRow> =>
  payout.status === 'Scheduled'
    ? changePayout(ctx, payout, columns)
    : movePayout(ctx, payout, 'schedule', columns, { why: columns.waits_for ?? '' })

async function queue(ctx: Ctx, payout: PayoutRow, approval: PayoutColumns): Promise<PayoutRow> {
  if (payout.status === 'Queued') return payout
  await tell(ctx, 'payout_queued', payout)
  return movePayout(ctx, payout, 'queue', { ...approval, waits_for: 'funds', queued_at: ctx.now })
}

/** Makes what was set aside for a locked payout available again, for the payouts that wait for it. */
export async function giveBack(ctx: Ctx, payout: PayoutRow): Promise<void> {
  const { txn_ref: txnRef, virtual_account_no: accountNo, currency, reserved_minor: totalMinor } = payout
  if (totalMinor === 0n) return
  await giveBackLimits(ctx, txnRef)
  await endPayout(ctx, { txnRef, accountNo, currency, totalMinor, end: 'voided' })
  ctx.enqueue(releasePayouts, { accountNo })
}
