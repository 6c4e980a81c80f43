import * as korea from '@hyunbinseo/holidays-kr/all'
import type { NamedCalendar } from './calendar.ts'

/** The calendars that come with the installation: Korea's, as its gazette has announced it. */
export const shippedCalendars: readonly NamedCalendar[] = [koreanCalendar()]

function koreanCalendar(): NamedCalendar {
  const years = Object.values(korea)
  const holidays = Object.fromEntries(
    years.flatMap((year) => Object.entries(year).map(([day, names]) => [day, names.join(', ')])),
  )
  const known = Object.keys(holidays).map((day) => Number(day.slice(0, 4)))
  return {
    country: 'KR',
    first_year: Math.min(...known),
    last_year: Math.max(...known),
    holidays,
    loaded_at: null,
  }
}
