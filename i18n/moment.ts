import { dateLocale, type Language } from './languages.ts'

/** A moment for people, in a time zone: '23 November 2026 at 17:09 GMT+8'. */
export const momentText = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** The day of a moment for people, in a time zone: '23 November 2026'. */
export const dateText = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { timeZone, year: 'numeric', month: 'long', day: 'numeric' }).format(at)

/** A calendar day for people: '30 November 2026'. */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocale(language), {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))
