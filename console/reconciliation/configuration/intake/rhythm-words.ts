import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { LookTimes } from '#contract/recon-times.ts'
import { dateLocale, displayLocale, languages, type Language } from '#i18n/languages.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { weekdayName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'

/** Says when a folder is looked at, in one sentence. */
export function useRhythmWords(): (looked: LookTimes) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return ({ rhythm, every_minutes: minutes, weekdays, times, time_zone: zone }) => {
    if (rhythm === 'none') return t(($) => $.reconIntake.byHandOnly)
    if (rhythm === 'interval') {
      if (minutes % 1_440 === 0) return t(($) => $.reconIntake.everyDays, { count: minutes / 1_440 })
      if (minutes % 60 === 0) return t(($) => $.reconIntake.everyHours, { count: minutes / 60 })
      return t(($) => $.reconIntake.everyMinutes, { count: minutes })
    }
    const names = weekdaysInOrder(language).filter((day) => weekdays.includes(day))
    const days = new Intl.ListFormat(displayLocale(language)).format(
      names.map((day) => weekdayName(day, language, 'short')),
    )
    return t(($) => $.reconIntake.atTimes, {
      days: weekdays.length === 7 ? t(($) => $.reconIntake.eachDay) : days,
      times: times.map(isolatedLtr).join(' · '),
      zone: isolated(zone),
    })
  }
}

/** The days of a week from the one with which a week begins in the language; 1 is Monday. */
export const weekdaysInOrder = (language: Language): number[] =>
  Array.from({ length: 7 }, (_, place) => ((languages[language].firstDayOfWeek + place + 6) % 7) + 1)

/** The weekday of a timestamp in a zone. */
export const weekdayAt = (at: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(dateLocale(language), { timeZone, weekday: 'short' }).format(momentOf(at))
