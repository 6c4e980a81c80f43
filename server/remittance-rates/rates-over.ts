import { possibleCrossRate, rateOf, sameCurrency, type Rate } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'

interface RateOfDay {
  rate: Rate
  /** The day that it is of. */
  day: Day
  source: string
}
export type RatesOver = (from: Currency, day: Day) => RateOfDay | undefined

/** How much of a currency one euro is on a day. */
type RateOfEuro = Pick<RateOfDay, 'rate' | 'source'>
const euro: RateOfEuro = { rate: sameCurrency, source: '' }
const keyOf = (currency: Currency, day: Day) => `${currency} ${day}`
const namesOf = (one: string, other: string) =>
  one === other ? one : [one, other].filter((name) => name !== '').join(', ')

/** Before a day without a rate, the newest of so many days counts. */
const daysBack = 31

/**
 * The rates of several currencies to one on each day of a stretch, by the operator's files, read in one statement: that of the newest day, not
 * after the one asked for, on which both are known. Undefined where there is none within a month. Index: primary key.
 */
export async function ratesOver(
  ctx: Ctx,
  { currencies, to, first, last }: { currencies: readonly Currency[]; to: Currency; first: Day; last: Day },
): Promise<RatesOver> {
  const asked = [...new Set([...currencies, to])].filter((code) => code !== 'EUR')
  const rows = await ctx.tx.query<{ currency: Currency; day: Day; rate: string; source: string }>(
    `select currency, day, rate::text as rate, source from reference_rates
     where currency = any ($1::text[]) and day between $2::date and $3::date`,
    [asked, dayAfter(first, -daysBack), last],
  )
  const known = new Map<string, RateOfEuro>()
  for (const { currency, day, rate: text, source } of rows) {
    const rate = rateOf(text)
    if (rate !== null) known.set(keyOf(currency, day), { rate, source })
  }
  const ofEuro = (currency: Currency, day: Day) => (currency === 'EUR' ? euro : known.get(keyOf(currency, day)))
  const found = new Map<string, RateOfDay | undefined>()
  const find: RatesOver = (from, on) => {
    for (let [day, back] = [on, 0]; back <= daysBack; [day, back] = [dayAfter(day, -1), back + 1]) {
      const [one, other] = [ofEuro(from, day), ofEuro(to, day)]
      const rate = one && other && possibleCrossRate(one.rate, other.rate)
      if (rate) return { rate, day, source: namesOf(one.source, other.source) }
    }
    return undefined
  }
  return (from, day) => {
    if (from === to) return { rate: sameCurrency, day, source: 'same' }
    const key = keyOf(from, day)
    if (!found.has(key)) found.set(key, find(from, day))
    return found.get(key)
  }
}
