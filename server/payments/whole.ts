import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { withDeliveries } from '#server/messages/deliveries.ts'
import { listOtherAttempts } from './attempts.ts'
import { listPostings } from './postings.ts'
import { findPayment } from './queries.ts'
import { shownDetails } from './shown-details.ts'
import { listSlips } from './slip-rows.ts'

/** A payment with everything that its page shows. Throws `notFound`. */
export async function wholePayment(ctx: Ctx, orderRef: string) {
  const [payment, timeline, payment_slip, postings] = await Promise.all([
    existingPayment(ctx, orderRef),
    readTimeline(ctx, 'payment', orderRef),
    listSlips(ctx, orderRef),
    listPostings(ctx, orderRef),
  ])
  const [details, attempts, told] = await Promise.all([
    shownDetails(payment),
    listOtherAttempts(ctx, payment),
    withDeliveries(ctx, { type: 'payment', ref: orderRef }, timeline),
  ])
  return { ...payment, ...details, direct_bank_transfer_details: { payment_slip }, timeline: told, attempts, postings }
}

/** A payment by its reference. Throws `notFound`. */
export async function existingPayment(ctx: Ctx, orderRef: string) {
  const payment = await findPayment(ctx, orderRef)
  if (!payment) throw new Fault('notFound')
  return payment
}
