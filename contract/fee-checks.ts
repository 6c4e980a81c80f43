import { z } from 'zod'
import { FeeFormula, feeTypes } from './fee-shapes.ts'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, exporting, list, startsWith, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'

export { learnFeePlans } from './fee-learning.ts'

/**
 * What a provider charged, held against what was agreed. `mismatch` beyond the tolerance, `within` it, `exact`; `no_plan` and
 * `no_base` were not checked, since no plan fits or the file does not state what a component is taken of.
 */
export const feeOutcomes = ['exact', 'within', 'mismatch', 'no_plan', 'no_base'] as const
export type FeeOutcome = (typeof feeOutcomes)[number]
export const feeDirections = ['over', 'under'] as const

/** Amounts are decimal texts of major units, since settlement lines may have more decimals than their currency. */
const FeeCheck = z.object({
  check_ref: z.string(),
  at: timestamp,
  recon_id: z.string(),
  payment_channel_key: z.string(),
  txn_type: z.enum(feeTypes),
  payment_method: z.string(),
  /** The provider's own reference of the line, and the merchant's. */
  txn_ref: z.string(),
  merchant_order_ref: z.string(),
  gross: z.string(),
  gross_currency: z.string(),
  /** That of the fees. */
  currency: z.string(),
  outcome: z.enum(feeOutcomes),
  direction: z.union([z.enum(feeDirections), z.literal('')]),
  charged_fee: z.string(),
  charged_tax: z.string(),
  expected_fee: z.string(),
  expected_tax: z.string(),
  /** Charged less expected, fee and tax together: above zero is an overcharge. */
  difference: z.string(),
  /** Costs of schemes and issuers that the provider passed on; they are summed, and not checked. */
  passed_on: z.string(),
  plan_uuid: z.string().nullable(),
  formula: FeeFormula.nullable(),
  claim_ref: z.string().nullable(),
})
export type FeeCheck = z.input<typeof FeeCheck>

export const feeMismatchList = list({
  columns: {
    at: { kind: 'time', shown: true },
    payment_channel_key: { kind: 'text', shown: true },
    txn_type: { kind: 'text', shown: true, words: 'feeTypes', title: 'line_type' },
    payment_method: { kind: 'text' },
    txn_ref: { kind: 'reference', shown: true, title: 'provider_ref' },
    merchant_order_ref: { kind: 'reference', exported: true },
    gross: { kind: 'number', exact: true, shown: true },
    gross_currency: { kind: 'text', exported: true },
    charged_fee: { kind: 'number', exact: true, shown: true },
    expected_fee: { kind: 'number', exact: true, shown: true },
    charged_tax: { kind: 'number', exact: true, exported: true },
    expected_tax: { kind: 'number', exact: true, exported: true },
    difference: { kind: 'number', exact: true, shown: true },
    currency: { kind: 'text', exported: true },
    passed_on: { kind: 'number', exact: true, exported: true },
    outcome: { kind: 'status', shown: true, words: 'states.feeCheck' },
    direction: { kind: 'text', exported: true, words: 'feeDirections', title: 'fee_direction' },
    claim_ref: { kind: 'reference', shown: true },
    recon_id: { kind: 'reference', exported: true },
  },
  filters: {
    at: timeRange(),
    payment_channel_key: exactly(64),
    /** Without it the list has mismatches alone. */
    outcome: choice(feeOutcomes),
    direction: choice(feeDirections),
    txn_type: choice(feeTypes),
    payment_method: exactly(60),
    currency: exactly(3, 'SGD'),
    txn_ref: startsWith(100),
    claim_ref: exactly(64),
    recon_id: exactly(64),
  },
  phone: { head: ['txn_ref'], value: 'difference', line: ['at', 'payment_method', 'outcome'] },
  sorts: ['at'],
})

/** Records whose fee is not what was agreed, newest first. The search matches either reference. */
export const listFeeMismatches = call({
  at: 'POST /merchants/fee-mismatch-transactions',
  body: feeMismatchList.body,
  answer: page(FeeCheck),
  access: 'reconDashboard',
  errorKeys: ['Message'],
})

/** The same, all of them, as a sheet. */
export const exportFeeMismatches = call({
  at: 'POST /api/recon/fees/mismatches/export',
  ...exporting(feeMismatchList, 'fee-mismatches'),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  audit: 'fee-plan.export-mismatches',
})

/** Sums of one channel, type, method and currency; amounts are decimal texts of major units. */
const FeeSummary = z.object({
  payment_channel_key: z.string(),
  txn_type: z.enum(feeTypes),
  payment_method: z.string(),
  currency: z.string(),
  records: z.int(),
  checked: z.int(),
  mismatches: z.int(),
  charged: z.string(),
  /** Of the records that were checked. */
  expected: z.string(),
  /** Beyond the tolerance: what was charged too much, and what too little, both above zero. */
  over: z.string(),
  under: z.string(),
  /** Charged less expected of what differs within the tolerance. */
  within: z.string(),
  passed_on: z.string(),
  /** Overcharges in claims that wait, and in those that were recovered. */
  claimed: z.string(),
  recovered: z.string(),
})
export type FeeSummary = z.input<typeof FeeSummary>

/** Overcharge and undercharge per channel, type, method and currency, the largest overcharge first. */
export const summariseFees = call({
  at: 'POST /api/recon/fees/summary',
  body: z.strictObject({
    environment: environment.optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
    payment_channel_key: ref('channel').optional(),
  }),
  answer: content(z.array(FeeSummary)),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  faults: ['notFound'],
  repeat: 'safe',
})
