import type { Layout } from '../layout.ts'

const transactions: Layout = {
  key: 'VENMO_TRANSACTIONS',
  name: 'Venmo transaction history',
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    group: ',',
    currency: 'USD',
    dates: ['YYYY-MM-DDTHH:mm:ss'],
    timeZone: 'UTC',
    headers: ['ID', 'Datetime', 'Type', 'Status', 'From', 'To', 'Amount (total)', 'Amount (fee)', 'Funding Source', 'Destination'],
    columns: {
      txn_type: 'Type',
      status: 'Status',
      txn_ref: 'ID',
      merchant_ref: 'Note',
      date: 'Datetime',
      amount: 'Amount (total)',
      fee: 'Amount (fee)',
      method: ['Funding Source', 'Destination'],
    },
    types: {
      Payment: 'payment',
      Charge: 'payment',
      'Merchant Transaction': 'payment',
      'Standard Transfer': 'payout',
      'Instant Transfer': 'payout',
      Refund: 'refund',
    },
    // What is paid from the account is no payment of a shopper.
    typesReversed: { payment: 'transfer', refund: 'transfer' },
    skip: [{ rule: 'not_completed', when: [{ column: 'Status', is: ['Pending', 'Cancelled', 'Failed'] }] }],
    identity: ['ID'],
  },
}

export const venmo: readonly Layout[] = [transactions]
