import { absolute, type Exact } from '#server/recon-files/read/exact.ts'
import type { Comparable } from './comparable.ts'

/** A record of a block with its time as one number, so that times lie on a line as amounts do. */
export interface Placed {
  record: Comparable
  amount: Exact
  /** Seconds since 1970. A day without a time stands for its noon; what has neither stands at the beginning. */
  when: number
}

const daySeconds = 86_400
/** The year 4147. Times beyond it are errors, and sums of those before it stay numbers that are exact. */
const lastSecond = 2 ** 36
export const placed = (record: Comparable): Placed => ({
  record,
  amount: record.amount,
  when: Math.min(Math.max(secondsOf(record), 0), lastSecond),
})
const secondsOf = (record: Comparable): number =>
  record.timeMs !== null
    ? Math.floor(record.timeMs / 1_000)
    : record.bookedDay !== null
      ? record.bookedDay * daySeconds + daySeconds / 2
      : 0

export const byPlace = (one: Comparable, other: Comparable): number =>
  one.place < other.place ? -1 : one.place > other.place ? 1 : 0
/** By time, then by place: two records of a side are never equal in it. */
export const inOrderOfTime = (one: Placed, other: Placed): number =>
  one.when - other.when || byPlace(one.record, other.record)
export const inOrderOfAmount = (one: Placed, other: Placed): number =>
  one.amount < other.amount ? -1 : one.amount > other.amount ? 1 : inOrderOfTime(one, other)
/** By the provider's own day, then by place; what has no such day comes last. */
export const inOrderOfBooking = (one: Comparable, other: Comparable): number =>
  (one.bookedDay ?? Number.MAX_SAFE_INTEGER) - (other.bookedDay ?? Number.MAX_SAFE_INTEGER) || byPlace(one, other)

/** Whether two amounts are as good as equal: the tolerance is inclusive. */
export const isWithin = (tolerance: Exact, one: Exact, other: Exact): boolean => absolute(one - other) <= tolerance
