import type { RecordMark, RecordType } from '#contract/recon-records.ts'
import type { Exact } from './exact.ts'
import type { SourceCell } from './source-rows.ts'

/**
 * One line of a file as all providers' lines are compared. Amounts are signed from the merchant's side; fee, tax and costs passed
 * on are positive where they were taken, so that gross × rate − fee − tax − passed on = net.
 */
export interface ReadRecord {
  type: RecordType
  merchantRef: string
  providerRef: string
  otherRef: string
  parentRef: string
  /** The instant, ISO 8601 in UTC; null where the file states only a day. */
  at: string | null
  /** The time as it is written. */
  atText: string
  /** The zone by which `at` was found: an offset, an IANA name or an abbreviation. */
  zone: string
  /** The provider's own day, `YYYY-MM-DD`. */
  bookedOn: string | null
  /** Null where the line states only a net. */
  gross: Exact | null
  currency: string
  fee: Exact
  tax: Exact
  passedOn: Exact
  /** Parts of the order that a fee may be taken of besides the gross, as they are written; null where none is stated. */
  delivery: Exact | null
  discount: Exact | null
  /** Null where the line states only a gross; {@link netOf} computes it. */
  net: Exact | null
  netCurrency: string
  /** Net per gross as exact decimal text; null where none is stated. */
  rate: string | null
  /** Empty where the line belongs to no batch yet. */
  batch: string
  method: string
  account: string
  country: string
  brand: string
  marketplace: string
  sku: string
  /** Decimal text; empty where none is stated. */
  quantity: string
  /** The word of a transaction file's status. */
  status: string
  /** 32 bytes in hex: what makes a row the same row again. */
  identity: string
  /** 32 bytes in hex, of all fields above. */
  content: string
  marks: RecordMark[]
  /** By how much the row contradicts its own arithmetic, in the net's currency. */
  off: Exact | null
}

/** Why a row is rejected: a reason with a sentence of its own in every language, and where. */
export interface RowFault {
  column: string
  value: string
  reason: RowReason
  params: Record<string, string | number>
}

/** The reasons of a rejected row. */
export const rowReasons = [
  'unknown_type',
  'no_type',
  'unknown_section',
  'empty',
  'no_amount',
  'groups_wrong',
  'marks_ambiguous',
  'two_signs',
  'too_many_decimals',
  'too_large',
  'other_currency',
  'currency_unknown',
  'no_currency',
  'unknown_direction',
  'both_sides_filled',
  'sign_of_type',
  'no_time',
  'not_in_date_format',
  'not_a_day',
  'no_such_time',
  'date_ambiguous',
  'zone_missing',
  'zone_unknown',
  'zone_ambiguous',
  'no_number',
  'row_long',
  'row_short',
] as const
export type RowReason = (typeof rowReasons)[number]

/** The rules by which every file's lines are left out, beside those of its layout or mapping. */
export const readerRules = ['empty', 'titles', 'stated'] as const
/** Why a file as a whole is not loaded, beside what the refusals of its bytes say. */
export const fileReasons = ['wrong_headers', 'rows_rejected', 'could_not_load'] as const

export type RowOutcome = { record: ReadRecord } | { ignored: string } | { rejected: RowFault[] }

/** A line of a file and what became of it. */
export interface ReadRow {
  /** Its number in the file, from 1. */
  no: number
  /** Its cells as the file has them. */
  cells: readonly SourceCell[]
  outcome: RowOutcome
}

/** A term of a proof's sum, in the order in which it is read. */
export interface ProofPart {
  what: 'opening' | RecordType
  count: number
  amount: Exact
}

/** What a file proves about one batch in one currency. */
export interface Proof {
  /** Lines against their payout; opening and movements against a closing; line by line; stated counts and sums. */
  kind: 'payout' | 'balance' | 'running' | 'footer'
  batch: string
  account: string
  currency: string
  /** Which balance or which stated figure: `count`, `credits`, `debits`, `fee_credits`, `fee_debits`, `net`, `gross`. */
  name: string
  state: 'proven' | 'unproven' | 'not_stated'
  computed: Exact
  stated: Exact | null
  /** Computed less stated; for a running balance the first break. */
  difference: Exact | null
  /** What the one rounding left. */
  remainder: Exact
  lines: number
  /** The number of the row where a running balance first breaks. */
  brokenAt: number | null
  parts: ProofPart[]
}

/** What is known once all rows are read. */
export interface ReadSummary {
  /** The titles of all columns; those of a sheet of refunds stand behind the others. */
  titles: string[]
  /** How many of them are of the sheet before that one; 0 without it. */
  titlesBefore: number
  /** Titles that neither the layout nor its sample knows. */
  newTitles: string[]
  /** Columns of numbers of more than 15 digits that all end in zeros. */
  digitsLost: string[]
  rows: number
  records: number
  ignored: Record<string, number>
  rejected: number
  /** The first and last instant or day of the records, `YYYY-MM-DD`; null without any. */
  period: { from: string; to: string } | null
  proofs: Proof[]
}

/** The rows in the pieces in which they come, and what is known at their end. */
export interface RecordsRead {
  rows: AsyncIterable<ReadRow[]>
  summary: () => ReadSummary
}
