import { Fault } from '#contract/faults.ts'
import { paymentPageStates } from '#contract/payment-page-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findPaymentPage } from './queries.ts'

/**
 * Ends a page for good. Its open orders take no new attempt from then on, and give their units back at their own end; attempts in
 * flight go on. Throws `notFound`, and `wrongState` when it is cancelled already.
 */
export async function cancelPaymentPage(ctx: Ctx, pageRef: string): Promise<void> {
  const page = await findPaymentPage(ctx, pageRef, { lock: true })
  if (!page) throw new Fault('notFound')
  if (!paymentPageStates.can(page.status, 'cancel')) throw new Fault('wrongState', { why: 'the page is cancelled' })
  await ctx.own
    .update('payment_pages')
    .set({ status: 'cancelled', updated_at: ctx.now })
    .where('page_ref', '=', pageRef)
    .execute()
  addTimelineEntry(ctx, 'payment_page', pageRef, 'cancelled')
  ctx.auditSubject(pageRef, changesFrom({ status: page.status }, { status: 'cancelled' }))
}
