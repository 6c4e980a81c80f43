import { crossRate, rateOf, rateText, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { chanceOf } from '../settlement/line.ts'

/**
 * How much of each currency a dollar is, about which the simulator's rates move. The figures are made up: nobody changes money at
 * them.
 */
const aDollarIs: Readonly<Record<Currency, string>> = {
  AED: '3.6725', AUD: '1.5284', BRL: '5.4127', CAD: '1.3962', CNY: '7.1183', COP: '3914.5', EUR: '0.8637', GBP: '0.7548',
  HKD: '7.7791', IDR: '16640', INR: '88.71', JPY: '150.32', KES: '129.25', KHR: '4012', KRW: '1391.25', MXN: '18.42',
  MYR: '4.183', NGN: '1448.6', NZD: '1.7426', PHP: '58.24', PLN: '3.6692', SGD: '1.3017', THB: '32.41', TWD: '31.08',
  TZS: '2462', UGX: '3548', USD: '1', VND: '26310', WST: '2.785', ZAR: '17.26',
} // prettier-ignore

/**
 * The simulator's rate of a day: how much of `to` one unit of `from` is, as decimal text of at most ten places. The same day and seed
 * have the same rate, and from one day to the next it moves by 0.6 % at most.
 */
export const rateOfDay = (from: Currency, to: Currency, { day, seed }: { day: Day; seed: string }): string =>
  rateText(crossRate(dollarIn(from, day, seed), dollarIn(to, day, seed)))

/** Two currencies meet in a pair, so each moves by 0.292 % a day at most. */
function dollarIn(currency: Currency, day: Day, seed: string): Rate {
  const middle = rateOf(aDollarIs[currency]) as Rate
  if (currency === 'USD') return middle
  const days = Math.floor(Date.parse(day) / 86_400_000)
  const stretch = Math.floor(days / stretchDays)
  const gone = BigInt(days - stretch * stretchDays)
  const knot = (of: number) => within(2_000_000, `${seed} ${currency} ${of}`)
  const wandered = (knot(stretch) * (BigInt(stretchDays) - gone) + knot(stretch + 1) * gone) / BigInt(stretchDays)
  const moved = whole + wandered + within(80_000, `${seed} ${currency} ${day}`)
  return (middle * moved) / whole
}
/** In each stretch a rate wanders from one point to another, with a tremble of its own each day. */
const stretchDays = 32
/** Parts of a rate. */
const whole = 100_000_000n

/** From minus to plus so much, the same for the same name. */
const within = (most: number, name: string): bigint =>
  BigInt(Math.floor(chanceOf('rate', name) * (2 * most + 1)) - most)
