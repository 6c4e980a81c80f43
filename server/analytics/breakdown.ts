import type { Dimension } from '#contract/breakdowns.ts'
import type { Period } from '#contract/analytics-questions.ts'
import { declines, type DeclineReason } from '#contract/declines.ts'
import type { Currency } from '#contract/kit/money.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { startOfDay } from '#contract/kit/zoned-day.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import { endedStates } from '#contract/payment-states.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from '#server/rollups/asked.ts'
import type { SummedTrait } from '#server/rollups/measures.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { traitSumsOf, type TraitSum } from '#server/rollups/trait-sums.ts'
import { barAt, barsOf } from './bars.ts'
import { averageOf } from './charts.ts'
import { rateOf } from './rates.ts'

/** Where no trait is asked for, the sums of one with few values are added up. */
const usual: SummedTrait = 'source'
const isTrait = (name: Dimension): name is SummedTrait =>
  name !== 'time' && name !== 'status' && name !== 'payment_method'

/** Attempts by one or two dimensions, most first. */
export async function breakdownOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  { by, period }: { by: readonly Dimension[]; period: Period },
) {
  if (by.includes('time') && period === 'hours') throw fieldFault('invalidRequest', 'period', 'not_a_choice')
  const bars = by.includes('time') ? barsOf(stretch, period, asked.zone.name) : []
  const sums = await traitSumsOf(ctx, asked, stretch, {
    trait: by.find(isTrait) ?? usual,
    by: [
      ...(by.includes('payment_method') ? ['payment_method' as const] : []),
      ...(bars.length > 0 ? ['day' as const] : []),
    ],
  })
  const found = new Map<string, { values: string[]; sums: TraitSum[] }>()
  for (const sum of sums) {
    const values = by.map((name) => valueOf(sum, name, (day) => bars[barAt(bars, startOfDay(day, asked.zone.name))]))
    const key = [sum.currency, ...values].join('\n')
    const group = found.get(key)
    if (group) group.sums.push(sum)
    else found.set(key, { values, sums: [sum] })
  }
  const rows = [...found.values()].map(({ values, sums: of }) => ({ values, ...figuresOf(of) }))
  return { rows: rows.filter(({ attempts }) => attempts > 0).toSorted((a, b) => b.attempts - a.attempts), bars }
}

function valueOf(sum: TraitSum, name: Dimension, barOf: (day: string) => Date | undefined): string {
  if (name === 'status') return sum.status
  if (name === 'payment_method') return sum.payment_method
  if (name === 'time') return timestampText(barOf(sum.day) as Date)
  return sum.value
}

function figuresOf(sums: readonly TraitSum[]) {
  const total = (of: readonly TraitSum[], measure: 'payments' | 'orders' | 'faults' | 'timed' | 'seconds') =>
    of.reduce((all, sum) => all + sum[measure], 0)
  const succeeded = sums.filter(({ status }) => status === 'Success')
  const ended = total(
    sums.filter(({ status }) => (endedStates as readonly string[]).includes(status)),
    'payments',
  )
  const [paid, faults, timed] = [total(succeeded, 'payments'), total(sums, 'faults'), total(sums, 'timed')]
  const volume = succeeded.reduce((all, { amountMinor }) => all + amountMinor, 0n)
  return {
    currency: sums[0]?.currency as Currency,
    attempts: total(sums, 'payments'),
    orders: total(sums, 'orders'),
    ended,
    paid,
    volume,
    average_order_value: averageOf({ volume, count: paid }),
    provider_faults: faults,
    success: rateOf(paid, ended),
    bank_success: rateOf(paid, ended - faults),
    seconds_to_pay: timed === 0 ? null : total(sums, 'seconds') / timed,
  }
}

/** Attempts that failed or expired, by reason and method, most first. */
export async function declinesOf(ctx: Ctx, asked: Asked, stretch: Stretch) {
  const sums = await traitSumsOf(ctx, asked, stretch, { trait: 'status_reason', by: ['payment_method'] })
  return sums
    .flatMap(({ status, value, payment_method, currency, payments, amountMinor }) =>
      status === 'Failed' || status === 'Expired'
        ? [
            {
              currency,
              status,
              status_reason: value as DeclineReason | '',
              status_code: value === '' ? '' : declines[value as DeclineReason].code,
              payment_method: payment_method as PaymentMethod,
              count: payments,
              amount: amountMinor,
            },
          ]
        : [],
    )
    .toSorted((a, b) => b.count - a.count)
}
