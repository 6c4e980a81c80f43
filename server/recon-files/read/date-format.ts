import { monthOf } from './month-names.ts'

/** What a text says in one format. */
export interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  milli: number
  /** The offset or zone as written; empty where there is none. */
  zone: string
}
export type PartsFault = 'not_in_date_format' | 'not_a_day' | 'no_such_time'

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
type Step =
  | { kind: 'digits'; part: Part; least: number; most: number }
  | { kind: 'year2' | 'milli' | 'monthName' | 'half' | 'offset' | 'zone' | 'blank' }
  | { kind: 'text'; text: string }

const tokens: Readonly<Record<string, Step>> = {
  YYYY: { kind: 'digits', part: 'year', least: 4, most: 4 },
  YY: { kind: 'year2' },
  MMMM: { kind: 'monthName' },
  MMM: { kind: 'monthName' },
  MM: { kind: 'digits', part: 'month', least: 2, most: 2 },
  M: { kind: 'digits', part: 'month', least: 1, most: 2 },
  DD: { kind: 'digits', part: 'day', least: 2, most: 2 },
  D: { kind: 'digits', part: 'day', least: 1, most: 2 },
  HH: { kind: 'digits', part: 'hour', least: 2, most: 2 },
  H: { kind: 'digits', part: 'hour', least: 1, most: 2 },
  hh: { kind: 'digits', part: 'hour', least: 2, most: 2 },
  h: { kind: 'digits', part: 'hour', least: 1, most: 2 },
  mm: { kind: 'digits', part: 'minute', least: 2, most: 2 },
  ss: { kind: 'digits', part: 'second', least: 2, most: 2 },
  SSS: { kind: 'milli' },
  A: { kind: 'half' },
  ZZ: { kind: 'offset' },
  Z: { kind: 'offset' },
  z: { kind: 'zone' },
}
const tokenForm = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|ZZ|Z|z| +|[^A-Za-z [\]]+|T/y

/** The steps of a format; null for one with letters that are no token. Letters to be read as they are stand in brackets. */
export function stepsOf(format: string): { steps: Step[]; names: string[] } | null {
  const names: string[] = []
  const steps: Step[] = []
  for (let at = 0; at < format.length; at = tokenForm.lastIndex) {
    tokenForm.lastIndex = at
    const found = tokenForm.exec(format)
    if (!found) return null
    const name = found[0]
    names.push(name)
    steps.push(tokens[name] ?? (name.startsWith(' ') ? { kind: 'blank' } : { kind: 'text', text: found[1] ?? name }))
  }
  const has = (...some: string[]) => some.some((name) => names.includes(name))
  const isDate = has('YYYY', 'YY') && has('MMMM', 'MMM', 'MM', 'M') && has('DD', 'D')
  return isDate && has('hh', 'h') === has('A') ? { steps, names } : null
}
export const isDateFormat = (format: string): boolean => wholeFormats.has(format) || stepsOf(format) !== null
/** Formats that are no sequence of parts. */
export const wholeFormats: ReadonlySet<string> = new Set(['unix', 'unix_ms', 'excel'])

/**
 * Reads texts of one format, strictly: widths, marks and the calendar have to be right. The parts of the last text stand in `parts`,
 * which is used again for the next.
 */
