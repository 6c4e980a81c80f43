import type { Ctx } from '#server/kit/ctx.ts'
import { lockToEnd } from './lock.ts'

/** What is done about a payment that its shopper approved and whose money the provider takes only when it is told to. */
interface Step {
  end: 'shopper' | 'time' | null
  take: 'first' | 'again' | null
  lapses: boolean
}

/**
 * Decides with payable and payment locked. The money is taken while the payment would pay its payable in time; otherwise the
 * approval lapses. Once the provider has been told to take the money, only its word ends the payment.
 */
export async function stepAfterApproval(ctx: Ctx, orderRef: string): Promise<Step> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked?.payment.approved_at) return { end: null, take: null, lapses: false }
  const { payment, payable } = locked
  if (payment.complete_asked_at) return { end: null, take: 'again', lapses: false }
  const isOver = (at: Date | null | undefined) => at !== null && at !== undefined && at <= ctx.now
  if (isOver(payment.expires_at) || isOver(payable?.standing.expiresAt))
    return { end: 'time', take: null, lapses: true }
  const late = payable && (await payable.of.late(ctx, payable.standing, payment)) !== null
  if (late || payment.cancel_asked_at) return { end: 'shopper', take: null, lapses: true }
  await ctx.own.update('payments').set({ complete_asked_at: ctx.now }).where('order_ref', '=', orderRef).execute()
  return { end: null, take: 'first', lapses: false }
}

/** Notes that the shopper of a payment approved it; true when that was not known before. */
export async function noteApproved(ctx: Ctx, orderRef: string): Promise<boolean> {
  const noted = await ctx.own
    .update('payments')
    .set({ approved_at: ctx.now, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('approved_at', 'is', null)
    .where('status', 'in', ['Initiated', 'Pending'])
    .returning('order_ref')
    .executeTakeFirst()
  return noted !== undefined
}

/** The provider took no money and sends the shopper back to choose again: what they approve next is completed anew. */
export async function forgetApproval(ctx: Ctx, orderRef: string): Promise<void> {
  await ctx.own
    .update('payments')
    .set({ approved_at: null, complete_asked_at: null, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .execute()
}
