import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { amountRange, choice, dayRange, exactly, exporting, list, timeRange } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { aliasOf, environment, record } from './kit/wire.ts'
import { limits } from './limits.ts'
import { Remittance, RemittanceItem, RemittanceRow } from './remittance-shapes.ts'
import { remittanceItemKinds, remittanceStates } from './remittance-states.ts'

export { Remittance, RemittanceItem, RemittanceRow }

export const remittanceList = list({
  columns: {
    settlement_ref: { kind: 'reference', shown: true },
    status: { kind: 'status', shown: true, words: 'states.remittance' },
    created_at: { kind: 'time', shown: true },
    period_from: { kind: 'text', shown: true },
    period_to: { kind: 'text' },
    source_currency: { kind: 'text', shown: true, exported: true },
    destination_currency: { kind: 'text', shown: true, exported: true },
    base_currency: { kind: 'text', exported: true },
    total_txn_amount_sc: { kind: 'amount', currency: 'source_currency', shown: true },
    txn_fee_sc: { kind: 'amount', currency: 'source_currency' },
    withholding_tax_sc: { kind: 'amount', currency: 'source_currency' },
    refund_amount_sc: { kind: 'amount', currency: 'source_currency' },
    net_sc: { kind: 'amount', currency: 'source_currency' },
    source_forex_rate: { kind: 'number', exact: true },
    net_source_bc: { kind: 'amount', currency: 'base_currency' },
    rounding_bc: { kind: 'amount', currency: 'base_currency' },
    reserve_credit_bc: { kind: 'amount', currency: 'base_currency', shown: true },
    reserve_debit_bc: { kind: 'amount', currency: 'base_currency', shown: true },
    transfer_fee_bc: { kind: 'amount', currency: 'base_currency' },
    net_bc: { kind: 'amount', currency: 'base_currency', shown: true },
    reference_forex_rate: { kind: 'number', exact: true },
    applied_forex_rate: { kind: 'number', exact: true, shown: true },
    net_amount_transferred_dc: { kind: 'amount', currency: 'destination_currency', shown: true },
    forex_cost_dc: { kind: 'amount', currency: 'destination_currency' },
    txn_count: { kind: 'number' },
    refund_count: { kind: 'number' },
    expected_on: { kind: 'text' },
    remitted_at: { kind: 'time' },
  },
  filters: {
    status: choice(remittanceStates.states),
    source_currency: exactly(3, 'JPY'),
    destination_currency: exactly(3, 'KRW'),
    created_at: timeRange(),
    remitted_at: timeRange(),
    period_to: dayRange(),
    net: amountRange(),
  },
  phone: {
    head: ['period_from'],
    value: 'net_bc',
    line: ['status', 'source_currency', 'destination_currency'],
  },
  sorts: ['created_at'],
})

/** Settlements of sales abroad, newest first; the open ones are running estimates. The search is a reference. */
export const listRemittances = call({
  at: 'POST /merchants/cross-border/settlement/remittance',
  follows: ['remittance'],
  body: record({
    ...remittanceList.body.shape,
    key: merchantRef().optional(),
    page_size: aliasOf('pagesize', z.int().min(1).max(limits.pageSizeMost)),
  }),
  answer: page(RemittanceRow),
  access: 'remittances',
  errorKeys: ['Message'],
})

const exported = exporting(remittanceList, 'remittances')
export const exportRemittances = call({
  at: 'POST /merchants/cross-border/settlement/export-remittance',
  body: record({ ...exported.body.shape, key: merchantRef().optional() }),
  answer: exported.answer,
  access: 'remittances',
  errorKeys: ['Message'],
  audit: 'remittance.export',
})

const ofOne = { params: { settlement_ref: ref('remittance') } } as const

/** One settlement: the waterfall, its proof, rates, postings and what has happened. */
export const readRemittance = call({
  at: 'GET /api/remittances/{settlement_ref}',
  follows: ['remittance'],
  ...ofOne,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(Remittance),
  access: 'remittances',
  errorKeys: ['Message'],
  faults: ['notFound'],
})

export const remittanceItemList = list({
  columns: {
    kind: { kind: 'text', shown: true, words: 'remittanceItems' },
    ref: { kind: 'reference', shown: true },
    order_ref: { kind: 'reference' },
    at: { kind: 'time', shown: true },
    sold_on: { kind: 'text', shown: true },
    amount: { kind: 'amount', shown: true },
    fee: { kind: 'amount', shown: true },
    withholding: { kind: 'amount', shown: true },
    net: { kind: 'amount', shown: true },
    currency: { kind: 'text', exported: true },
    reason: { kind: 'text', exported: true, words: 'adjustmentReasons' },
    country: { kind: 'text' },
    payment_method: { kind: 'text' },
    channel_key: { kind: 'text' },
  },
  filters: { kind: choice(remittanceItemKinds) },
  phone: { head: ['ref'], value: 'net', line: ['kind', 'sold_on'] },
  sorts: ['at'],
})

/** What stands in a settlement, newest first. The search is a reference. */
export const listRemittanceItems = call({
  at: 'POST /api/remittances/{settlement_ref}/items',
  follows: ['remittance'],
  ...ofOne,
  body: remittanceItemList.body,
  answer: page(RemittanceItem),
  access: 'remittances',
  errorKeys: ['Message'],
  faults: ['notFound'],
})
export const exportRemittanceItems = call({
  at: 'POST /api/remittances/{settlement_ref}/items/export',
  ...ofOne,
  ...exporting(remittanceItemList, 'remittance-items'),
  access: 'remittances',
  errorKeys: ['Message'],
  faults: ['notFound'],
  audit: 'remittance.export-items',
})
