import { Fault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { wishCancelled } from '#server/payments/cancel-wish.ts'
import { findPayment } from '#server/payments/queries.ts'
import { countSlips } from '#server/payments/slip-rows.ts'
import { mayCancel } from './read-attempt.ts'

/**
 * Requests the end of an attempt that waits for its shopper; a job asks the provider, whose outcome decides. `notFound` when
 * the attempt is not of this payable; `wrongState` when it does not wait for the shopper, has ended, or is being ended already.
 */
export async function cancelAttempt(ctx: Ctx, payableRef: string, orderRef: string): Promise<void> {
  const [payment, slips] = await Promise.all([findPayment(ctx, orderRef), countSlips(ctx, orderRef)])
  if (!payment || payment.payable_ref !== payableRef) throw new Fault('notFound')
  if (!mayCancel(payment, slips) || !(await wishCancelled(ctx, orderRef))) throw new Fault('wrongState')
  addTimelineEntry(ctx, 'payment', orderRef, 'cancel_asked')
  ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: true })
}
