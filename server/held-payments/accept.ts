import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { decimalText, recordedAmount } from '#contract/kit/money.ts'
import type { acceptHeldPayment as declaration } from '#contract/held-payments.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payableOf } from '#server/payables/payable.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { feeBy, noFee } from '#server/payments/fee.ts'
import { publishPaymentWebhook } from '#server/payments/publish-webhook.ts'
import { countAcceptance } from '#server/rollups/deltas.ts'
import { amountHasChanged, lockHeld } from './lock.ts'

/**
 * Books late money that is on hold to the merchant: what is left of it, less the fee by the channel's present terms. It
 * counts once: the row lock, the condition of the update and the posting's key each hold it. Throws as `lockHeld` does,
 * `wrongState` while a part is being refunded, as that would come back to the held money, and `invalidAmount` for another
 * net amount than the user was shown.
 */
export async function acceptHeld(
  ctx: Ctx,
  orderRef: string,
  { net, currency, reason }: Input<typeof declaration>['body'],
): Promise<void> {
  const payment = await lockHeld(ctx, orderRef, currency)
  if (payment.refunding_minor > 0n) throw new Fault('wrongState', { why: 'a part is being refunded' })
  const amountMinor = payment.waitsMinor
  const terms = payment.terms ?? noFee
  const { feeMinor, taxMinor } = feeBy(amountMinor, terms)
  const netMinor = amountMinor - feeMinor - taxMinor
  if (net !== netMinor) throw amountHasChanged('net')
  const moved = await ctx.own
    .update('payments')
    .set({
      held: false,
      fee_minor: feeMinor,
      fee_tax_minor: taxMinor,
      fee_terms: JSON.stringify({ ...terms, amount_minor: String(amountMinor) }),
      updated_at: ctx.now,
    })
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'Success')
    .where('held', '=', true)
    .where('refunding_minor', '=', 0n)
    .returning('order_ref')
    .executeTakeFirst()
  if (!moved) throw new Fault('wrongState', { why: 'it was decided meanwhile' })
  post(ctx, {
    kind: 'payment.accepted',
    businessKey: `payment:${orderRef}:accepted`,
    objectType: 'payment',
    objectRef: orderRef,
    currency,
    lines: [
      { account: accounts.lateSuspense, amountMinor },
      { account: accounts.merchantPending, amountMinor: -netMinor },
      { account: accounts.feeIncome, amountMinor: -feeMinor },
      { account: accounts.feeTaxPayable, amountMinor: -taxMinor },
    ],
  })
  // Its provider had settled it while it was on hold.
  if (payment.psp_settled_at)
    post(ctx, {
      kind: 'payment.psp_settled',
      businessKey: `payment:${orderRef}:psp_settled:accepted`,
      objectType: 'payment',
      objectRef: orderRef,
      currency,
      lines: [
        { account: accounts.merchantPending, amountMinor: netMinor },
        { account: accounts.merchantPayable, amountMinor: -netMinor },
      ],
    })
  if (payment.payable_ref !== '')
    await payableOf(ctx, payment.payable_kind).countMoney?.(ctx, payment.payable_ref, {
      orderRef,
      capturedMinor: amountMinor,
      refundedMinor: 0n,
    })
  countAcceptance(ctx, payment, { amountMinor, feeMinor, taxMinor })
  addTimelineEntry(ctx, 'payment', orderRef, 'late_accepted', {
    amount: recordedAmount(amountMinor, currency),
    note: reason,
  })
  ctx.auditSubject(
    orderRef,
    madeAs({ amount: decimalText(amountMinor, currency), net: decimalText(netMinor, currency), currency, reason }),
  )
  await publishPaymentWebhook(ctx, orderRef)
}
