import type { InvoiceSheetColumn } from '#contract/invoice-batches.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import { plainText } from '#contract/kit/money.ts'

/** What a cell says, or why it says nothing that can be used. */
export type Cell = { value: unknown } | { reason: string; params?: Readonly<Record<string, string | number>> }
/** Reads a cell that is not empty; the others of its row may say how. */
export type Reader = (text: string, others: (column: InvoiceSheetColumn) => string) => Cell

export const text: Reader = (value) => ({ value })

export const flag: Reader = (value) => {
  const word = value.toUpperCase()
  return word === 'TRUE' || word === 'FALSE' ? { value: word === 'TRUE' } : { reason: 'true_or_false' }
}

/** One of some words, in any case. */
export function oneOf(choices: readonly string[], spelled: (value: string) => string, reason = 'one_of'): Reader {
  const known = new Map(choices.map((choice) => [spelled(choice), choice]))
  const params = { choices: choices.join(', ') }
  return (value) => {
    const choice = known.get(spelled(value))
    if (choice !== undefined) return { value: choice }
    return reason === 'one_of' ? { reason, params } : { reason }
  }
}

export const country: Reader = (value) =>
  /^[A-Za-z]{2}$/.test(value) ? { value: value.toUpperCase() } : { reason: 'country_letters' }

/**
 * A day as `YYYY-MM-DD`; a real date cell comes as an ISO time. Any other way to write it might mean two days, so the answer
 * names them.
 */
export const day: Reader = (value) => {
  const written = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?Z?$/.exec(value)?.[1] ?? value
  if (isDay(written)) return { value: written }
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(value) ?? []
  const days = [`${year}-${twoDigits(b)}-${twoDigits(a)}`, `${year}-${twoDigits(a)}-${twoDigits(b)}`].filter(isDay)
  const [first = '', second = first] = days
  if (first !== second) return { reason: 'two_days', params: { first, second } }
  return first ? { reason: 'one_day', params: { day: first } } : { reason: 'write_day' }
}
const twoDigits = (number: string): string => number.padStart(2, '0')

/** A decimal with a point; cells of very large and small numbers come with an exponent. */
export const number = (value: string): Cell => {
  const plain = /^-?\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(value) ? plainText(Number(value)) : value
  if (/^-?[\d.]*,[\d.,]*\d%?$/.test(plain)) return { reason: 'decimal_point' }
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return { reason: 'not_a_number' }
  const [whole = '', fraction = ''] = plain.split('.')
  if (Number(plain) < 0) return { reason: 'negative' }
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > 6) return { reason: 'six_decimals' }
  if ((whole + decimals).replace(/^-?0*/, '').length > 15) return { reason: 'too_large' }
  return { value: Math.abs(Number(plain)) }
}

export const wholeNumber: Reader = (value) => {
  const read = number(value)
  return 'value' in read && !Number.isInteger(read.value) ? { reason: 'whole_number' } : read
}

/** Of a line: less than nothing is said by a discount or by a credit note. */
export const positiveAlone: Reader = (value) => {
  const read = number(value)
  return 'reason' in read && read.reason === 'negative' ? { reason: 'negative_line' } : read
}

/**
 * A percentage as its number, such as 19. A cell that a spreadsheet shows as 19 % holds 0.19, so less than 1 counts only with its
 * sign, as in `0.5%`.
 */
export const percent = (value: string): Cell => {
  const [, signed] = /^(.*\d)\s*%$/.exec(value) ?? []
  const read = number(signed ?? value)
  if (signed !== undefined || !('value' in read)) return read
  const found = read.value as number
  return found > 0 && found < 1 ? { reason: 'write_percent', params: { percent: hundredfold(found) } } : read
}
/** The amount of a cost, which may be a percentage. */
export const amountOrPercent: Reader = (value, others) =>
  (others('AdditionalCharges_Nature').toUpperCase() === 'PERCENT' ? percent : number)(value)
const hundredfold = (fraction: number): string => plainText(Number((fraction * 100).toPrecision(15)))
