import type { Day } from './kit/zoned-day.ts'
import { limits } from './limits.ts'

/** The numbers that a series draws: a pattern with the parts of a date and one counter, such as `INV-{YYYY}-{####}`. */

export const numberSeries = ['invoice', 'credit_note'] as const
export type NumberSeries = (typeof numberSeries)[number]
/** The patterns of merchants who have set none. */
export const defaultPatterns: Readonly<Record<NumberSeries, string>> = {
  invoice: 'INV-{YYYY}-{####}',
  credit_note: 'CN-{YYYY}-{####}',
}

export type PatternFault = 'unknown_token' | 'one_counter' | 'not_printable' | 'too_long'

/** Why a pattern cannot be used; null when it can. */
export function patternFault(pattern: string): PatternFault | null {
  const tokens = pattern.match(/\{[^{}]*\}/g) ?? []
  if (tokens.some((token) => !isCounter(token) && !(token in dateParts))) return 'unknown_token'
  if (tokens.filter(isCounter).length !== 1) return 'one_counter'
  if (!/^[A-Za-z0-9/._-]*$/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))) return 'not_printable'
  const longest = numberOf(
    { stem: stemOf(pattern, '2000-01-01'), width: Math.max(counterDigits, widthOf(pattern)) },
    1n,
  )
  return longest.length > limits.invoiceNumberLength ? 'too_long' : null
}

/** Numbers with one stem share a counter: the pattern with the date filled in, and `#` for the counter. */
export interface NumberPlace {
  stem: string
  /** The least digits of the counter. */
  width: number
}
/** Where a pattern draws the number of something with this date. */
export const placeOf = (pattern: string, day: Day): NumberPlace => ({
  stem: stemOf(pattern, day),
  width: widthOf(pattern),
})
export const numberOf = ({ stem, width }: NumberPlace, counter: bigint): string =>
  stem.replace('#', counter.toString().padStart(width, '0'))

/** Whether a number looks like one that the pattern would draw, at any date. */
export function looksDrawn(pattern: string, number: string): boolean {
  const spelled = pattern.split(/(\{[^{}]*\})/).map((part) => {
    if (part in dateParts) return `\\d{${(dateParts[part] as DatePart).digits}}`
    return isCounter(part) ? `\\d{${part.length - 2},}` : RegExp.escape(part)
  })
  return new RegExp(`^${spelled.join('')}$`).test(number)
}

interface DatePart {
  digits: number
  of(day: Day): string
}
const dateParts: Readonly<Record<string, DatePart>> = {
  '{YYYY}': { digits: 4, of: (day) => day.slice(0, 4) },
  '{YY}': { digits: 2, of: (day) => day.slice(2, 4) },
  '{MM}': { digits: 2, of: (day) => day.slice(5, 7) },
}
const isCounter = (token: string): boolean => /^\{#+\}$/.test(token)
/** The digits that a counter may grow to. */
const counterDigits = 9
const widthOf = (pattern: string): number => (/\{(#+)\}/.exec(pattern)?.[1] ?? '').length
const stemOf = (pattern: string, day: Day): string =>
  pattern.replaceAll(/\{[^{}]*\}/g, (token) => (isCounter(token) ? '#' : (dateParts[token]?.of(day) ?? '')))
