import { aheadOf } from '#contract/kit/zoned-day.ts'

const dayMs = 86_400_000

/** How a local time stands to the changes of clocks; null for the usual case of one moment. */
export type ClockMark = 'time_skipped' | 'time_twice' | null

/** An offset and the moment until which it holds. */
interface Period {
  until: number
  offset: number
}

/**
 * The clocks of a time zone of IANA. A day's offsets are looked up once, so that a million times of a few hundred days cost little
 * more than one of each. Throws a `RangeError` for a name that is none.
 */
export class ZoneClock {
  private readonly timeZone: string
  private readonly offsets = new Map<number, number>()
  private readonly days = new Map<number, number | Period[]>()
  /** What {@link momentOf} has found about the last time. */
  mark: ClockMark = null

  constructor(timeZone: string) {
    this.timeZone = timeZone
    this.offsetOfDay(0)
  }

  /**
   * The moment of a local time, both in milliseconds since 1970. One that the clocks skip moves on by as much as they skip; of one that
   * comes twice it is the first.
   */
  momentOf(wall: number): number {
    this.mark = null
    const around = this.around(Math.floor(wall / dayMs))
    if (typeof around === 'number') return wall - around
    let from = Number.NEGATIVE_INFINITY
    let found: number | null = null
    for (const [at, { until, offset }] of around.entries()) {
      const moment = wall - offset
      if (moment >= from && moment < until) {
        if (found === null) found = moment
        else this.mark = 'time_twice'
      }
      const next = around[at + 1]
      if (next && found === null && moment >= until && wall - next.offset < until) {
        this.mark = 'time_skipped'
        return moment
      }
      from = until
    }
    return found ?? wall - (around.at(-1) as Period).offset
  }

  /** The local time of a moment. */
  wallOf(moment: number): number {
    const around = this.around(Math.floor(moment / dayMs))
    if (typeof around === 'number') return moment + around
    return moment + (around.find(({ until }) => moment < until) as Period).offset
  }

  /** The offset of a day and its neighbours, or those between which it changes. */
  private around(day: number): number | Period[] {
    const known = this.days.get(day)
    if (known !== undefined) return known
    if (this.days.size >= daysMost) this.days.clear()
    const periods: Period[] = []
    let offset = this.offsetOfDay(day - 1)
    for (let next = day; next <= day + 2; next += 1) {
      const later = this.offsetOfDay(next)
      if (later === offset) continue
      periods.push({ until: this.changeBetween((next - 1) * dayMs, next * dayMs, offset), offset })
      offset = later
    }
    const around = periods.length === 0 ? offset : [...periods, { until: Number.POSITIVE_INFINITY, offset }]
    this.days.set(day, around)
    return around
  }

  /** The offset at the beginning of a day of UTC. */
  private offsetOfDay(day: number): number {
    let offset = this.offsets.get(day)
    if (offset !== undefined) return offset
    if (this.offsets.size >= daysMost) this.offsets.clear()
    offset = aheadOf(new Date(day * dayMs), this.timeZone)
    this.offsets.set(day, offset)
    return offset
  }

  /** The second at which an offset ends. */
  private changeBetween(from: number, to: number, offset: number): number {
    let [before, after] = [from, to]
    while (after - before > 1_000) {
      const middle = Math.floor((before + after) / 2_000) * 1_000
      if (aheadOf(new Date(middle), this.timeZone) === offset) before = middle
      else after = middle
    }
    return after
  }
}
const daysMost = 100_000
