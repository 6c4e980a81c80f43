import type { Period } from '#contract/analytics-questions.ts'
import { fieldFault } from '#contract/faults.ts'
import { dayAfter, dayAt, startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import { beginOfHour, type Stretch } from '#server/rollups/pieces.ts'

/**
 * The moments at which the bars of a stretch begin: at its own begin, then at each hour, day, Monday or first of a month of
 * the zone. Refuses a stretch of more bars than a chart can show.
 */
export function barsOf({ from, to }: Stretch, period: Period, timeZone: string): Date[] {
  const bars = [from]
  for (;;) {
    const next = nextBar(bars.at(-1) as Date, period, timeZone)
    if (next >= to) return bars
    if (bars.push(next) > limits.dashboardBarsMost) throw fieldFault('invalidRequest', 'period', 'too_small')
  }
}

/** The index of the bar in which a moment lies; the bars are in order and the moment is not before the first. */
export function barAt(bars: readonly Date[], moment: Date): number {
  let [low, high] = [0, bars.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((bars[middle] as Date) <= moment) low = middle
    else high = middle - 1
  }
  return low
}

function nextBar(bar: Date, period: Period, timeZone: string): Date {
  if (period === 'hours') {
    // The next full hour of the zone, also where its offset changes, even by a part of an hour.
    const later = beginOfHour(new Date(bar.getTime() + hourMs), timeZone)
    return later > bar ? later : new Date(bar.getTime() + hourMs)
  }
  const day = dayAt(bar, timeZone)
  const next = startOfDay(dayNext(day, period), timeZone)
  return next > bar ? next : startOfDay(dayAfter(day, 2), timeZone)
}
const hourMs = 3_600_000

function dayNext(day: Day, period: Exclude<Period, 'hours'>): Day {
  if (period === 'days') return dayAfter(day, 1)
  if (period === 'weeks') return dayAfter(day, 7 - ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
