import type { Calendar } from '#contract/holiday-calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'
import { memo } from '#server/kit/db/memo.ts'
import { shippedCalendars } from './shipped.ts'

/** A calendar with the names of its holidays by day, and when the operator loaded it; null for one that ships. */
export interface NamedCalendar {
  country: string
  first_year: number
  last_year: number
  holidays: Readonly<Record<string, string>>
  loaded_at: Date | null
}

/** Every calendar that is known, by country: what the operator has loaded in place of what ships. */
export const listCalendars = (ctx: Ctx): Promise<NamedCalendar[]> =>
  memo(ctx, 'calendars', () => readAllCalendars(ctx.db))

/** The same, read anew, for a tool. */
export async function readAllCalendars(db: Db): Promise<NamedCalendar[]> {
  const loaded: NamedCalendar[] = await db.selectFrom('holiday_calendars').selectAll().execute()
  const countries = new Set(loaded.map(({ country }) => country))
  const others = shippedCalendars.filter(({ country }) => !countries.has(country))
  return [...loaded, ...others].toSorted((a, b) => a.country.localeCompare(b.country))
}

/** The holidays of a country; null where nobody has loaded its calendar. */
export const calendarOf = async (ctx: Ctx, country: string): Promise<Calendar | null> =>
  calendarAmong(await listCalendars(ctx), country)

export function calendarAmong(calendars: readonly NamedCalendar[], country: string): Calendar | null {
  const found = calendars.find((one) => one.country === country)
  return found
    ? {
        country,
        firstYear: found.first_year,
        lastYear: found.last_year,
        holidays: new Set(Object.keys(found.holidays)),
      }
    : null
}
