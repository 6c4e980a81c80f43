/**
 * An exact decimal: major units × 10⁸, as settlement lines have up to eight decimals. Sums and differences are those of `bigint`;
 * what does not come out even is rounded once, by a function that says how. The database has it as `numeric(30,8)`.
 */
export type Exact = bigint
export const exactDecimals = 8
/** The most that `numeric(30,8)` holds. */
export const exactMost: Exact = 10n ** 30n - 1n

/** Half to the even neighbour, or half away from zero. */
export type Rounding = 'half_even' | 'half_up'

/**
 * Reads a plain decimal, `-1234.50`: a point, no group marks, no exponent. Null where it is none, has more than eight decimals
 * that count, or more than the database holds.
 */
export function exactOf(text: string): Exact | null {
  const found = plain.exec(text)
  if (!found) return null
  const [, sign, whole = '', fraction = ''] = found
  if (whole === '' && fraction === '') return null
  return signed(sign === '-', whole, fraction)
}
const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/

/** The exact decimal of a sign, whole digits and decimals; null where it has more than eight decimals that count. */
export function signed(isNegative: boolean, whole: string, fraction: string): Exact | null {
  if (fraction.length > exactDecimals && !onlyZeros(fraction, exactDecimals)) return null
  const digits =
    whole + (fraction.length > exactDecimals ? fraction.slice(0, exactDecimals) : fraction.padEnd(exactDecimals, '0'))
  // Most amounts have fewer than sixteen digits, which a number holds exactly and reads faster.
  const exact = digits.length < 16 ? BigInt(Number(digits)) : BigInt(digits)
  if (exact > exactMost) return null
  return isNegative ? -exact : exact
}
function onlyZeros(digits: string, from: number): boolean {
  for (let at = from; at < digits.length; at += 1) if (digits.charCodeAt(at) !== 48) return false
  return true
}

/** The shortest plain decimal that {@link exactOf} reads again, with at least so many decimals: `-12.5`, `-12.50` for 2. */
export function exactText(exact: Exact, decimalsLeast = 0): string {
  const digits = (exact < 0n ? -exact : exact).toString().padStart(exactDecimals + 1, '0')
  let end = digits.length
  const least = digits.length - exactDecimals + decimalsLeast
  while (end > least && digits.charCodeAt(end - 1) === 48) end -= 1
  const whole = digits.slice(0, -exactDecimals)
  const fraction = digits.slice(whole.length, Math.max(end, whole.length))
  return `${exact < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The exact decimal of minor units of a currency with so many decimals. */
export const exactOfMinor = (minor: bigint | number, exponent: number): Exact => BigInt(minor) * unitOf(exponent)
/** The minor units; null where it has more decimals than the currency. */
export function minorOfExact(exact: Exact, exponent: number): bigint | null {
  return exact % unitOf(exponent) === 0n ? exact / unitOf(exponent) : null
}
/** The number of decimals that count, 0 to 8. */
export function decimalsOf(exact: Exact): number {
  let decimals = exactDecimals
  let rest = exact
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n
    decimals -= 1
  }
  return decimals
}

/** Rounds to so many decimals, half to even. */
export const roundHalfEven = (exact: Exact, exponent: number): Exact => rounded(exact, exponent, 'half_even')
/** Rounds to so many decimals, half away from zero. */
export const roundHalfUp = (exact: Exact, exponent: number): Exact => rounded(exact, exponent, 'half_up')
export const rounded = (exact: Exact, exponent: number, rounding: Rounding): Exact =>
  quotient(exact, unitOf(exponent), rounding) * unitOf(exponent)

/** A factor that may have any number of decimals, such as a rate of exchange: `digits` × 10^-`decimals`. */
export interface Factor {
  digits: bigint
  decimals: number
}
/** Reads a plain decimal of up to 40 digits as a factor; null where it is none. */
export function factorOf(text: string): Factor | null {
  const found = plain.exec(text)
  if (!found || text.length > 42) return null
  const [, sign, whole = '', fraction = ''] = found
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, decimals: fraction.length }
}

/** `exact` × `factor`, rounded once to so many decimals. */
export const times = (
  exact: Exact,
  factor: Factor,
  exponent = exactDecimals,
  rounding: Rounding = 'half_even',
): Exact =>
  quotient(exact * factor.digits, 10n ** BigInt(factor.decimals) * unitOf(exponent), rounding) * unitOf(exponent)
/** `exact` ÷ `factor`, rounded once to so many decimals. Throws a `RangeError` for a factor of zero. */
export const dividedBy = (
  exact: Exact,
  factor: Factor,
  exponent = exactDecimals,
  rounding: Rounding = 'half_even',
): Exact =>
  quotient(exact * 10n ** BigInt(factor.decimals), factor.digits * unitOf(exponent), rounding) * unitOf(exponent)
/** So many percent of `exact`, rounded once to so many decimals. */
export const percentOf = (
  exact: Exact,
  percent: Factor,
  exponent = exactDecimals,
  rounding: Rounding = 'half_even',
): Exact => times(exact, { digits: percent.digits, decimals: percent.decimals + 2 }, exponent, rounding)

export const sumOf = (all: Iterable<Exact>): Exact => {
  let sum = 0n
  for (const one of all) sum += one
  return sum
}
export const absolute = (exact: Exact): Exact => (exact < 0n ? -exact : exact)

/** 10^-exponent major units. Throws a `RangeError` for decimals that an exact decimal does not have. */
function unitOf(exponent: number): bigint {
  const unit = units[exponent]
  if (unit === undefined) throw new RangeError(`no exact decimal has ${exponent} decimals`)
  return unit
}
const units = Array.from({ length: exactDecimals + 1 }, (_, exponent) => 10n ** BigInt(exactDecimals - exponent))

/** `dividend` ÷ `divisor` as the nearest integer. */
function quotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const [above, below] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  const whole = above / below
  const rest = absolute(above % below) * 2n
  const isUp = rest > below || (rest === below && (rounding === 'half_up' || whole % 2n !== 0n))
  return isUp ? whole + (above < 0n ? -1n : 1n) : whole
}
