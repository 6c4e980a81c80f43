import type { Calendar } from '#contract/holiday-calendar.ts'
import { dayAfter, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import { calendarOf } from '#server/calendars/calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readKept } from './kept.ts'

/** The days on which a merchant's files are expected and settlements arrive. */
export interface WorkingDays {
  isWorking(day: Day): boolean
  /** The working day that many working days after `day`; with 0 the day itself, or the first working day after it. */
  after(day: Day, days: number): Day
}

/** Those of the owner: its weekend, its country's holidays and its own. */
export async function workingDays(ctx: Ctx): Promise<WorkingDays> {
  const { weekend, country, holidays } = await readKept(ctx)
  const known = country === '' ? null : await calendarOf(ctx, country)
  return workingDaysOf({ weekend, holidays: new Set(Object.keys(holidays)), known })
}

export function workingDaysOf({
  weekend,
  holidays,
  known,
}: {
  weekend: readonly number[]
  holidays: ReadonlySet<Day>
  known: Calendar | null
}): WorkingDays {
  const isWorking = (day: Day) =>
    !weekend.includes(weekdayOf(day)) && !holidays.has(day) && !(known?.holidays.has(day) ?? false)
  const next = (day: Day): Day => {
    let found = day
    // A calendar without any working day of a year is no calendar.
    for (let tried = 0; !isWorking(found) && tried < 366; tried++) found = dayAfter(found, 1)
    return found
  }
  return {
    isWorking,
    after(day, days) {
      let found = next(day)
      for (let left = days; left > 0; left--) found = next(dayAfter(found, 1))
      return found
    },
  }
}
