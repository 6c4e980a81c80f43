import { aheadOf } from '#contract/kit/zoned-day.ts'

/**
 * A second opinion on when periods begin, without any code of the first: plain numbers, months by the proleptic calendar of `Date`, and
 * the offsets that `Intl` tells, of which a change is found by halving. Moments are milliseconds, and so are local times, as though
 * they were UTC.
 */
export interface ModelCalendar {
  zone: string
  anchor: number
  every: number
  period: string
}

const second = 1_000
const hour = 3_600_000
const day = 24 * hour
const monthsOf: Record<string, number> = { M: 1, Q: 3, Y: 12 }

/** The moment at which period `n` begins. */
export function modelBoundary({ zone, anchor, every, period }: ModelCalendar, n: number): number {
  if (n === 0) return anchor
  if (period === 'H') return anchor + n * every * hour
  return momentOf(shifted(shownAt(anchor, zone), n * every, period), zone)
}

/** What the clocks of a zone show. */
export const shownAt = (moment: number, zone: string): number => moment + aheadOf(new Date(moment), zone)

/** A local time so many periods later: a day that the month lacks is its last. */
export function shifted(local: number, count: number, period: string): number {
  if (period === 'D' || period === 'W') return local + count * (period === 'W' ? 7 : 1) * day
  const from = new Date(local)
  const month = from.getUTCMonth() + count * (monthsOf[period] ?? Number.NaN)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const time = ((local % day) + day) % day
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) + time
}

/** The first moment at which the clocks show a local time; where they skip it, as long after the change as it is after the skip's start. */
export function momentOf(local: number, zone: string): number {
  // No zone is further ahead than 14 hours, or behind than 12.
  const [from, to] = [local - 15 * hour, local + 13 * hour]
  const change = changeBetween(from, to, zone)
  if (change === undefined) return local - aheadOf(new Date(from), zone)
  const [before, after] = [change - second, change].map((moment) => aheadOf(new Date(moment), zone)) as [number, number]
  const shownFirst = local < change + before
  const isSkipped = !shownFirst && local < change + after
  return local - (shownFirst || isSkipped ? before : after)
}

/** The moment between two at which the clocks of a zone change, if they do. */
function changeBetween(from: number, to: number, zone: string): number | undefined {
  const ahead = aheadOf(new Date(from), zone)
  if (aheadOf(new Date(to), zone) === ahead) return undefined
  let [low, high] = [Math.floor(from / second), Math.ceil(to / second)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (aheadOf(new Date(middle * second), zone) === ahead) low = middle
    else high = middle
  }
  return high * second
}

/** A change of the clocks: when, by how much, and what they showed at its end and start. */
export interface ClockChange {
  by: number
  /** The local times about which something is skipped, or comes twice. */
  local: number
}
/** The changes of a zone between two moments. None is undone within three days. */
export function changesOf(zone: string, from: number, to: number): ClockChange[] {
  const found: ClockChange[] = []
  for (let moment = from; moment < to; moment += 3 * day) {
    const change = changeBetween(moment, moment + 3 * day, zone)
    if (change === undefined) continue
    const [before, after] = [shownAt(change - second, zone) + second, shownAt(change, zone)]
    found.push({ by: after - before, local: Math.min(before, after) })
  }
  return found
}

/** Zones whose clocks change by an hour and by half of one, at midnight and at night, north and south, about a month, and never. */
export const modelZones = [
  'America/New_York', 'America/Santiago', 'Europe/Berlin', 'Europe/London', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut',
  'Asia/Kathmandu', 'Asia/Singapore', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham',
] as const // prettier-ignore
