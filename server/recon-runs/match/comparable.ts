import type { RecordType } from '#contract/recon-records.ts'
import type { Exact } from '#server/recon-files/read/exact.ts'

/** A record as the matching of a block compares it. Its amount is the gross, from the merchant's side; that of a net-only line is told apart. */
export interface Comparable {
  /** Its number in this run, which says nothing; of both sides together unique. */
  n: number
  type: RecordType
  amount: Exact
  /** The line states only a net, so its amount is no gross. */
  isNet: boolean
  /** Milliseconds since 1970; null where only a day is known. */
  timeMs: number | null
  /** The provider's own day as a count of days since 1970; null where none is known. */
  bookedDay: number | null
  /** Where it stands in all files of its side, in the order of their periods: the same whatever came first, and no two of a side alike. */
  place: string
}

/** What the records of one reference, type and currency come to. */
export interface BlockMatch {
  kind: 'reference' | 'repeated' | 'parts'
  strength: 'confirmed' | 'suggested' | 'ambiguous'
  a: readonly number[]
  b: readonly number[]
}
export interface Resolved {
  matches: BlockMatch[]
  /** Lines that say again what another one says, and the transaction that this one is matched with. */
  duplicates: { n: number; of: number }[]
  /** Of what stays alone: the nearest of the other side, which was not taken. */
  nearest: ReadonlyMap<number, number>
}
