import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { previewPrice as declaration } from '#contract/prices.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { periodsFrom, ruleOf } from '#server/subscription-store/calendar.ts'
import { rhythmOf } from './rhythm.ts'

/**
 * The first charges of a price that is not made yet, by the merchant's clocks. Throws `invalidPeriod` and `invalidFrequency`.
 */
export async function previewPrice(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const { amount = 0n, currency, from = ctx.now } = body
  const rhythm = rhythmOf(ctx, { period: body.period, frequency: body.frequency })
  const { time_zone: timeZone } = await merchantOf(ctx)
  const calendar = { anchor: from, timeZone, ...rhythm }
  return {
    currency,
    rule: ruleOf(calendar),
    upcoming: periodsFrom(calendar, 0, limits.subscriptionUpcoming).map(({ n, start, end }) => ({
      n,
      at: start,
      period_end: end,
      amount,
      to_pay: amount,
      currency,
      lines: [{ kind: 'period' as const, n, key: '', quantity: 1, amount, currency }],
    })),
  }
}
