import type { Ctx } from '#server/kit/ctx.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { sendReceipt } from '#server/receipts/job.ts'
import { startRefund } from '#server/refunds/start.ts'
import { feeBy, noFee, toldFee } from './fee.ts'
import { recordChange, type Locked } from './lock.ts'
import { notifyOfPayment } from './notify.ts'
import { canMove, movePayment } from './queries.ts'
import { payerOf } from './traits.ts'

interface Capture {
  action: 'capture' | 'confirm'
  facts?: Parameters<typeof movePayment>[3]
  /** Facts of the timeline entry beside the event. */
  entryFacts?: Record<string, string>
  /** The fee by the provider's word, which counts more than the channel's terms. */
  providerFeeMinor?: bigint | undefined
}

/**
 * Captures a payment: the money is posted once and pays the payable. When that is paid or over already, the money is late,
 * and the payable's policy decides about it. False, and nothing is changed, when the payment's state does not allow a capture.
 */
export async function capture(ctx: Ctx, locked: Locked, wished: Capture): Promise<boolean> {
  const { action, facts, entryFacts, providerFeeMinor: told } = wished
  const { payment, payable } = locked
  if (!canMove(payment, action)) return false
  const [wish, payer] = await Promise.all([
    payable ? payable.of.late(ctx, payable.standing, payment) : null,
    payerOf(ctx, payment),
  ])
  const late = wish !== null
  if (!late && payable && payable.standing.state !== 'payable') throw new Error('what is not payable was paid in time')
  const held = late && wish !== 'accept'
  const amount = payment.amount_minor
  // The terms that made the fee are stored with the payment, since the channel's terms may change later.
  const isTold = told !== undefined && told >= 0n && told <= amount
  const terms = isTold ? toldFee(told) : (payment.terms ?? noFee)
  const { feeMinor, taxMinor } = held ? nothing : feeBy(amount, terms)
  movePayment(ctx, payment, action, {
    ...facts,
    status_reason: '',
    channel_text: '',
    payer,
    fee_minor: feeMinor,
    fee_tax_minor: taxMinor,
    late,
    held,
    fee_terms: held ? null : terms,
  })
  post(ctx, {
    kind: 'payment.captured',
    businessKey: `payment:${payment.order_ref}:captured`,
    objectType: 'payment',
    objectRef: payment.order_ref,
    currency: payment.currency,
    lines: [
      { account: accounts.pspReceivable(payment.channel_key), amountMinor: amount },
      { account: held ? accounts.lateSuspense : accounts.merchantPending, amountMinor: feeMinor + taxMinor - amount },
      { account: accounts.feeIncome, amountMinor: -feeMinor },
      { account: accounts.feeTaxPayable, amountMinor: -taxMinor },
    ],
  })
  await recordChange(ctx, locked, late ? 'captured_late' : 'captured', entryFacts)
  if (payable && late) await payable.of.end(ctx, payable.standing, payment)
  else if (payable) await payable.of.pay(ctx, payable.standing, payment)
  if (wish === 'refund' && payable?.of.tellRefunded) await payable.of.tellRefunded(ctx, payable.standing, payment)
  else await notifyOfPayment(ctx, payment, wish)
  if (payment.shopper_gave_email) ctx.enqueue(sendReceipt, { orderRef: payment.order_ref })
  if (wish !== 'refund') return true
  await startRefund(ctx, { orderRef: payment.order_ref, type: 'full', reason: 'late payment', note: '' })
  return true
}

const nothing = { feeMinor: 0n, taxMinor: 0n }
