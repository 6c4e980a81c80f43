import type { Areas } from './areas.ts'
import { fill } from './fill.ts'
import { dateLocale, type Language } from './languages.ts'

type CalendarTexts = Areas['calendar']
/** The units of a period, by the letter of the wire. */
const units = { H: 'hour', D: 'day', W: 'week', M: 'month', Q: 'quarter', Y: 'year' } as const

interface Rhythm {
  frequency: number
  period: keyof typeof units
}
/** When something repeats; what its rhythm does not fix is null. */
export interface RepeatingRule extends Rhythm {
  time_zone: string
  /** `HH:mm` by the clocks of the zone. */
  time: string | null
  /** 1 is Monday. */
  weekday: number | null
  /** 1–12. */
  month: number | null
  day: number | null
  /** Some months lack that day. */
  or_last_day: boolean
}

interface Saying {
  language: Language
  texts: CalendarTexts
}

/** A rhythm in words, for the middle of a sentence: 'every 2 weeks'. */
export const rhythmWords = (rhythm: Rhythm, { language, texts }: Saying): string =>
  counted(rhythm, language, texts.every)

/** A length of time in words: '14 days'. */
export const spanWords = (rhythm: Rhythm, { language, texts }: Saying): string => counted(rhythm, language, texts.span)

/** A number of payments in words: '12 payments'. */
export function paymentsWords(count: number, { language, texts }: Saying): string {
  const forms: Readonly<Record<string, string>> = texts.payments
  return formOf(count, language, (form) => forms[`payment_${form}`])
}

/** A rule in words, for the middle of a sentence: 'every month on the 31st, or the last day of shorter months, at 12:00, …'. */
export function ruleWords(rule: RepeatingRule, saying: Saying): string {
  const { language, texts } = saying
  const { time, time_zone: timeZone, weekday, month, day, or_last_day: orLast } = rule
  const every = rhythmWords(rule, saying)
  if (time === null) return every
  const written = (options: Intl.DateTimeFormatOptions, on: Date) =>
    new Intl.DateTimeFormat(dateLocale(language), { timeZone: 'UTC', ...options }).format(on)
  const clock = written({ hour: '2-digit', minute: '2-digit' }, new Date(`2024-01-01T${time}Z`))
  const at = { every, time: clock, zone: zoneName(timeZone, language) }
  if (weekday !== null)
    return fill(texts.rule.weekday, { ...at, weekday: written({ weekday: 'long' }, new Date(Date.UTC(2024, 0, weekday))) })
  if (day === null) return fill(texts.rule.time, at)
  if (month === null)
    return fill(orLast ? texts.rule.dayOrLast : texts.rule.day, { ...at, day: dayWords(day, saying) })
  const date = written({ day: 'numeric', month: 'long' }, new Date(Date.UTC(2024, month - 1, day)))
  return fill(orLast ? texts.rule.dateOrLast : texts.rule.date, { ...at, date })
} // prettier-ignore

/** The name of a zone whatever the season: 'Singapore Standard Time'. */
const zoneName = (timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocale(language), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** A day of a month as it is said, by the ordinal forms of the language: '31st', '1er'. */
function dayWords(day: number, { language, texts }: Saying): string {
  const form = new Intl.PluralRules(language, { type: 'ordinal' }).select(day)
  return fill(texts.dayOfMonth[endings[form]], { day })
}
const endings = {
  one: 'first',
  two: 'second',
  few: 'third',
  other: 'further',
  zero: 'further',
  many: 'further',
} as const

/** The text of a count, in the plural form of the language. */
function counted({ frequency, period }: Rhythm, language: Language, forms: Readonly<Record<string, string>>): string {
  return formOf(frequency, language, (form) => forms[`${units[period]}_${form}`])
}

function formOf(count: number, language: Language, of: (form: string) => string | undefined): string {
  return fill(of(new Intl.PluralRules(language).select(count)) ?? of('other') ?? '', { count })
}
