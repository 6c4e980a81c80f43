import { z } from 'zod'
import { isDay } from './kit/text-forms.ts'
import { environment, text } from './kit/wire.ts'
import { dayAfter, dayAt, type Day } from './kit/zoned-day.ts'
import type { OutcomeStatus } from './recon-outcomes.ts'
import type { RecordType } from './recon-records.ts'

/** By which of its dates a record is looked for: that of its transaction, or the provider's own. */
export const reconDates = ['transaction', 'settlement'] as const
export type ReconDate = (typeof reconDates)[number]

/** A day of the merchant's, or a moment: in ISO 8601 with its offset, or `YYYY-MM-DD HH:mm:ss` in UTC. */
export const dayOrMoment = text(40)
  .refine((value) => isDay(value) || momentOf(value) !== null, { error: 'not_a_time' })
  .meta({ examples: ['2026-11-30'] })
const momentOf = (value: string): Date | null => {
  const told = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value)
  if (!told || !isDay(told[1] as string)) return null
  const moment = new Date(`${told[1]}T${told[2]}${told[3] ?? 'Z'}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Some days, the last one exclusive; either end may be open. */
export interface ReconDays {
  from: Day | null
  to: Day | null
}
/** The days of a zone that a range touches, whose end is exclusive. */
export function reconDaysOf({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string): ReconDays {
  return {
    from: from === undefined ? null : isDay(from) ? from : dayAt(momentOf(from) as Date, zone),
    to: to === undefined ? null : isDay(to) ? to : dayAfter(dayAt(new Date(Number(momentOf(to)) - 1), zone), 1),
  }
} // prettier-ignore

const some = (max: number) => z.array(text(max, 0)).max(50).optional()
/** What the dashboard's calls are narrowed to. A run reads the answer as it was then; without one it is that which holds. */
export const reconNarrowing = {
  environment: environment.optional(),
  from: dayOrMoment.optional(),
  /** Exclusive. */
  to: dayOrMoment.optional(),
  by: z.enum(reconDates).optional(),
  record_type: z.enum(['payment', 'refund', 'chargeback']).optional(),
  account_id: some(200),
  brand_id: some(100),
  marketplace_id: some(100),
  country: some(2),
  currency: some(10),
}
export const reconRunId = text(64).optional()
export const sourceA = text(40).meta({ examples: ['SIMULATOR_TXN'] })
export const sourceB = text(40).meta({ examples: ['SIMULATOR_SETTLEMENT'] })

/** The types of records behind a choice of the dashboard. */
export const typesChosen: Readonly<Record<'payment' | 'refund' | 'chargeback', readonly RecordType[]>> = {
  payment: ['payment'],
  refund: ['refund', 'refund_reversal'],
  chargeback: ['chargeback', 'chargeback_reversal'],
}

/** The outcomes of records that are in a match. */
export const statusesInMatch = ['amount_mismatch', 'fee_mismatch', 'tax_mismatch', 'date_shift', 'matched'] as const satisfies readonly OutcomeStatus[] // prettier-ignore
/** Those of records that nothing was found for, doubled or not due yet. */
export const statusesAlone = ['duplicate', 'missing_in_settlement', 'missing_in_transactions', 'expected'] as const satisfies readonly OutcomeStatus[] // prettier-ignore

/** Groups of records as integrations name them; the empty text is all. */
export const recordGroups = ['', 'reconciled', 'unreconciled', 'SankeyReconOrders', 'SankeyUnmatchedSku'] as const
export type RecordGroup = (typeof recordGroups)[number]

/** Differences as integrations name them. `no_mismatch` and `mismatch_no` are one. */
export const mismatchWords = {
  amount: 'amount',
  fee: 'fee',
  tax: 'tax',
  date: 'date',
  quantity: 'quantity',
  mismatch_amount: 'amount',
  mismatch_fee: 'fee',
  mismatch_tax: 'tax',
  mismatch_date: 'date',
  mismatch_quantity: 'quantity',
  mismatch_no: 'none',
  no_mismatch: 'none',
} as const
export type MismatchWord = keyof typeof mismatchWords