export class DateFormat {
  readonly hasTime: boolean
  readonly parts: DateParts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, milli: 0, zone: '' }
  private readonly steps: readonly Step[]
  private readonly isHalfDay: boolean
  private at = 0
  private half = -1

  /** Throws a `RangeError` for a format that is none. */
  constructor(format: string) {
    const read = stepsOf(format)
    if (!read) throw new RangeError(`not a date format: ${format}`)
    this.steps = read.steps
    this.hasTime = read.names.some((name) => /^[Hh]/.test(name))
    this.isHalfDay = read.names.includes('A')
  }

  /** Null where it is read. */
  read(text: string): PartsFault | null {
    const { parts } = this
    parts.hour = parts.minute = parts.second = parts.milli = 0
    parts.zone = ''
    this.at = 0
    this.half = -1
    for (const step of this.steps) if (!this.take(text, step)) return 'not_in_date_format'
    if (this.at !== text.length) return 'not_in_date_format'
    if (parts.month < 1 || parts.month > 12 || parts.day < 1 || parts.day > daysIn(parts.year, parts.month))
      return 'not_a_day'
    if (this.isHalfDay) {
      if (parts.hour < 1 || parts.hour > 12) return 'no_such_time'
      parts.hour = (parts.hour % 12) + this.half
    }
    return parts.hour > 23 || parts.minute > 59 || parts.second > 59 ? 'no_such_time' : null
  }

  private take(text: string, step: Step): boolean {
    const { parts } = this
    switch (step.kind) {
      case 'digits':
        return (parts[step.part] = this.number(text, step.least, step.most)) >= 0
      case 'text':
        if (!text.startsWith(step.text, this.at)) return false
        this.at += step.text.length
        return true
      case 'blank': {
        const from = this.at
        while (isBlank(text.charCodeAt(this.at))) this.at += 1
        return this.at > from
      }
      case 'year2':
        return (parts.year = 2000 + this.number(text, 2, 2)) >= 2000
      case 'milli':
        return this.fraction(text)
      case 'monthName': {
        const month = monthOf(this.run(text, isOfName))
        parts.month = month ?? 0
        return month !== undefined
      }
      case 'half': {
        const word = this.run(text, isOfName).replaceAll('.', '').toUpperCase()
        this.half = word === 'AM' ? 0 : word === 'PM' ? 12 : -1
        return this.half >= 0
      }
      case 'offset':
        parts.zone = this.run(text, isOfOffset)
        return parts.zone === 'Z' || (parts.zone.length > 1 && !parts.zone.endsWith('Z'))
      case 'zone':
        parts.zone = this.run(text, isOfZone)
        return parts.zone !== ''
    }
  }

  /** -1 where there are too few digits. */
  private number(text: string, least: number, most: number): number {
    let value = 0
    let count = 0
    while (count < most) {
      const digit = text.charCodeAt(this.at) - 48
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
      count += 1
      this.at += 1
    }
    return count < least ? -1 : value
  }
  /** One to nine digits; what is finer than a millisecond is cut off. */
  private fraction(text: string): boolean {
    const from = this.at
    let milli = 0
    for (let digit; (digit = text.charCodeAt(this.at) - 48) >= 0 && digit <= 9; this.at += 1)
      if (this.at - from < 3) milli = milli * 10 + digit
    const count = this.at - from
    this.parts.milli = count < 3 ? milli * 10 ** (3 - count) : milli
    return count > 0 && count < 10
  }
  private run(text: string, isOf: (code: number) => boolean): string {
    const from = this.at
    while (isOf(text.charCodeAt(this.at))) this.at += 1
    return text.slice(from, this.at)
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 160 || code === 0x202f
const isLetter = (code: number): boolean => (code > 64 && code < 91) || (code > 96 && code < 123)
/** Letters of any language, and the point of an abbreviation. */
const isOfName = (code: number): boolean => isLetter(code) || code === 46 || code > 191
/** `Z`, `+01:00`, `-0800`. */
const isOfOffset = (code: number): boolean =>
  (code > 47 && code < 59) || code === 43 || code === 45 || code === 90 || code === 0x2212
/** Those, and `PDT`, `Europe/Madrid`. */
const isOfZone = (code: number): boolean =>
  isLetter(code) ||
  (code > 47 && code < 59) ||
  code === 43 ||
  code === 45 ||
  code === 47 ||
  code === 95 ||
  code === 0x2212

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
export function daysIn(year: number, month: number): number {
  const isLeap = month === 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0)
  return isLeap ? 29 : (lengths[month - 1] ?? 0)
}
