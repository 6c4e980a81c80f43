import { recordedAmount } from '#contract/kit/money.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { endPayout, returnPayout } from '#server/ledger/payout-postings.ts'
import { changePayout, movePayout } from '#server/payout-store/move.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import type { KnownPayout } from '#server/providers/payouts.ts'
import { sendAdvice } from './advice.ts'
import { followPayoutJob, nextFollowHours } from './follow-job.ts'
import { tell } from './notices.ts'
import { giveBack } from './set-aside.ts'
import { stopChannel } from './stops.ts'

/** What a word of the provider did. One that contradicts an end changes nothing. */
export type Effect = 'applied' | 'ignored' | 'contradicts'

/**
 * Applies a provider's word to a payout, in the caller's transaction. A word that is repeated, late or out of order changes nothing. One
 * that contradicts how the payout ended is told to people, and stops the payouts of its channel until somebody lifts that.
 * @param at when the money moved, by the provider's clock.
 */
export async function applyPayoutOutcome(ctx: Ctx, txnRef: string, outcome: KnownPayout, at: Date): Promise<Effect> {
  const payout = await lockPayout(ctx, txnRef)
  if (!payout) return 'ignored'
  switch (payout.status) {
    case 'Processing':
      return applyFirst(ctx, payout, outcome, at)
    case 'Success':
    case 'Returned':
      if (outcome.kind === 'returned') return applyReturn(ctx, payout, outcome, at)
      return outcome.kind === 'failed' ? contradicted(ctx, payout, outcome) : 'ignored'
    case 'Failed':
      return outcome.kind === 'paid' || outcome.kind === 'returned' ? contradicted(ctx, payout, outcome) : 'ignored'
    default:
      // It was never sent. That it failed or waits is nothing to us; that it was paid is.
      return outcome.kind === 'paid' || outcome.kind === 'returned' ? contradicted(ctx, payout, outcome) : 'ignored'
  }
}

async function applyFirst(ctx: Ctx, payout: PayoutRow, outcome: KnownPayout, at: Date): Promise<Effect> {
  switch (outcome.kind) {
    case 'pending': {
      if (outcome.providerRef === '' || payout.channel_ref === outcome.providerRef) return 'ignored'
      changePayout(ctx, payout, { channel_ref: outcome.providerRef })
      addTimelineEntry(ctx, 'payout', payout.txn_ref, 'payout_pending')
      return 'applied'
    }
    case 'paid':
      await succeed(ctx, payout, outcome.providerRef, at)
      return 'applied'
    case 'failed': {
      const { reason, providerText, providerRef } = outcome
      await giveBack(ctx, payout)
      const why = { status_reason: reason, status_channel_reason: providerText.slice(0, 300) }
      await movePayout(ctx, payout, 'fail', { ...refOf(payout, providerRef), ...why, reserved_minor: 0n }, { reason })
      await tell(ctx, 'payout_failed', payout)
      return 'applied'
    }
    case 'returned': {
      const paid = await succeed(ctx, payout, outcome.providerRef, at)
      return applyReturn(ctx, paid, outcome, at)
    }
  }
}

async function succeed(ctx: Ctx, payout: PayoutRow, providerRef: string, at: Date): Promise<PayoutRow> {
  const { txn_ref: txnRef, virtual_account_no: accountNo, currency, reserved_minor: totalMinor } = payout
  await endPayout(ctx, {
    txnRef,
    accountNo,
    currency,
    totalMinor,
    end: 'paid',
    feeMinor: payout.fee_minor,
    taxMinor: payout.fee_tax_minor,
    channelRef: providerRef,
    otherSide: payout.last_four,
    at,
  })
  const paid = await movePayout(ctx, payout, 'succeed', { ...refOf(payout, providerRef), reserved_minor: 0n })
  await sendAdvice(ctx, paid)
  ctx.enqueue(followPayoutJob, { txnRef, asks: 0 }, { after: (nextFollowHours(0) ?? 0) * 3_600 })
  return paid
}

async function applyReturn(
  ctx: Ctx,
  payout: PayoutRow,
  outcome: KnownPayout & { kind: 'returned' },
  at: Date,
): Promise<Effect> {
  const { txn_ref: txnRef, virtual_account_no: accountNo, currency } = payout
  const { sentMinor } = totalsOf(payout)
  if (outcome.returnedMinor > sentMinor) return contradicted(ctx, payout, outcome)
  const returnedMinor = outcome.returnedMinor - payout.returned_minor
  if (returnedMinor <= 0n) return 'ignored'
  const number = payout.returns + 1
  await returnPayout(ctx, {
    txnRef,
    accountNo,
    currency,
    number,
    returnedMinor,
    channelRef: outcome.providerRef,
    otherSide: payout.last_four,
    at,
  })
  ctx.enqueue(releasePayouts, { accountNo })
  await movePayout(
    ctx,
    payout,
    'return',
    {
      ...refOf(payout, outcome.providerRef),
      returned_minor: outcome.returnedMinor,
      returns: number,
      status_reason: outcome.reason,
      status_channel_reason: outcome.providerText.slice(0, 300),
    },
    { amount: recordedAmount(returnedMinor, currency), reason: outcome.reason },
  )
  await tell(ctx, 'payout_returned', payout)
  return 'applied'
}

async function contradicted(ctx: Ctx, payout: PayoutRow, outcome: KnownPayout): Promise<Effect> {
  const told =
    outcome.kind === 'returned' ? `returned ${recordedAmount(outcome.returnedMinor, payout.currency)}` : outcome.kind
  const evidence = `${payout.status}; then ${told}`
  stopChannel(ctx, { channelKey: payout.channel_key, txnRef: payout.txn_ref, evidence })
  addTimelineEntry(ctx, 'payout', payout.txn_ref, 'payout_contradicted', { told })
  await tell(ctx, 'payout_contradicted', payout, { once: `contradicted:${payout.txn_ref}:${told}` })
  ctx.services.log.error({ txn_ref: payout.txn_ref, evidence }, 'a provider contradicted the end of a payout')
  return 'contradicts'
}

const refOf = ({ channel_ref }: PayoutRow, providerRef: string) => ({ channel_ref: providerRef || channel_ref })
