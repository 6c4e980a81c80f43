import type { Calendar } from '#contract/holiday-calendar.ts'
import { arrivalOf, nextOpening } from '#contract/payout-rails.ts'
import { railFor } from '#contract/rails-of-channels.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, startOfDay, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import { calendarOf } from '#server/calendars/calendar.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { crossBorderOf } from './merchant.ts'

/** The country in whose currency settlements are reckoned. */
const baseCountry = 'US'

/**
 * When a settlement that is cut is sent, and when it arrives: on the first day, from that of the cut on, which is a working day both where
 * the money comes from and where it goes, when the channel's rail opens; where it has none at the day's beginning.
 */
export async function sendingTimes(
  ctx: Ctx,
  { cutOn, channelKey, currency }: { cutOn: Day; channelKey: string; currency: Currency },
): Promise<{ sendAt: Date; expectedOn: Day }> {
  const { timeZone, country } = await crossBorderOf(ctx)
  const calendars = [await calendarOf(ctx, baseCountry), await calendarOf(ctx, country)]
  let day = cutOn
  while (!isWorkingDay(day, calendars)) day = dayAfter(day, 1)
  const begins = startOfDay(day, timeZone)
  const rail = railFor(await catalogueKeyOf(ctx, channelKey), { type: 'BANK', country }, currency)
  if (!rail) return { sendAt: begins, expectedOn: day }
  const calendar = rail.hours.calendar === null ? null : await calendarOf(ctx, rail.hours.calendar)
  const sendAt = nextOpening(rail, begins, calendar)
  return { sendAt, expectedOn: arrivalOf(rail, sendAt, calendar).day }
}

const isWorkingDay = (day: Day, calendars: readonly (Calendar | null)[]): boolean =>
  weekdayOf(day) <= 5 && calendars.every((calendar) => !calendar?.holidays.has(day))

/** Index: primary key. */
async function catalogueKeyOf(ctx: Ctx, channelKey: string): Promise<string> {
  const row = await ctx.own
    .select('payment_channels')
    .select('catalogue_key')
    .where('channel_key', '=', channelKey)
    .executeTakeFirst()
  return row?.catalogue_key ?? channelKey
}
