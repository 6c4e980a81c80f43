import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { moveSubscription } from '#server/subscription-store/change.ts'
import { makeCharge } from '#server/subscription-store/charges.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { calendarOf, periodOf } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { begunAt, setUpLines } from '#server/subscription-store/upcoming.ts'
import { settlePaid } from './paid.ts'

/**
 * Begins a subscription that its customer has set up: its calendar is anchored, and what the set-up took is its first charge, paid. The
 * caller has locked it; `payment` is null where the set-up took no money.
 */
export async function activate(
  ctx: Ctx,
  subscription: SubscriptionRow,
  payment: { orderRef: string; amountMinor: bigint; began: Date } | null,
): Promise<SubscriptionRow> {
  const begins = begunAt(subscription, ctx.now)
  const anchored = { ...subscription, anchor: begins.anchor }
  const calendar = calendarOf(anchored)
  const first = begins.kind === 'now' && calendar ? periodOf(anchored, calendar, 0) : null
  const active = await moveSubscription(ctx, subscription, 'activate', {
    anchor: begins.anchor,
    activated_at: ctx.now,
    in_trial: begins.kind === 'trial',
    // A trial is a period of its own, which a cancel may wait for.
    period_end: first?.end ?? (begins.kind === 'trial' ? begins.anchor : null),
    ...(first && { next_period: 1, made_periods: 1, costs_charged: true }),
    ...(begins.kind === 'on demand' && payment && { costs_charged: true }),
  })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'active')
  planMessage(ctx, subscription, { kind: 'set_up', once: '' })
  if (begins.kind === 'trial') {
    const at = new Date(begins.anchor.getTime() - trialToldMs)
    if (at > ctx.now) planMessage(ctx, subscription, { kind: 'trial_ends', once: '', at })
  }
  if (!payment) return active
  const charge = makeCharge(ctx, active, {
    kind: first ? 'period' : 'initial',
    ...(first && { period: first }),
    lines: setUpLines(subscription, ctx.now),
    credits: [],
    dueAt: ctx.now,
    merchantOrderRef: `${subscription.order_ref}_0`,
  })
  return settlePaid(ctx, active, { charge, payment })
}
const trialToldMs = 3 * 86_400_000
