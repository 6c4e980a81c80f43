import { z } from 'zod'
import { timestamp } from './kit/wire.ts'
import { outcomeStatuses } from './recon-outcomes.ts'
import { differenceKinds, settlementStates } from './settlement-states.ts'

/** Amounts are decimal texts of major units from the merchant's side, in the currency of the settlement; charges are what was taken. */
const row = {
  settlement_id: z.string(),
  msm_id: z.int(),
  data_source: z.string(),
  payment_channel_key: z.string(),
  batch: z.string(),
  account: z.string(),
  currency: z.string(),
  state: z.enum(settlementStates.states),
  /** Counts the changes; a closing names the one that was seen. */
  version: z.int(),
  /** The provider's days of its first and last line, YYYY-MM-DD. */
  first_on: z.string().nullable(),
  last_on: z.string().nullable(),
  lines: z.int(),
  /** Exceptions among its records. */
  open: z.int(),
  gross: z.string(),
  refunds: z.string(),
  chargebacks: z.string(),
  fees: z.string(),
  tax: z.string(),
  passed_on: z.string(),
  adjustments: z.string(),
  /** What all of it comes to. */
  computed: z.string(),
  /** What was paid out; null while no file says so. */
  payout: z.string().nullable(),
  /** What it comes to less what was paid out. */
  proof: z.string().nullable(),
  /** What the bank has of the payout, and on which day; null while it has nothing. */
  bank_credit: z.string().nullable(),
  bank_on: z.string().nullable(),
  closed_by: z.string(),
  closed_at: timestamp.nullable(),
  /** Since when a file says something else of a closed one. */
  restated_at: timestamp.nullable(),
  created_at: timestamp,
}
export const SettlementRow = z.object(row)
export type SettlementRow = z.input<typeof SettlementRow>

const Posting = z.object({
  business_key: z.string(),
  kind: z.string(),
  at: timestamp,
  account: z.string(),
  currency: z.string(),
  /** Debits are positive. */
  amount: z.string(),
})
const Difference = z.object({
  kind: z.enum(differenceKinds),
  key: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** What took it out of suspense; empty while it is open. */
  ended_by: z.string(),
})
export const Settlement = z.object({
  ...row,
  /** Its channel's payments are booked here, so that a closing is posted. */
  is_booked: z.boolean(),
  /** How often it was closed. */
  closings: z.int(),
  /** What one unit of another currency came to. */
  rates: z.record(z.string(), z.string()),
  postings: z.array(Posting),
  /** What its closing put into suspense. */
  differences: z.array(Difference),
  /** The run whose answer holds; null before the first. */
  run: z.object({ run_id: z.string(), run_no: z.int() }).nullable(),
  /** The files that have its lines. */
  files: z.array(z.object({ recon_id: z.string(), file_name: z.string() })),
  /** The caller may do alone what otherwise takes two. */
  is_lone: z.boolean(),
})
export type Settlement = z.input<typeof Settlement>

export const SettlementLine = z.object({
  record_ref: z.string(),
  key: z.string(),
  record_type: z.string(),
  status: z.enum(outcomeStatuses),
  booked_on: z.string().nullable(),
  provider_ref: z.string(),
  merchant_ref: z.string(),
  gross: z.string().nullable(),
  currency: z.string(),
  fee: z.string(),
  tax: z.string(),
  passed_on: z.string(),
  net: z.string().nullable(),
  is_open: z.boolean(),
})
export type SettlementLine = z.input<typeof SettlementLine>
