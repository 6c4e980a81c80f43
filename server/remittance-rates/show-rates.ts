import { currencyCodes, type Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { calendarAmong, readAllCalendars } from '#server/calendars/calendar.ts'
import type { Database } from '#server/kit/db/db.ts'
import { isOld, ratesCalendar, workingDaysAfter } from './age.ts'

/** The newest rate of each currency that is not after a day, in lines for the operator. */
export async function showRates(database: Database, day: Day): Promise<string[]> {
  const { rows, calendar } = await database.transaction(null, async (tx) => ({
    rows: await tx.query<{ currency: Currency; day: Day; rate: string; source: string }>(
      `select r.* from unnest($1::text[]) as c (code)
       cross join lateral (
         select currency, day, trim_scale(rate)::text as rate, source from reference_rates
         where currency = c.code and day <= $2 order by day desc limit 1) r order by r.currency`,
      [currencyCodes, day],
    ),
    calendar: calendarAmong(await readAllCalendars(tx.queries()), ratesCalendar),
  }))
  if (rows.length === 0) return [`No rate is known of ${day} or before.`]
  const lines = rows.map(({ currency, day: of, rate, source }) => {
    const age = workingDaysAfter(of, day, calendar)
    const old = isOld(of, day, calendar) ? ', too old for a quote' : ''
    return `1 EUR = ${rate} ${currency}  ${of}  ${age} working ${age === 1 ? 'day' : 'days'} before ${day}${old}  ${source}`
  })
  const without = currencyCodes.filter((code) => code !== 'EUR' && !rows.some(({ currency }) => currency === code))
  return [...lines, ...(without.length > 0 ? [`Not known: ${without.join(', ')}`] : [])]
}
