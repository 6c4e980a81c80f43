import { currencies, divideHalfEven, percentDigits, type Currency } from './kit/money.ts'

/**
 * A rate of exchange: how many major units of one currency one major unit of another is, in 10⁻¹⁰, above zero. It is decimal text on the
 * wire and `numeric(20,10)` in the database, never a float.
 */
export type Rate = bigint

export const rateDecimals = 10
const one: Rate = 10n ** BigInt(rateDecimals)
/** The rate of a currency to itself. */
export const sameCurrency: Rate = one
/** What `numeric(20,10)` holds. */
const most: Rate = 10n ** 20n - 1n

/** Reads a plain decimal of at most ten places; null where it is none, has more places, or is not above zero. */
export function rateOf(text: string): Rate | null {
  const found = /^(\d{1,10})(?:\.(\d{1,10}))?$/.exec(text)
  if (!found) return null
  return possible(BigInt(`${found[1]}${(found[2] ?? '').padEnd(rateDecimals, '0')}`))
}
const possible = (rate: Rate): Rate | null => (rate > 0n && rate <= most ? rate : null)

/** The shortest decimal text: `1378.72875`. */
export function rateText(rate: Rate): string {
  const digits = rate.toString().padStart(rateDecimals + 1, '0')
  const fraction = digits.slice(-rateDecimals).replace(/0+$/, '')
  return `${digits.slice(0, -rateDecimals)}${fraction ? `.${fraction}` : ''}`
}

/** A reference rate less the markup of that many percent, rounded half to even at ten places. */
export function appliedRate(reference: Rate, markupPercent: string): Rate {
  const { digits, hundred } = percentDigits(markupPercent)
  return divideHalfEven(reference * (hundred - digits), hundred)
}

/** From the rates of a third currency to both, such as the euro's: how much of `to` one unit of `from` is. */
export const crossRate = (ofFrom: Rate, ofTo: Rate): Rate => divideHalfEven(ofTo * one, ofFrom)
/** The same; null where it is above what rates can be, or ten places are too few for it. */
export const possibleCrossRate = (ofFrom: Rate, ofTo: Rate): Rate | null => possible(crossRate(ofFrom, ofTo))

/** Minor units of one currency in minor units of another, rounded once, half to even. */
export function converted(minor: bigint, rate: Rate, from: Currency, to: Currency): bigint {
  const shift = currencies[to] - currencies[from]
  const dividend = minor * rate * 10n ** BigInt(Math.max(shift, 0))
  return divideHalfEven(dividend, one * 10n ** BigInt(Math.max(-shift, 0)))
}

interface Part {
  minor: bigint
  rate: Rate
  currency: Currency
}
/** The sum of amounts in several currencies, each at a rate of its own, in minor units of another: exact, and rounded once, half to even. */
export function convertedSum(parts: readonly Part[], to: Currency): bigint {
  // Those of a currency have the same decimals, so they are scaled together.
  const sums = new Map<Currency, bigint>()
  for (const { minor, rate, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0n) + minor * rate)
  const sum = [...sums].reduce(
    (total, [currency, scaled]) => total + scaled * 10n ** BigInt(mostDecimals - currencies[currency]),
    0n,
  )
  return divideHalfEven(sum, one * 10n ** BigInt(mostDecimals - currencies[to]))
}
const mostDecimals = Math.max(...Object.values(currencies))

/** Whether a rate is worse than an earlier one by more than so many percent, for whoever is paid by it. */
export function hasFallen(now: Rate, before: Rate, tolerancePercent: string): boolean {
  const { digits, hundred } = percentDigits(tolerancePercent)
  return now * hundred < before * (hundred - digits)
}
