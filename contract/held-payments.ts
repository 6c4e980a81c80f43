import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { currency, money, record, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { Payment } from './payments.ts'

/**
 * Books late money that is on hold to the merchant, less the fee by the channel's present terms. `net` is what the user
 * was shown that the merchant receives; another is refused. Of two decisions about the same money, the first counts.
 */
export const acceptHeldPayment = call({
  at: 'POST /api/payments/{order_ref}/accept-late',
  params: { order_ref: ref('payment') },
  body: record({ net: money('currency', { min: 'any' }), currency, reason: text(limits.evidenceLength) }),
  answer: content(Payment),
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  repeat: 'required',
  audit: 'payment.accept-late',
  notice: 'Late payment accepted',
  onFailure: 'inline',
})

/**
 * Refunds late money that is on hold to the shopper, all that is left of it, without a fee. `amount` is what the user was
 * shown; another is refused.
 */
export const refundHeldPayment = call({
  at: 'POST /api/payments/{order_ref}/refund-late',
  params: { order_ref: ref('payment') },
  body: record({ amount: money(), currency, reason: text(limits.refundNoteLength) }),
  answer: content(Payment),
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  repeat: 'required',
  audit: 'payment.refund-late',
  notice: 'Late payment is being refunded',
  onFailure: 'inline',
})
