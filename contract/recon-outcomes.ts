import type { RecordType } from './recon-records.ts'

/**
 * What became of a record of either side, in the order in which one goes before another; all differences are kept as numbers beside it.
 * `expected` is not due yet, and `adjustment` is a line that is no payment, refund or chargeback: neither is an exception.
 */
export const outcomeStatuses = [
  'duplicate',
  'missing_in_settlement',
  'missing_in_transactions',
  'amount_mismatch',
  'fee_mismatch',
  'tax_mismatch',
  'date_shift',
  'matched',
  'expected',
  'adjustment',
] as const
export type OutcomeStatus = (typeof outcomeStatuses)[number]
/** Those that somebody has to look at, until a decision closes them. */
export const exceptionStatuses = outcomeStatuses.slice(0, 7) as readonly OutcomeStatus[]

/** Differences of a match; a record may have several. */
export const mismatches = ['amount', 'fee', 'tax', 'date', 'quantity'] as const
export type Mismatch = (typeof mismatches)[number]

/** How sure a match is. Only a confirmed one counts as a match; the others stand beside what is missing. */
export const matchStrengths = ['confirmed', 'suggested', 'ambiguous'] as const

/** The two legs of a reconciliation: transactions with settlements, and payouts of settlements with what the bank has. */
export const reconLegs = ['settlement', 'bank'] as const
export type ReconLeg = (typeof reconLegs)[number]
/** The sides of a pair: `a` has the transactions or payouts, `b` the settlement lines or bank entries. */
export const reconSides = ['a', 'b'] as const
export type ReconSide = (typeof reconSides)[number]

/** Types that are matched with their own kind; lines of other types are adjustments. */
export const matchedTypes = [
  'payment',
  'refund',
  'refund_reversal',
  'chargeback',
  'chargeback_reversal',
] as const satisfies readonly RecordType[]
