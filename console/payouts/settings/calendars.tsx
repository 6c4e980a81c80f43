import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listCalendars, type HolidayCalendar } from '#contract/calendars.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Day } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { dayAt } from '#contract/kit/zoned-day.ts'
import styles from './settings.module.css'

const holidaysShown = 5

/** The calendars by which working days are counted, each with its next holidays and the last year that it knows. */
export function Calendars(): ReactNode {
  const { t } = useTranslation()
  const query = useCall(listCalendars, {})
  return (
    <Section title={t(($) => $.calendars.title)}>
      <p className={styles['about']}>{t(($) => $.calendars.about)}</p>
      {query.data ? (
        <ul className={styles['words']}>
          {query.data.map((calendar) => (
            <CalendarShown key={calendar.country} calendar={calendar} />
          ))}
        </ul>
      ) : (
        <Unanswered query={query} lines={3} />
      )}
    </Section>
  )
}

function CalendarShown({ calendar }: { calendar: HolidayCalendar }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const today = dayAt(new Date(), useTimeZone())
  const { country, last_year: lastYear, holidays } = calendar
  const isOver = Number(today.slice(0, 4)) > lastYear
  const next = holidays.filter(({ day }) => day >= today).slice(0, holidaysShown)
  const name = country === 'EU' ? t(($) => $.calendars.euro) : isolated(countryName(country, language))
  return (
    <li>
      {t(($) => $.calendars.known, { name, from: String(calendar.first_year), to: String(lastYear) })}
      {isOver && <p className={styles['missing']}>{t(($) => $.calendars.over)}</p>}
      {next.length > 0 && (
        <ul>
          {next.map(({ day, name: holiday }) => (
            <li key={day}>
              <Day of={day} /> <bdi>{holiday}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
