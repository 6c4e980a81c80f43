import type { Calendar } from '#contract/holiday-calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
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
  memo(ctx, 'calendars', async () => {
    const loaded: NamedCalendar[] = await ctx.db.selectFrom('holiday_calendars').selectAll().execute()
    const countries = new Set(loaded.map(({ country }) => country))
    const others = shippedCalendars.filter(({ country }) => !countries.has(country))
    return [...loaded, ...others].toSorted((a, b) => a.country.localeCompare(b.country))
  })

/** The holidays of a country; null where nobody has loaded its calendar. */
export async function calendarOf(ctx: Ctx, country: string): Promise<Calendar | null> {
  const found = (await listCalendars(ctx)).find((one) => one.country === country)
  return found
    ? {
        country,
        firstYear: found.first_year,
        lastYear: found.last_year,
        holidays: new Set(Object.keys(found.holidays)),
      }
    : null
}
