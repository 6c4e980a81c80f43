import { kept } from '#contract/kit/kept.ts'
import { dayAfter, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'

/** The n-th working day after a day. The simulator works from Monday to Friday and has no holidays. */
export const workingDayAfter = kept((day: Day, days: number): Day => {
  let at = day
  for (let left = days; left > 0;) {
    at = dayAfter(at, 1)
    if (weekdayOf(at) <= 5) left -= 1
  }
  return at
}, 1_000)
