import type { Column } from './kit/columns.ts'
import { outcomeColumns } from './recon-outcome-rows.ts'

/** What a report is of. `raw` has what its file says beside what was read of it. */
export const reconReportKinds = [
  'reconciled',
  'unreconciled',
  'mismatch',
  'no_mismatch',
  'fee_audit',
  'settlement_statement',
  'ageing',
  'run_comparison',
  'raw',
] as const
export type ReconReportKind = (typeof reconReportKinds)[number]

/** How long an exception has been open, in working days: each from its first day to the day before the next. */
export const ageBuckets = ['0-1', '2-3', '4-7', '8-14', '15-30', '31+'] as const
export type AgeBucket = (typeof ageBuckets)[number]
const lastDays = [1, 3, 7, 14, 30]
export const bucketOfAge = (days: number): AgeBucket => ageBuckets[lastDays.findIndex((last) => days <= last)] ?? '31+'

const text = { kind: 'text' } as const satisfies Column
const number = { kind: 'number' } as const satisfies Column
const reference = { kind: 'reference' } as const satisfies Column

/** Columns that only some kinds have, beside those of every record. */
const furtherColumns = {
  side: { kind: 'text', words: 'reconSides' },
  fee_formula: text,
  fee_percent: number,
  agreed_percent: number,
  age_days: number,
  age_bucket: text,
  before_status: { kind: 'status', words: 'states.reconOutcome' },
  after_status: { kind: 'status', words: 'states.reconOutcome' },
  before_amount: number,
  after_amount: number,
  before_fee: number,
  after_fee: number,
  before_amount_mismatch: number,
  after_amount_mismatch: number,
  before_rule: text,
  after_rule: text,
  file_name: text,
  file_row: number,
  told_time: text,
  told_zone: text,
  told_status: text,
  told_rate: number,
  other_ref: reference,
  parent_ref: reference,
  told_marks: text,
  payout: number,
  payments: number,
  refunds: number,
  chargebacks: number,
  adjustments: number,
  charges: number,
  costs: number,
  proof_state: { kind: 'text', words: 'reconProofStates' },
  proof_difference: number,
  lines: number,
  open_lines: number,
} as const satisfies Record<string, Column>

export const reconReportColumns = { ...outcomeColumns, ...furtherColumns } as const satisfies Record<string, Column>
export type ReconReportColumn = keyof typeof reconReportColumns

const record: ReconReportColumn[] = [
  'side', 'data_source', 'transaction_id', 'merchant_order_ref', 'record_type', 'transaction_date', 'settlement_date', 'status',
  'amount', 'currency', 'fee', 'tax', 'passed_on', 'net', 'net_currency',
] // prettier-ignore
const differences: ReconReportColumn[] = [
  'amount_mismatch', 'tolerance', 'expected_fee', 'fee_mismatch', 'expected_tax', 'tax_mismatch', 'days_off',
] // prettier-ignore
const whose: ReconReportColumn[] = [
  'batch', 'payment_method', 'account_id', 'country', 'brand_id', 'marketplace_id', 'sku_id', 'quantity',
] // prettier-ignore

/** The columns of each kind, in the order of its file. */
export const columnsOfKind: Readonly<Record<ReconReportKind, readonly ReconReportColumn[]>> = {
  reconciled: [...record, ...differences, 'rule_key', 'decision', ...whose, 'group_id'],
  unreconciled: [...record, 'due_on', 'suggested_strength', 'decision', ...whose],
  mismatch: [...record, ...differences, 'rule_key', 'decision', ...whose, 'group_id'],
  no_mismatch: [...record, 'tolerance', 'rule_key', ...whose, 'group_id'],
  fee_audit: [
    'data_source', 'transaction_id', 'merchant_order_ref', 'record_type', 'transaction_date', 'settlement_date', 'status', 'amount',
    'currency', 'fee_percent', 'agreed_percent', 'fee', 'expected_fee', 'fee_mismatch', 'tax', 'expected_tax', 'tax_mismatch',
    'passed_on', 'net_currency', 'fee_formula', ...whose,
  ],
  settlement_statement: [
    'data_source', 'batch', 'settlement_date', 'net_currency', 'payments', 'refunds', 'chargebacks', 'charges', 'costs', 'adjustments',
    'payout', 'proof_state', 'proof_difference', 'lines', 'open_lines',
  ],
  ageing: ['age_bucket', 'age_days', ...record, ...differences, 'due_on', 'suggested_strength', 'decision', ...whose],
  run_comparison: [
    'side', 'data_source', 'transaction_id', 'merchant_order_ref', 'record_type', 'transaction_date', 'settlement_date', 'currency',
    'before_status', 'after_status', 'before_amount', 'after_amount', 'before_fee', 'after_fee', 'before_amount_mismatch',
    'after_amount_mismatch', 'before_rule', 'after_rule',
  ],
  raw: [
    ...record, 'file_name', 'file_row', 'told_time', 'told_zone', 'told_status', 'told_rate', 'other_ref', 'parent_ref', 'told_marks',
    ...whose,
  ],
} // prettier-ignore

/** Those of a kind as an export has them when nobody chooses. */
export const reportColumnsOf = (kind: ReconReportKind): Record<string, Column> =>
  Object.fromEntries(columnsOfKind[kind].map((name) => [name, { ...reconReportColumns[name], shown: true }]))
