import { bucketOfAge } from '#contract/recon-report-kinds.ts'
import { dayAfter, dayAt, type Day } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Made } from '#server/kit/http/export-of.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'

/** How many working days have passed since a day, up to today in the merchant's zone. */
export async function ageing(ctx: Ctx): Promise<(day: Day) => number> {
  const [calendar, { time_zone }] = await Promise.all([workingDays(ctx), merchantOf(ctx)])
  const today = dayAt(ctx.now, time_zone)
  const known = new Map<Day, number>()
  return (since) => {
    const found = known.get(since)
    if (found !== undefined) return found
    let days = 0
    for (let day = dayAfter(since, 1); day <= today; day = dayAfter(day, 1)) if (calendar.isWorking(day)) days += 1
    known.set(since, days)
    return days
  }
}

/** The columns of an exception's age. What has no day of its transaction counts from the provider's. */
export async function agesOf(ctx: Ctx): Promise<Readonly<Record<'age_days' | 'age_bucket', Made>>> {
  const ageOf = await ageing(ctx)
  const from = ['transaction_date', 'settlement_date']
  const of = ([day = '', booked = '']: readonly string[]) => (day || booked ? ageOf(day || booked) : null)
  return {
    age_days: { from, isNumber: true, text: (values) => String(of(values) ?? '') },
    age_bucket: {
      from,
      text(values, { words }) {
        const days = of(values)
        return days === null ? '' : words('reconAges', bucketOfAge(days))
      },
    },
  }
}
