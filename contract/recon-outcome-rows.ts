import { z } from 'zod'
import type { Column } from './kit/columns.ts'
import { timestamp } from './kit/wire.ts'
import { mismatches, outcomeStatuses } from './recon-outcomes.ts'
import { recordTypes } from './recon-records.ts'

const exact = z.string()
/** What became of a record of either side. Amounts are exact decimal texts of major units, from the merchant's side. */
export const ReconOutcomeRow = z.object({
  /** The pair, the side and the record, as in `1.a.payment:…`. */
  record_ref: z.string(),
  msm_id: z.int(),
  data_source: z.string(),
  record_type: z.enum(recordTypes),
  at: timestamp.nullable(),
  /** Its day in the merchant's zone, and the provider's own day, YYYY-MM-DD. */
  transaction_date: z.string().nullable(),
  settlement_date: z.string().nullable(),
  /** The provider's reference, and the merchant's. */
  transaction_id: z.string(),
  merchant_order_ref: z.string(),
  status: z.enum(outcomeStatuses),
  mismatches: z.array(z.enum(mismatches)),
  /** Null where the line states only a net. */
  amount: exact.nullable(),
  currency: z.string(),
  fee: exact,
  tax: exact,
  passed_on: exact,
  net: exact.nullable(),
  net_currency: z.string(),
  expected_fee: exact.nullable(),
  expected_tax: exact.nullable(),
  /** Theirs less ours of the whole match, on the record that stands for it; 0 elsewhere. */
  amount_mismatch: exact,
  fee_mismatch: exact,
  tax_mismatch: exact,
  /** The part of the amount's difference that the tolerance hides. */
  tolerance: exact,
  days_off: z.int(),
  /** Until when it is to be settled. */
  due_on: z.string().nullable(),
  rule_key: z.string(),
  /** Records of one match have the same. */
  group_id: z.string(),
  is_lead: z.boolean(),
  is_open: z.boolean(),
  suggested_strength: z.enum(['suggested', 'ambiguous', '']),
  decision: z.string(),
  settlement_id: z.string().nullable(),
  batch: z.string(),
  payment_method: z.string(),
  account_id: z.string(),
  country: z.string(),
  brand_id: z.string(),
  marketplace_id: z.string(),
  sku_id: z.string(),
  quantity: z.string(),
  recon_id: z.string().nullable(),
  row_no: z.int().nullable(),
})
export type ReconOutcomeRow = z.input<typeof ReconOutcomeRow>

export const outcomeColumns = {
  transaction_id: { kind: 'reference', shown: true },
  merchant_order_ref: { kind: 'reference', shown: true },
  record_type: { kind: 'text', shown: true, words: 'recordTypes' },
  at: { kind: 'time', shown: true },
  settlement_date: { kind: 'text', shown: true },
  status: { kind: 'status', shown: true, words: 'states.reconOutcome' },
  amount: { kind: 'number', exact: true, shown: true },
  currency: { kind: 'text', shown: true },
  amount_mismatch: { kind: 'number', exact: true, shown: true },
  fee: { kind: 'number', exact: true, exported: true },
  expected_fee: { kind: 'number', exact: true, exported: true },
  fee_mismatch: { kind: 'number', exact: true, shown: true },
  tax: { kind: 'number', exact: true, exported: true },
  expected_tax: { kind: 'number', exact: true, exported: true },
  tax_mismatch: { kind: 'number', exact: true, exported: true },
  passed_on: { kind: 'number', exact: true, exported: true },
  net: { kind: 'number', exact: true, exported: true },
  net_currency: { kind: 'text', exported: true },
  tolerance: { kind: 'number', exact: true, exported: true },
  days_off: { kind: 'number', exported: true },
  due_on: { kind: 'text', exported: true },
  batch: { kind: 'reference', exported: true },
  payment_method: { kind: 'text', exported: true },
  account_id: { kind: 'text', exported: true },
  country: { kind: 'text', exported: true },
  brand_id: { kind: 'text', exported: true },
  marketplace_id: { kind: 'text', exported: true },
  sku_id: { kind: 'text', exported: true },
  quantity: { kind: 'text', exported: true },
  rule_key: { kind: 'text', exported: true },
  suggested_strength: { kind: 'text', exported: true, words: 'matchStrengths' },
  decision: { kind: 'text', exported: true, words: 'decisionActs' },
  transaction_date: { kind: 'text' },
  data_source: { kind: 'text' },
  group_id: { kind: 'reference' },
  recon_id: { kind: 'reference' },
  row_no: { kind: 'number' },
} as const satisfies Record<string, Column>
