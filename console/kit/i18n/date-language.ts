import dayjs from 'dayjs'
import { dateLocale, languages, type Language } from '#i18n/languages.ts'
import { useLanguage } from './words.ts'

/** The locale of a calendar's names, the day its week begins with, and the days of its week-end. */
export function useDateLanguage() {
  const language = useLanguage()
  nameDays(language)
  const { firstDayOfWeek, weekend } = languages[language]
  return { locale: language, firstDayOfWeek, weekendDays: [...weekend] }
}

/**
 * Registers the names of days and months from `Intl` at dayjs, the library of the calendars; a locale that dayjs has
 * stays.
 */
function nameDays(language: Language): void {
  const name = language.toLowerCase() // dayjs looks for nothing else
  if (dayjs.Ls[name]) return
  const locale = dateLocale(language)
  const day = (format: Intl.DateTimeFormatOptions) => namesOf(7, format, (at) => Date.UTC(2023, 0, 1 + at))
  const month = (format: Intl.DateTimeFormatOptions) => namesOf(12, format, (at) => Date.UTC(2023, at, 1))
  const namesOf = (count: number, format: Intl.DateTimeFormatOptions, at: (index: number) => number) =>
    Array.from({ length: count }, (_, index) =>
      new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(at(index)),
    )
  const names = {
    name,
    weekdays: day({ weekday: 'long' }),
    weekdaysShort: day({ weekday: 'short' }),
    weekdaysMin: day({ weekday: 'narrow' }),
    months: month({ month: 'long' }),
    monthsShort: month({ month: 'short' }),
    formats: {},
    relativeTime: {},
    ordinal: String,
  }
  dayjs.locale(names, undefined, true)
}
