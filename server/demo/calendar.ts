import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { Chance } from './chance.ts'
import type { Profile } from './profiles.ts'

/**
 * The times of a merchant's orders in the days up to now, by the weights of its days and hours, with some growth and some
 * chance. They come day by day in order, so any number takes the same memory.
 */
export function* moments(
  { days, count, now, timeZone }: { days: number; count: number; now: Date; timeZone: string },
  profile: Profile,
  chance: Chance,
): Generator<Date[]> {
  const today = dayAt(now, timeZone)
  const dates = Array.from({ length: days }, (_, back) => dayAfter(today, back - days + 1))
  const weights = dates.map((date, number) => {
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
    return (profile.week[weekday] ?? 1) * profile.growth ** (number / days) * Math.exp(0.09 * chance.normal())
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let due = 0
  for (const [number, date] of dates.entries()) {
    due += (count * (weights[number] as number)) / all
    const placed = Math.floor(due)
    due -= placed
    yield dayOf(placed, startOfDay(date, timeZone), profile, chance).filter((at) => at < now)
  }
}

function dayOf(count: number, start: Date, { day }: Profile, chance: Chance): Date[] {
  const hours = day.map((weight, hour) => [hour, weight] as const)
  const placed = Array.from({ length: count }, () => {
    const hour = chance.weighed(hours)
    return new Date(start.getTime() + Math.floor((hour + chance.next()) * 3_600_000))
  })
  return placed.toSorted((a, b) => a.getTime() - b.getTime())
}
