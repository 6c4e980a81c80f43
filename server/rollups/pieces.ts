import { aheadOf, dayAfter, dayAt, startOfDay, type Day } from '#contract/kit/zoned-day.ts'

/** From a moment to another, which is exclusive. */
export interface Stretch {
  from: Date
  to: Date
}

/** A stretch of time, cut into the pieces that days, hours and the payments themselves answer. */
export interface Pieces {
  days: { from: Day; to: Day } | null
  hours: Stretch[]
  /** The pieces of days and hours, to which deltas have to be added. */
  rolledUp: Stretch[]
  raw: Stretch[]
}

/**
 * Cuts a stretch into whole days of the zone and the remains at its two ends, and those into whole hours and their remains.
 * `by` says which roll-ups can be used at all.
 */
export function piecesOf(stretch: Stretch, timeZone: string, by: { days: boolean; hours: boolean }): Pieces {
  const days = by.days ? wholeDays(stretch, timeZone) : null
  const middle = days && { from: startOfDay(days.from, timeZone), to: startOfDay(days.to, timeZone) }
  const ends = middle ? between(stretch, middle) : some(stretch)
  const cut = ends.map((end) => ({ end, hours: by.hours ? wholeHours(end, timeZone) : null }))
  const hours = cut.flatMap((one) => one.hours ?? [])
  return {
    days,
    hours,
    rolledUp: joined(middle ? [...hours, middle] : hours),
    raw: cut.flatMap(({ end, hours }) => (hours ? between(end, hours) : [end])),
  }
}

function wholeDays({ from, to }: Stretch, timeZone: string): { from: Day; to: Day } | null {
  const begun = dayAt(from, timeZone)
  const first = startOfDay(begun, timeZone).getTime() === from.getTime() ? begun : dayAfter(begun, 1)
  const last = dayAt(to, timeZone)
  return first < last && startOfDay(first, timeZone) < startOfDay(last, timeZone) ? { from: first, to: last } : null
}

/** Whole hours of the zone, which are not those of UTC where the offset is no whole hour. */
function wholeHours({ from, to }: Stretch, timeZone: string): Stretch | null {
  const begin = beginOfHour(new Date(from.getTime() + hourMs - 1), timeZone)
  const end = beginOfHour(to, timeZone)
  // Where clocks change by half an hour, an hour may begin before the stretch does.
  return begin < end && begin >= from ? { from: begin, to: end } : null
}
export function beginOfHour(moment: Date, timeZone: string): Date {
  const local = moment.getTime() + aheadOf(moment, timeZone)
  return new Date(moment.getTime() - (((local % hourMs) + hourMs) % hourMs))
}
const hourMs = 3_600_000

/** The remains of a stretch before and after a part of it. */
const between = (whole: Stretch, part: Stretch): Stretch[] => [
  ...some({ from: whole.from, to: part.from }),
  ...some({ from: part.to, to: whole.to }),
]
/** Joins stretches that follow on each other. */
function joined(stretches: Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = found.at(-1)
    if (last?.to.getTime() === from.getTime()) last.to = to
    else found.push({ from, to })
  }
  return found
}
const some = (stretch: Stretch): Stretch[] => (stretch.from < stretch.to ? [stretch] : [])
