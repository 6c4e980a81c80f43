import type { Ctx } from '#server/kit/ctx.ts'
import { calendarOf, periodOf } from '#server/subscription-store/moments.ts'
import { linesOf } from '#server/subscription-store/lines.ts'
import { prorate, prorateToNewPeriod, type PeriodSoFar, type Proration } from '#server/subscription-store/proration.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import type { Target } from './target.ts'

/**
 * What a change at this moment comes to; null where nothing of the current period was paid: in a trial, before the start, in a period
 * that a pause has passed over or that was forgiven. Credit is never above what was paid of the period and is not used up.
 */
export async function reckon(ctx: Ctx, subscription: SubscriptionRow, target: Target): Promise<Proration | null> {
  const period = await currentPeriod(ctx, subscription)
  if (!period || period.amounts.length === 0) return null
  const change = { at: ctx.now, amount: target.unit_minor * BigInt(target.quantity) }
  return isOtherRhythm(subscription, target) ? prorateToNewPeriod(period, change) : prorate(period, change)
}

export const isOtherRhythm = (
  subscription: Pick<SubscriptionRow, 'frequency' | 'period'>,
  target: Pick<Target, 'frequency' | 'period'>,
): boolean => subscription.frequency !== target.frequency || subscription.period !== target.period

/** The current period up to now: its charge, or the change that has begun it, and the changes since. */
async function currentPeriod(ctx: Ctx, subscription: SubscriptionRow): Promise<PeriodSoFar | null> {
  const calendar = calendarOf(subscription)
  const n = subscription.next_period - 1
  if (!calendar || n < subscription.anchor_period) return null
  const { start, end } = periodOf(subscription, calendar, n)
  if (ctx.now < start || ctx.now >= end) return null
  const [charged, changes] = await Promise.all([chargeOf(ctx, subscription, n), changesOf(ctx, subscription, n)])
  const amounts = [...(charged ? [{ from: start, amount: charged.amount }] : []), ...changes]
  const paid = changes.reduce((sum, change) => sum + change.paid, charged?.paid ?? 0n)
  return { start, end, amounts, paid: paid > 0n ? paid : 0n }
}

/** Price × quantity of a period that was paid, and what of that is not refunded. Index: subscription_charges_once. */
async function chargeOf(ctx: Ctx, { order_ref }: SubscriptionRow, n: number) {
  const charge = await ctx.own
    .select('subscription_charges')
    .select(['lines', 'payment_ref'])
    .where('order_ref', '=', order_ref)
    .where('period', '=', n)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  const line = charge && linesOf(charge.lines).find(({ kind }) => kind === 'period')
  if (!line) return undefined
  const payment = charge.payment_ref
    ? await ctx.own
        .select('payments')
        .select('refunded_minor')
        .where('order_ref', '=', charge.payment_ref)
        .executeTakeFirst()
    : undefined
  return { amount: line.amount, paid: line.amount - (payment?.refunded_minor ?? 0n) }
}

/** The changes made within a period, in their order: what each left it at, and what it added to what is paid. Index: primary key. */
async function changesOf(ctx: Ctx, { order_ref }: SubscriptionRow, n: number) {
  const rows = await ctx.own
    .select('subscription_changes')
    .select(['at', 'unit_minor', 'quantity', 'new_period', 'to_pay_minor', 'to_credit_minor'])
    .where('order_ref', '=', order_ref)
    .where('of_period', '=', n)
    .where('state', '=', 'done')
    .where('at_next_period', '=', false)
    .orderBy('at')
    .orderBy('done_at')
    .execute()
  return rows.map(({ at: from, unit_minor, quantity, new_period, to_pay_minor, to_credit_minor }) => {
    const amount = unit_minor * BigInt(quantity)
    // What begins a period of its own is paid in full, by money or by the rest of the period before.
    return { from, amount, paid: new_period ? amount : to_pay_minor - to_credit_minor }
  })
}
