import type { Database } from '#server/kit/db/db.ts'
import { readCalendars, type ReadCalendar } from './read-calendars.ts'

/** Loads the calendars of a CSV, each in the place of the country's former one. All or none; throws where the file is not right. */
export async function loadCalendars(database: Database, text: string, now: Date): Promise<ReadCalendar[]> {
  const calendars = readCalendars(text)
  await database.transaction(null, (tx) =>
    tx.query(
      `insert into holiday_calendars (country, first_year, last_year, holidays, loaded_at)
       select *, $2 from jsonb_to_recordset($1) as c (country text, first_year integer, last_year integer, holidays jsonb)
       on conflict (country) do update set first_year = excluded.first_year, last_year = excluded.last_year,
         holidays = excluded.holidays, loaded_at = excluded.loaded_at`,
      [JSON.stringify(calendars), now],
    ),
  )
  return calendars
}
