import { exponentOf } from '#contract/iso-currencies.ts'
import { strippedOf } from './amount-signs.ts'
import { absolute, exactMost, exactOf, exactOfMinor, signed, type Exact } from './exact.ts'
import { digitsOf, type DigitsFault, type Marks } from './marks.ts'
import type { NumberCell, SourceCell } from './source-rows.ts'

/** How the amounts of a column are written. */
export interface AmountForm extends Marks {
  /** Major units, minor units by ISO 4217, or hundredths whatever the currency. */
  unit?: 'major' | 'minor' | 'hundredths' | undefined
}
/** Why a cell is no amount; `empty` for a cell without text. */
export type AmountFault =
  | DigitsFault
  | 'empty'
  | 'two_signs'
  | 'too_many_decimals'
  | 'too_large'
  | 'other_currency'
  | 'currency_unknown'

/**
 * Reads a cell as an exact amount of major units. `currency` is that of the row: a code or sign of another in the cell is refused,
 * and minor units follow its decimals. An exponent is read in a cell that is a number, and nowhere else.
 */
export function readAmount(cell: SourceCell, form: AmountForm, currency?: string): Exact | AmountFault {
  const amount = typeof cell === 'string' ? amountOfText(cell, form, currency) : amountOfNumber(cell)
  if (typeof amount === 'string' || form.unit === undefined || form.unit === 'major') return amount
  const exponent = form.unit === 'hundredths' ? 2 : exponentOf(currency ?? '')
  if (exponent === undefined) return 'currency_unknown'
  const divisor = 10n ** BigInt(exponent)
  return amount % divisor === 0n ? amount / divisor : 'too_many_decimals'
}

function amountOfText(cell: string, form: AmountForm, currency: string | undefined): Exact | AmountFault {
  // Most files write amounts plainly.
  if (form.decimal === '.' && isPlain(cell)) return exactOf(cell) ?? tooMuch(cell)
  const stripped = strippedOf(cell)
  if (typeof stripped === 'string') return stripped
  if (currency !== undefined && stripped.currency !== undefined && stripped.currency !== currency)
    return 'other_currency'
  const digits = digitsOf(stripped.digits, form)
  if (typeof digits === 'string') return digits
  return signed(stripped.isNegative, digits.whole, digits.fraction) ?? tooMuch(`${digits.whole}.${digits.fraction}`)
}
/** Digits with at most one point among them, and perhaps a minus before them. */
function isPlain(cell: string): boolean {
  const from = cell.charCodeAt(0) === 45 ? 1 : 0
  let point = -1
  for (let at = from; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at)
    if (code === 46 && point < 0) point = at
    else if (code < 48 || code > 57) return false
  }
  return cell.length > from && point !== from && point !== cell.length - 1
}
/** Why digits that are an amount have no exact decimal. */
function tooMuch(text: string): AmountFault {
  const whole = /^-?0*(\d*)/.exec(text)?.[1] ?? ''
  return whole.length > String(exactMost).length - 8 ? 'too_large' : 'too_many_decimals'
}

/**
 * A cell that is a number is a binary float as text. It is rounded to the 15 digits that a spreadsheet shows: 5.3499999999999996 is
 * 5.35. What a formula leaves of a difference that is zero, such as -1.42E-14, is zero.
 */
function amountOfNumber({ number }: NumberCell): Exact | AmountFault {
  const read = significant(number)
  if (read === null) return number === '' ? 'empty' : 'no_amount'
  const { isNegative, digits, exponent } = read
  if (digits === '' || exponent < -10) return 0n
  if (exponent > 22) return 'too_large'
  const padded = digits.padEnd(exponent, '0')
  const [whole, fraction] =
    exponent <= 0 ? ['', '0'.repeat(-exponent) + digits] : [padded.slice(0, exponent), padded.slice(exponent)]
  return signed(isNegative, whole, fraction) ?? 'too_many_decimals'
}

/** 0.`digits` × 10^`exponent`, rounded to 15 digits, without zeros at either end; null for what is no number. */
function significant(number: string): { isNegative: boolean; digits: string; exponent: number } | null {
  const found = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,4}))?$/.exec(number.trim())
  if (!found) return null
  const [, sign, whole = '', fraction = '', power = '0'] = found
  if (whole + fraction === '') return null
  const all = whole + fraction
  const leading = /^0*/.exec(all)?.[0].length ?? 0
  let digits = all.slice(leading)
  let exponent = whole.length - leading + Number(power)
  if (digits.length > 15) {
    const isUp = digits.charCodeAt(15) >= 53
    digits = (BigInt(digits.slice(0, 15)) + (isUp ? 1n : 0n)).toString()
    exponent += digits.length - 15
  }
  return { isNegative: sign === '-', digits: digits.replace(/0+$/, ''), exponent }
}

/** The text of a cell as a person sees it: a number in plain digits, as a spreadsheet shows it. */
export function cellText(cell: SourceCell): string {
  if (typeof cell === 'string') return cell
  const read = significant(cell.number)
  if (read === null) return cell.number
  const { isNegative, digits, exponent } = read
  if (digits === '') return '0'
  if (exponent > 40 || exponent < -40) return cell.number
  const whole = exponent <= 0 ? '0' : digits.slice(0, exponent).padEnd(exponent, '0')
  const fraction = exponent <= 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Whether an amount has no more decimals than its currency, zeros aside; false for a code that is no currency. */
export function fitsCurrency(amount: Exact, currency: string): boolean {
  const exponent = exponentOf(currency)
  return exponent !== undefined && absolute(amount) % exactOfMinor(1, exponent) === 0n
}
