import { recordTypes } from '#contract/recon-records.ts'
import type { Reading } from '#server/recon-files/layout.ts'

/** A merchant's own list of transactions, as a sheet. */
export const transactionTitles = 'merchant_order_ref,channel_order_ref,date,currency,amount,type,method,sku,quantity'
export const ofMerchant = {
  decimal: '.',
  dates: ['YYYY-MM-DD HH:mm:ss'],
  timeZone: 'UTC',
  headers: ['merchant_order_ref', 'channel_order_ref', 'date', 'currency', 'amount', 'type'],
  columns: {
    merchant_order_ref: 'merchant_order_ref',
    channel_order_ref: 'channel_order_ref',
    date: 'date',
    currency: 'currency',
    amount: 'amount',
    txn_type: 'type',
    method: 'method',
    sku_id: 'sku',
    quantity: 'quantity',
  },
  sign: 'of_type',
  types: { payment: 'payment', refund: 'refund', chargeback: 'chargeback', chargeback_reversal: 'chargeback_reversal', other: 'adjustment' },
} satisfies Reading // prettier-ignore

/** A provider's settlement, as a sheet. */
export const settlementTitles =
  'line,type,payment_ref,merchant_ref,parent_ref,at,booked_on,currency,gross,fee,tax,net,net_currency,batch,method,other_ref,rate,sku,quantity'
export const ofProvider = {
  decimal: '.',
  dates: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD'],
  timeZone: 'UTC',
  headers: ['line', 'type', 'payment_ref', 'at'],
  columns: {
    txn_type: 'type',
    txn_ref: 'payment_ref',
    merchant_ref: 'merchant_ref',
    parent_ref: 'parent_ref',
    date: 'at',
    booked_on: 'booked_on',
    amount: 'gross',
    currency: 'currency',
    fee: 'fee',
    tax: 'tax',
    net: 'net',
    net_currency: 'net_currency',
    other_ref: 'other_ref',
    rate: 'rate',
    sku_id: 'sku',
    quantity: 'quantity',
    batch: 'batch',
    method: 'method',
  },
  types: Object.fromEntries(recordTypes.map((type) => [type, type])),
  identity: ['line'],
} satisfies Reading

type Cells = Partial<Record<string, string>> & { ref: string }
const sheetOf = (titles: string, rows: readonly Record<string, string>[]): string =>
  [titles, ...rows.map((row) => titles.split(',').map((title) => row[title] ?? '').join(','))].join('\n') // prettier-ignore
/** A merchant's list: payments in EUR of one moment, each of its own references, unless said otherwise. */
export const ours = (...rows: Cells[]): string =>
  sheetOf(
    transactionTitles,
    rows.map(({ ref, ...cells }) => ({ merchant_order_ref: `O${ref}`, channel_order_ref: `P${ref}`, date: '2026-10-01 10:00:00', currency: 'EUR', type: 'payment', method: 'card', ...(cells as Record<string, string>) })),
  ) // prettier-ignore
/** The lines of a settlement, of the same. */
export const theirs = (...rows: Cells[]): string =>
  sheetOf(
    settlementTitles,
    rows.map(({ ref, ...cells }, place) => ({ line: `L${place}-${ref}`, type: 'payment', payment_ref: `P${ref}`, merchant_ref: `O${ref}`, at: '2026-10-01 10:00:00', currency: 'EUR', method: 'card', ...(cells as Record<string, string>) })),
  ) // prettier-ignore
