import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import type { RefusedFunds } from '#server/providers/provider.ts'
import type { LockedPayment } from './for-channel.ts'
import { lockToEnd, type Locked } from './lock.ts'

/** What is done about a payment that its shopper approved and whose money the provider takes only when it is told to. */
export interface Step {
  end: 'shopper' | 'time' | null
  take: 'first' | 'again' | null
  lapses: boolean
}
const nothing: Step = { end: null, take: null, lapses: false }

/**
 * Decides with payable and payment locked. The money is taken while the payment would pay its payable in time; otherwise the
 * approval lapses. Once the provider has been told to take the money, only its word ends the payment; it is told again when
 * the request before is certainly over.
 */
export async function stepAfterApproval(ctx: Ctx, orderRef: string): Promise<Step> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked?.payment.approved_at || !isOpen(locked.payment)) return nothing
  const { payment, payable } = locked
  const told = payment.complete_asked_at
  if (told && ctx.now.getTime() - told.getTime() < tellingMs) return nothing
  const tooLate = await whyTooLate(ctx, payment, payable)
  if (tooLate) return told ? nothing : { end: tooLate, take: null, lapses: true }
  await ctx.own.update('payments').set({ complete_asked_at: ctx.now }).where('order_ref', '=', orderRef).execute()
  return { end: null, take: told ? 'again' : 'first', lapses: false }
}
/** Longer than any request to a provider takes. */
const tellingMs = 60_000

/** Why an approved payment is not taken any more; null while it would pay its payable. */
async function whyTooLate(ctx: Ctx, payment: LockedPayment, payable: Locked['payable']): Promise<Step['end']> {
  const isOver = (at: Date | null | undefined) => at !== null && at !== undefined && at <= ctx.now
  if (isOver(payment.expires_at) || isOver(payable?.standing.expiresAt)) return 'time'
  const late = payable && (await payable.of.late(ctx, payable.standing, payment)) !== null
  return late || payment.cancel_asked_at ? 'shopper' : null
}

const isOpen = ({ status }: LockedPayment) => (open as readonly string[]).includes(status)
const open = ['Initiated', 'Pending'] as const

/** Notes that the shopper of a payment approved it; true when that was not known before. */
export async function noteApproved(ctx: Ctx, orderRef: string): Promise<boolean> {
  const noted = await ctx.own
    .update('payments')
    .set({ approved_at: ctx.now, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('approved_at', 'is', null)
    .where('status', 'in', open)
    .returning('order_ref')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * The provider took no money and sends the shopper back to choose again: what they approve next is completed anew. What it
 * said is kept, as another process may be the next to ask.
 */
export async function forgetApproval(
  ctx: Ctx,
  orderRef: string,
  { refusedFunds: refused_funds }: { refusedFunds?: RefusedFunds },
): Promise<void> {
  const more = JSON.stringify({ refused_funds })
  await ctx.own
    .update('payments')
    .set({
      approved_at: null,
      complete_asked_at: null,
      updated_at: ctx.now,
      method_details: sql<string>`method_details || cast(${more} as jsonb)`,
    })
    .where('order_ref', '=', orderRef)
    .execute()
}
