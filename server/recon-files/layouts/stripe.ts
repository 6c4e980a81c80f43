import type { RecordType } from '#contract/recon-records.ts'
import type { FieldName, From, Layout } from '../layout.ts'

/** Stripe's reporting categories. */
const types: Readonly<Record<string, RecordType>> = {
  charge: 'payment',
  partial_capture_reversal: 'refund',
  refund: 'refund',
  refund_failure: 'refund_reversal',
  charge_failure: 'refund',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback_reversal',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_minimum_balance_hold: 'reserve',
  payout_minimum_balance_release: 'reserve',
  payout_reversal: 'transfer',
  transfer: 'transfer',
  transfer_reversal: 'transfer',
  topup: 'transfer',
  topup_reversal: 'transfer',
  connect_collection_transfer: 'transfer',
  connect_reserved_funds: 'reserve',
  risk_reserved_funds: 'reserve',
  platform_earning: 'adjustment',
  platform_earning_refund: 'adjustment',
  other_adjustment: 'adjustment',
  adjustment: 'adjustment',
  contribution: 'adjustment',
  advance: 'adjustment',
  advance_funding: 'adjustment',
  anticipation_repayment: 'adjustment',
  unreconciled_customer_funds: 'adjustment',
  currency_conversion: 'conversion',
  issuing_transaction: 'transfer',
  issuing_authorization_hold: 'reserve',
  issuing_authorization_release: 'reserve',
  issuing_dispute: 'adjustment',
  climate_order_purchase: 'transfer',
  climate_order_refund: 'transfer',
  financing_payout: 'adjustment',
  financing_payout_reversal: 'adjustment',
}

const headers = ['balance_transaction_id', 'created', 'available_on', 'currency', 'gross', 'fee', 'net', 'reporting_category']

const columns: Partial<Record<FieldName, From>> = {
  txn_type: 'reporting_category',
  txn_ref: 'balance_transaction_id',
  // Which metadata holds a merchant's own reference is the merchant's choice; these are the usual ones.
  merchant_ref: [
    'payment_metadata[external_identifier]',
    'payment_metadata[orchestrator_tx_ref]',
    'payment_metadata[gr4vy_tx_ref]',
    'payment_metadata[order_id]',
    'payment_metadata[merchant_order_ref]',
    'order_id',
  ],
  other_ref: ['payment_intent_id', 'source_id'],
  parent_ref: 'charge_id',
  date: 'created',
  booked_on: 'available_on',
  amount: 'gross',
  currency: 'currency',
  fee: 'fee',
  net: 'net',
  method: 'payment_method_type',
  account_id: 'connected_account',
  country: 'card_country',
}

const reading = {
  decimal: '.',
  dates: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD'],
  // Columns of another zone have its name in their titles, such as created_utc.
  timeZone: 'UTC',
  types,
  typesReversed: { payment: 'refund' },
  identity: ['balance_transaction_id'],
} as const

const settlement: Layout = {
  key: 'STRIPE_PAYOUT_RECONCILIATION',
  name: 'Stripe payout reconciliation (itemised)',
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    ...reading,
    headers: [...headers, 'automatic_payout_id', 'automatic_payout_effective_at'],
    columns: { ...columns, batch: 'automatic_payout_id' },
    proof: { payout: true },
  },
}

const balance: Layout = {
  key: 'STRIPE_BALANCE',
  name: 'Stripe balance change from activity (itemised)',
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: { ...reading, headers, columns },
}

export const stripe: readonly Layout[] = [settlement, balance]
