import { weekdayOf, type Day } from './kit/zoned-day.ts'

/** The holidays of a country, for whatever counts working days. */
export interface Calendar {
  /** ISO 3166-1 alpha-2, or `EU` for the payment system of the euro. */
  country: string
  /** The years that it knows, both included. Of a day in another nothing is known. */
  firstYear: number
  lastYear: number
  holidays: ReadonlySet<Day>
}

/** Whether a calendar knows if a day is a holiday. */
export function knows(calendar: Calendar | null, day: Day): boolean {
  const year = Number(day.slice(0, 4))
  return calendar !== null && year >= calendar.firstYear && year <= calendar.lastYear
}

export const isHoliday = (day: Day, calendar: Calendar | null): boolean => calendar?.holidays.has(day) ?? false
/** From Monday to Friday, and no holiday as far as the calendar knows. */
export const isWorkingDay = (day: Day, calendar: Calendar | null): boolean =>
  weekdayOf(day) <= 5 && !isHoliday(day, calendar)
