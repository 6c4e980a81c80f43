import { weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Whether files are expected on a day, by the calendar of the merchant. */
export async function workingDays(_ctx: Ctx): Promise<(day: Day) => boolean> {
  return (day) => weekdayOf(day) < 6
}
