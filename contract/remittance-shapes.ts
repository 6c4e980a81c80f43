import { z } from 'zod'
import { currency, entity, money, timestamp } from './kit/wire.ts'
import {
  remittanceHolds,
  remittanceItemKinds,
  remittanceStates,
  uncutReasons,
  type RemittanceHold,
} from './remittance-states.ts'
import { RemittanceTerms } from './remittance-terms.ts'
import { TimelineEntry } from './timeline.ts'

const holds = Object.keys(remittanceHolds) as [RemittanceHold, ...RemittanceHold[]]
const sc = () => money('source_currency', { min: 'any' })
const bc = () => money('base_currency', { min: 'any' })
const dc = () => money('destination_currency', { min: 'any' })
/** A rate as decimal text of at most ten places. */
const rate = z.string()

/** Names that end in `_sc`, `_bc` and `_dc` are money of the source, in the base and in the destination's currency. What is taken is positive. */
const row = {
  settlement_ref: z.string(),
  status: z.enum(remittanceStates.states),
  created_at: timestamp,
  source_currency: currency,
  base_currency: currency,
  destination_currency: currency,
  /** Its first and last day in the merchant's zone. */
  period_from: z.string(),
  period_to: z.string(),
  txn_count: z.int(),
  refund_count: z.int(),
  total_txn_amount_sc: sc(),
  txn_fee_sc: sc(),
  withholding_tax_sc: sc(),
  refund_amount_sc: sc(),
  net_sc: sc(),
  /** From the source's currency to the base. Of an open settlement it is that of this moment, or null while none is known. */
  source_forex_rate: rate.nullable(),
  net_source_bc: bc(),
  rounding_bc: bc(),
  reserve_credit_bc: bc(),
  reserve_debit_bc: bc(),
  transfer_fee_bc: bc(),
  net_bc: bc(),
  reference_forex_rate: rate.nullable(),
  /** By which it was sent; null before that. */
  applied_forex_rate: rate.nullable(),
  net_amount_transferred_dc: dc().nullable(),
  /** What arrives at the rate of this moment; null once it was sent, and while no rate is known. */
  estimate_dc: dc().nullable(),
  /** What the reference rate would have brought more. */
  forex_cost_dc: dc().nullable(),
  expected_on: z.string().nullable(),
  remitted_at: timestamp.nullable(),
  hold_reason: z.array(z.enum(holds)),
  /** Why the last period was not cut, and goes on; empty otherwise. */
  uncut: z.enum([...uncutReasons, '']),
}
export const RemittanceRow = entity(row)
export type RemittanceRow = z.input<typeof RemittanceRow>

const Posting = z.object({
  business_key: z.string(),
  kind: z.string(),
  at: timestamp,
  account: z.string(),
  currency: z.string(),
  /** Debits are positive; decimal text of major units. */
  amount: z.string(),
  rate: rate.nullable(),
})

export const Remittance = entity({
  ...row,
  /** The four in the base currency, each rounded by itself. */
  total_txn_amount_bc: bc(),
  txn_fee_bc: bc(),
  wht_bc: bc(),
  refund_amount_bc: bc(),
  /** Attempts to send earlier settlements beyond their first, whose fees are in `transfer_fee_bc`; `fee` is decimal text of the base currency. */
  further_attempts: z.array(z.object({ settlement_ref: z.string(), attempts: z.int(), fee: z.string() })),
  /** The key of the provider whose rate it is, or the name of the operator's file. */
  /** The channel or the file that it is from. */
  source_rate_of: z.string(),
  source_rate_at: timestamp.nullable(),
  forex_rate_of: z.string(),
  forex_rate_at: timestamp.nullable(),
  /** What is left when all of it is taken together, worked out from its figures and, apart from them, from its postings: zero in each currency. */
  proof: z.object({ figures_sc: z.string(), figures_bc: z.string(), postings_sc: z.string(), postings_bc: z.string() }),
  terms: RemittanceTerms,
  postings: z.array(Posting),
  history: z.array(TimelineEntry),
})
export type Remittance = z.input<typeof Remittance>

export const RemittanceItem = entity({
  kind: z.enum(remittanceItemKinds),
  ref: z.string(),
  order_ref: z.string(),
  currency,
  amount: money('currency', { min: 'any' }),
  fee: money('currency', { min: 'zero' }),
  withholding: money('currency', { min: 'zero' }),
  net: money('currency', { min: 'any' }),
  sold_on: z.string().nullable(),
  country: z.string(),
  payment_method: z.string(),
  channel_key: z.string(),
  /** Why it was adjusted: of `adjustmentReasons`, or in the operator's words; empty for other items. */
  reason: z.string(),
  at: timestamp,
})
export type RemittanceItem = z.input<typeof RemittanceItem>
