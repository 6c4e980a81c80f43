import { divideHalfAway, type Currency } from '#contract/kit/money.ts'
import type { Period } from '#contract/subscription-periods.ts'

/** Monthly recurring revenue: what subscriptions come to in a month of mean length. */

/** What subscriptions of one rhythm charge in a period, price × quantity, one of them or the sum of many. */
export interface Recurring {
  currency: Currency
  period: Period
  frequency: number
  /** Minor units. */
  amount: bigint
}

/**
 * The months' revenue of each currency in minor units: fractions are summed exactly and rounded once, half away from zero. Hourly
 * ones do not count. Which subscriptions do is the caller's to say: active and past due, neither on demand, in trial nor paused.
 */
export function monthlyRevenue(all: readonly Recurring[]): Map<Currency, bigint> {
  const sums = new Map<Currency, Fraction>()
  for (const { currency, period, frequency, amount } of all) {
    const share = perMonth[period]
    if (!share) continue
    const one = { n: amount * share.n, d: share.d * BigInt(frequency) }
    sums.set(currency, plus(sums.get(currency) ?? { n: 0n, d: 1n }, one))
  }
  return new Map([...sums].map(([currency, { n, d }]) => [currency, divideHalfAway(n, d)]))
}

/** An exact fraction; the denominator is positive. */
interface Fraction {
  n: bigint
  d: bigint
}
/** How many of a period are in a month: of 30.4375 days, which is 487 ÷ 16. */
const perMonth: { readonly [P in Period]: Fraction | null } = {
  H: null,
  D: { n: 487n, d: 16n },
  W: { n: 487n, d: 16n * 7n },
  M: { n: 1n, d: 1n },
  Q: { n: 1n, d: 3n },
  Y: { n: 1n, d: 12n },
}

function plus(a: Fraction, b: Fraction): Fraction {
  const common = greatestDivisor(a.d, b.d)
  return { n: a.n * (b.d / common) + b.n * (a.d / common), d: (a.d / common) * b.d }
}
function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b]
  return a
}
