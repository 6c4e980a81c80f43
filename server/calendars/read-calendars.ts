import { isDay } from '#contract/kit/text-forms.ts'
import { csvTable } from '#server/kit/files/csv-table.ts'
import type { NamedCalendar } from './calendar.ts'

export type ReadCalendar = Omit<NamedCalendar, 'loaded_at'>

/**
 * The calendars of a CSV with `country`, `date` and `name`. A calendar knows the years of its dates, each of which has to have some:
 * a gap between them throws, as does anything that is no country or day.
 */
export function readCalendars(text: string): ReadCalendar[] {
  const byCountry = new Map<string, Record<string, string>>()
  for (const { line, cells } of csvTable(text, ['country', 'date', 'name'])) {
    const { country = '', date = '', name = '' } = cells
    if (!/^[A-Z]{2}$/.test(country)) throw new Error(`Line ${line}: ${country} is not a country's two letters.`)
    if (!isDay(date)) throw new Error(`Line ${line}: ${date} is not a day, YYYY-MM-DD.`)
    const holidays = byCountry.get(country) ?? {}
    holidays[date] = holidays[date] ? `${holidays[date]}, ${name}` : name
    byCountry.set(country, holidays)
  }
  if (byCountry.size === 0) throw new Error('The file has no holidays.')
  return [...byCountry].map(([country, holidays]) => ({ country, ...yearsOf(country, holidays), holidays }))
}

function yearsOf(country: string, holidays: Record<string, string>) {
  const years = [...new Set(Object.keys(holidays).map((day) => Number(day.slice(0, 4))))].toSorted((a, b) => a - b)
  const [first_year, last_year] = [years[0] as number, years.at(-1) as number]
  if (last_year - first_year !== years.length - 1)
    throw new Error(`${country} has holidays in ${years.join(', ')}: the years between have none.`)
  return { first_year, last_year }
}
