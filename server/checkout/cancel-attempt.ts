import { Fault } from '#contract/faults.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { wishCancelled } from '#server/payments/cancel-wish.ts'
import { findPayment } from '#server/payments/queries.ts'
import { countSlips } from '#server/payments/slip-rows.ts'
import { mayCancel } from './read-attempt.ts'

/**
 * Wishes an attempt ended that waits for its shopper; a job asks the provider, whose word decides. `notFound` when it is
 * not of this link; `wrongState` when it waits for somebody else, has ended, or is being ended already.
 */
export async function cancelAttempt(ctx: Ctx, linkRef: string, orderRef: string): Promise<void> {
  const [payment, slips] = await Promise.all([findPayment(ctx, orderRef), countSlips(ctx, orderRef)])
  if (!payment || payment.link_ref !== linkRef) throw new Fault('notFound')
  if (!mayCancel(payment, slips) || !(await wishCancelled(ctx, orderRef))) throw new Fault('wrongState')
  tell(ctx, 'payment', orderRef, 'cancel_asked')
  await ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: true })
}
