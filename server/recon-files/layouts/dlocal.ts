import type { Layout, Reading } from '../layout.ts'

const reading: Reading = {
  delimiter: ';',
  decimal: '.',
  dates: ['YYYY-MM-DD HH:mm:ss'],
  timeZone: 'UTC',
  headers: [
    'Type',
    'Creation date',
    'Settlement date',
    'Reference',
    'Invoice',
    'Country',
    'Payment Method',
    'Net Amount (local)',
    'Amount (USD)',
    'currency',
    'Status',
    'Transaction Reference',
    'Transaction Invoice',
    'Fee',
    'IOF',
  ],
  columns: {
    txn_type: 'Type',
    status: 'Status',
    txn_ref: 'Reference',
    merchant_ref: ['Transaction Invoice', 'Invoice'],
    parent_ref: 'Transaction Reference',
    date: 'Creation date',
    booked_on: 'Settlement date',
    amount: 'Net Amount (local)',
    currency: 'currency',
    net: 'Amount (USD)',
    fee: 'Fee',
    method: 'Payment Method',
    country: 'Country',
  },
  netCurrency: 'USD',
  // The amount in dollars is before the fee; the tax on the exchange (IOF) is the shopper's.
  netBefore: ['fee'],
  sign: 'of_type',
  types: {
    Payment: 'payment',
    Payments: 'payment',
    Refund: 'refund',
    Refunds: 'refund',
    Chargeback: 'chargeback',
    Chargebacks: 'chargeback',
  },
  skip: [{ rule: 'not_settled', when: [{ column: 'Status', is: ['Pending', 'Rejected', 'Cancelled', 'Expired'] }] }],
  identity: ['Type', 'Reference'],
}
const base = { formats: ['csv', 'xlsx'], category: 'PSP', fileType: 'recon', reading } as const

export const dlocal: readonly Layout[] = [
  { ...base, key: 'DLOCAL', name: 'dLocal settlement report' },
  // dLocal was AstroPay's; the reports of both have the same columns.
  { ...base, key: 'ASTROPAY', name: 'AstroPay settlement report' },
]
