import { displayLocale, type Language } from '#i18n/languages.ts'
import { kept } from './kept.ts'

/**
 * Money: integer minor units of a currency in code, a number of major units in JSON. The ISO 4217 exponents are
 * listed here, because those of `Intl` are for display and differ (IDR and COP have 2, not 0).
 */
export const currencies = {
  AED: 2, AUD: 2, BRL: 2, CAD: 2, CNY: 2, COP: 2, EUR: 2, GBP: 2, HKD: 2, IDR: 2, INR: 2, JPY: 0, KES: 2, KHR: 2, KRW: 0,
  MXN: 2, MYR: 2, NGN: 2, NZD: 2, PHP: 2, PLN: 2, SGD: 2, THB: 2, TWD: 2, TZS: 2, UGX: 0, USD: 2, VND: 0, WST: 2, ZAR: 2,
} as const // prettier-ignore

export type Currency = keyof typeof currencies
export const currencyCodes = Object.keys(currencies) as [Currency, ...Currency[]]
export const isCurrency = (code: unknown): code is Currency =>
  typeof code === 'string' && Object.hasOwn(currencies, code)

/** Why an amount was refused; the caller turns it into INVALID_AMOUNT with this as the reason. */
export type AmountFault = 'not_a_number' | 'too_many_decimals' | 'too_large' | 'negative'

/** Amounts go up to 15 significant digits, so that a JSON number holds them exactly and `String(n)` is their text. */
const maxDigits = 15

/**
 * The minor units of an amount, or the reason why it is invalid: 100.25 USD → 10025n, 100 JPY → 100n, 1.5 JPY →
 * too_many_decimals.
 */
export function toMinor(major: number, currency: Currency): bigint | AmountFault {
  if (!Number.isFinite(major)) return 'not_a_number'
  if (major < 0 || Object.is(major, -0)) return 'negative'
  const text = plainText(major)
  const [whole = '0', fraction = ''] = text.split('.')
  if (fraction.length > currencies[currency]) return 'too_many_decimals'
  const digits = whole + fraction.padEnd(currencies[currency], '0')
  if (digits.replace(/^0+/, '').length > maxDigits) return 'too_large'
  return BigInt(digits)
}

/** The major units of an amount; exact up to 15 significant digits, and throws beyond. */
export function toMajor(minor: bigint, currency: Currency): number {
  // Within 15 digits both operands are exact, and division rounds like parsing the text.
  if (minor < exactBelow && minor > -exactBelow) return Number(minor) / 10 ** currencies[currency]
  const text = majorText(minor, currency)
  if (text.replace(/[-.]/g, '').replace(/^0+/, '').length > maxDigits) throw new RangeError('amount beyond 15 digits')
  return Number(text)
}

/** The major units of a sum, which may exceed 15 digits; then the nearest number. */
export const toMajorSum = (minor: bigint, currency: Currency): number => Number(majorText(minor, currency))

const exactBelow = 10n ** BigInt(maxDigits)

/** The shortest decimal text, as signatures use it: 10000n USD → '100', 10n USD → '0.1', -5n USD → '-0.05'. */
export function majorText(minor: bigint, currency: Currency): string {
  const exponent = currencies[currency]
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = digits.slice(digits.length - exponent).replace(/0+$/, '')
  return (minor < 0n ? '-' : '') + whole + (fraction ? `.${fraction}` : '')
}

/**
 * `amount` less the `taken` ones, all in major units, to the currency's last decimal: 16.2 − 5.4 → 10.8, where floats give
 * 10.799….
 */
export const remainder = (currency: Currency, amount: number, ...taken: readonly number[]): number =>
  Number(taken.reduce((left, part) => left - part, amount).toFixed(currencies[currency])) + 0 // not -0

/** An amount with all decimals of its currency, for records and errors: 10000n USD → '100.00', 100n JPY → '100'. */
export function decimalText(minor: bigint, currency: Currency): string {
  const [whole = '0', fraction = ''] = majorText(minor, currency).split('.')
  const exponent = currencies[currency]
  return exponent === 0 ? whole : `${whole}.${fraction.padEnd(exponent, '0')}`
}
/** The same with its currency: '100.00 USD'. */
export const recordedAmount = (minor: bigint, currency: Currency): string =>
  `${decimalText(minor, currency)} ${currency}`

/** An amount for people: '1,234.50'. The caller adds the currency. */
export function amountText(minor: bigint, currency: Currency, language: Language): string {
  const format = amountFormat(displayLocale(language), currencies[currency])
  return format.format(majorText(minor, currency) as Intl.StringNumericLiteral)
}
const amountFormat = kept(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

/** The terms of a fee. `percent` is an exact decimal text from 0 to 100; the others are minor units. */
export interface FeeTerms {
  percentFee: string
  minimumFeeMinor: bigint
  flatFeeMinor: bigint
  taxPercent: string
  /** The tax is a part of what the terms come to. */
  taxIncluded?: boolean
  rounding?: 'half_up'
}

/**
 * Fee = max(minimum, amount × percent) + flat, then tax on the fee; each line is rounded to the minor unit, half-even unless the terms
 * say half-up. Where the tax is included it is taken out of the fee: fee − fee ÷ (1 + rate).
 */
export function feeOf(amountMinor: bigint, terms: FeeTerms): { feeMinor: bigint; taxMinor: bigint } {
  const divide = terms.rounding === 'half_up' ? divideHalfAway : divideHalfEven
  const share = percentOf(amountMinor, terms.percentFee, divide)
  const feeMinor = (share > terms.minimumFeeMinor ? share : terms.minimumFeeMinor) + terms.flatFeeMinor
  if (!terms.taxIncluded) return { feeMinor, taxMinor: percentOf(feeMinor, terms.taxPercent, divide) }
  const { digits, hundred } = percentDigits(terms.taxPercent)
  const taxMinor = divide(feeMinor * digits, hundred + digits)
  return { feeMinor: feeMinor - taxMinor, taxMinor }
}

/** `percent` of an amount, rounded half-even: percentOf(125n, '2') → 2n (2.5 goes to the even 2). */
export function percentOf(amountMinor: bigint, percent: string, divide = divideHalfEven): bigint {
  const { digits, hundred } = percentDigits(percent)
  return divide(amountMinor * digits, hundred)
}

/** A percentage of at most eight places as a fraction: '2.5' → 25 of 1000. Throws a `RangeError` for any other text. */
export function percentDigits(percent: string): { digits: bigint; hundred: bigint } {
  const match = /^(\d{1,3})(?:\.(\d{1,8}))?$/.exec(percent)
  if (!match) throw new RangeError(`not a percentage: ${percent}`)
  const fraction = match[2] ?? ''
  return { digits: BigInt(match[1] + fraction), hundred: 100n * 10n ** BigInt(fraction.length) }
}

/** Rounded to the nearest, a half to the even neighbour; the divisor is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n
  const size = dividend * sign
  const quotient = size / divisor
  const twice = (size % divisor) * 2n
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n)
  return sign * (up ? quotient + 1n : quotient)
}

/** Rounded to the nearest, a half away from zero, as buyers' software computes invoices; the divisor is positive. */
export function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n
  return sign * ((2n * dividend * sign + divisor) / (2n * divisor))
}

/** The text of a number that is not negative, without an exponent: 1e21 and 1e-7 are spelled out. */
export function plainText(n: number): string {
  const text = String(n)
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const digits = match[1] + (match[2] ?? '')
  const point = 1 + Number(match[3])
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return digits.padEnd(point, '0')
}
