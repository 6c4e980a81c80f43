import type { Input } from '#contract/kit/call.ts'
import type { previewSubscription as declaration } from '#contract/subscriptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { chargeSum } from '#server/subscription-store/amounts.ts'
import { ruleOf } from '#server/subscription-store/calendar.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { calendarOf } from '#server/subscription-store/moments.ts'
import { begunAt, setUpLines, upcomingOf } from '#server/subscription-store/upcoming.ts'
import { drawUp } from './draw-up.ts'
import { shownUpcoming } from './whole.ts'

/** What a subscription would charge and when, if it were set up now. Throws the faults of `drawUp`, and `notFound` for its test clock. */
export async function previewSubscription(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const then = await inTimeOf(ctx, { clock_ref: body.test_clock ?? '' })
  const drawn = await drawUp(then, body)
  const { anchor } = begunAt(drawn, then.now)
  const begun = { ...drawn, anchor }
  const calendar = calendarOf(begun)
  const { toPay } = chargeSum(setUpLines(drawn, then.now), [])
  return {
    rule: calendar && ruleOf(calendar),
    upcoming: upcomingOf(begun, []).map((one) => shownUpcoming(one, drawn)),
    due_now: toPay,
    total_amount: drawn.total_minor,
    currency: drawn.currency,
  }
}
