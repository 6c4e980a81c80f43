import { ageBuckets, ageBucketNames, type AgeBucket } from '#contract/recon-decision-shapes.ts'
import { dayAfter, dayAt, type Day } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'

export interface Ages {
  today: Day
  /** How many working days have passed since a day. */
  of(day: Day | null): number
  bucketOf(age: number): AgeBucket
  /** The days of a bucket, both inclusive; the first is null where there is none. */
  daysOf(bucket: AgeBucket): { first: Day | null; last: Day }
}

/** Ages of exceptions by the merchant's calendar, in the merchant's zone. */
export async function agesOf(ctx: Ctx): Promise<Ages> {
  const [working, { time_zone: zone }] = [await workingDays(ctx), await merchantOf(ctx)]
  const today = dayAt(ctx.now, zone)
  const known = new Map<Day, number>([[today, 0]])
  let [earliest, age] = [today, 0]
  const backTo = (isEnough: () => boolean) => {
    while (!isEnough()) {
      if (working.isWorking(earliest)) age += 1
      earliest = dayAfter(earliest, -1)
      known.set(earliest, age)
    }
  }
  const of = (day: Day | null) => {
    if (day === null || day >= today) return 0
    backTo(() => earliest <= day)
    return known.get(day) ?? 0
  }
  const daysWith = (from: number, to: number) => {
    backTo(() => age > to)
    return [...known].filter(([, days]) => days >= from && days <= to).map(([day]) => day).toSorted()
  }
  return {
    today,
    of,
    bucketOf: (days) => ageBucketNames.find((name) => ageBuckets[name][0] <= days && days <= (ageBuckets[name][1] ?? Infinity)) ?? '31+',
    daysOf(bucket) {
      const [from, to] = ageBuckets[bucket]
      const days = daysWith(from, to ?? from)
      return { first: to === null ? null : (days[0] ?? today), last: from === 0 ? '9999-12-31' : (days.at(-1) ?? today) }
    },
  }
} // prettier-ignore
