import { z } from 'zod'
import { call, page } from './kit/call.ts'
import { choice, dayRange, exactly, exporting, list } from './kit/list.ts'
import { merchantRef } from './kit/refs.ts'
import { outcomeColumns, ReconOutcomeRow } from './recon-outcome-rows.ts'
import { mismatches, outcomeStatuses } from './recon-outcomes.ts'
import { recordTypes } from './recon-records.ts'

const declared = {
  columns: outcomeColumns,
  filters: {
    status: choice(outcomeStatuses),
    record_type: choice(recordTypes),
    /** Days of the merchant's, and the provider's own; both inclusive. */
    transaction_date: dayRange(),
    settlement_date: dayRange(),
    currency: exactly(10, 'SGD'),
    /** `no_mismatch`: records that match without any. */
    mismatches: choice([...mismatches, 'no_mismatch']),
    data_source: exactly(40),
    batch: exactly(200),
    account_id: exactly(200),
    brand_id: exactly(100),
    marketplace_id: exactly(100),
    country: exactly(2),
    /** Lines without a twin, of an order that has one with a twin. */
    sku: choice(['spare']),
    /** The number of the pair; without it and a source, the first pair of payments and settlements. */
    msm_id: exactly(10, '1'),
  },
  phone: { head: ['transaction_id', 'merchant_order_ref'], value: 'amount', line: ['currency', 'at', 'status'] },
} as const
export const reconTransactionList = list({ ...declared, sorts: ['transaction_date', 'settlement_date'] })
export const reconSettlementList = list({ ...declared, sorts: ['settlement_date', 'transaction_date'] })

const of = {
  params: { id: merchantRef() },
  access: 'reconDashboard',
  faults: ['pairUnknown', 'reconInProgress'],
} as const
const Row = z.object(ReconOutcomeRow.shape)

/** What became of the transactions of a pair, newest first. The search matches a reference. */
export const listReconTransactions = call({
  at: 'POST /merchants/{id}/recon-dashboard-txns',
  follows: ['recon_run'],
  ...of,
  body: reconTransactionList.body,
  answer: page(Row),
  errorKeys: ['Message'],
})
/** What became of the settlement lines of a pair, or of what a bank has, newest first. The search matches a reference. */
export const listReconSettlements = call({
  at: 'POST /merchants/{id}/recon-dashboard-settlements',
  follows: ['recon_run'],
  ...of,
  body: reconSettlementList.body,
  answer: page(Row),
  errorKeys: ['Message'],
})

/** All of them as a file. */
export const exportReconTransactions = call({
  at: 'POST /merchants/{id}/export-recon-dashboard-txns',
  ...of,
  ...exporting(reconTransactionList, 'recon-transactions'),
  errorKeys: ['Message'],
  audit: 'recon-record.export',
})
export const exportReconSettlements = call({
  at: 'POST /merchants/{id}/export-recon-dashboard-settlements',
  ...of,
  ...exporting(reconSettlementList, 'recon-settlements'),
  errorKeys: ['Message'],
  audit: 'recon-record.export',
})
