import type { Calendar } from '#contract/holiday-calendar.ts'
import { railFor } from '#contract/rails-of-channels.ts'
import { nextOpening } from '#contract/payout-rails.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, startOfDay, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import type { AccountType } from '#contract/payout-shapes.ts'
import { calendarOf } from '#server/calendars/calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { crossBorderOf } from './merchant.ts'

/** The country in whose currency settlements are reckoned. */
const baseCountry = 'US'

/** The first day on or after one that is a working day both where the money comes from and where it goes. */
export async function sendingDay(ctx: Ctx, from: Day): Promise<Day> {
  const { country } = await crossBorderOf(ctx)
  const calendars = [await calendarOf(ctx, baseCountry), await calendarOf(ctx, country)]
  let day = from
  while (!isWorkingDay(day, calendars)) day = dayAfter(day, 1)
  return day
}
const isWorkingDay = (day: Day, calendars: readonly (Calendar | null)[]): boolean =>
  weekdayOf(day) <= 5 && calendars.every((calendar) => !calendar?.holidays.has(day))

/** When a settlement is sent on a day: when the channel's rail to the account opens, and where it has none at the day's beginning. */
export async function sendingTime(
  ctx: Ctx,
  {
    day,
    catalogueKey,
    to,
    currency,
  }: { day: Day; catalogueKey: string; to: { type: AccountType; country: string } | null; currency: Currency },
): Promise<Date> {
  const { timeZone, country } = await crossBorderOf(ctx)
  const begins = startOfDay(day, timeZone)
  const rail = railFor(catalogueKey, to ?? { type: 'BANK', country }, currency)
  if (!rail) return begins
  const calendar = rail.hours.calendar === null ? null : await calendarOf(ctx, rail.hours.calendar)
  return nextOpening(rail, begins, calendar)
}
