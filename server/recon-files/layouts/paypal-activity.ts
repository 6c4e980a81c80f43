import type { RecordType } from '#contract/recon-records.ts'
import type { Layout } from '../layout.ts'

const base = { formats: ['csv', 'xlsx', 'xls'], category: 'PSP', fileType: 'recon' } as const
/** What a type is when the money goes the other way: a payment that is a debit is money sent. */
export const reversed = { payment: 'transfer', refund: 'refund_reversal', chargeback: 'chargeback_reversal' } as const

/** Words of the account's activity, which PayPal writes in the language of the account. */
const activityTypes: Readonly<Record<string, RecordType>> = {
  'General Payment*': 'payment',
  'Website Payment*': 'payment',
  'Express Checkout Payment*': 'payment',
  'Mobile Payment*': 'payment',
  'PreApproved Payment*': 'payment',
  'Subscription Payment*': 'payment',
  'Mass Pay Payment*': 'payment',
  'Donation Payment*': 'payment',
  'eBay Auction Payment*': 'payment',
  'Payment Refund*': 'refund',
  'Payment Reversal*': 'chargeback',
  'Chargeback*': 'chargeback',
  'Chargeback Fee*': 'fee',
  'Payment Hold*': 'reserve',
  'Payment Release*': 'reserve',
  'Hold on Balance*': 'reserve',
  'Account Hold*': 'reserve',
  'Reversal of General Account Hold*': 'reserve',
  'General Currency Conversion*': 'conversion',
  'User Initiated Currency Conversion*': 'conversion',
  'General Withdrawal*': 'payout',
  'User Initiated Withdrawal*': 'payout',
  'Bank Deposit*': 'transfer',
  'General Fee*': 'fee',
}
const activityBase = {
  decimal: '.',
  types: activityTypes,
  typesReversed: reversed,
  chargesAre: 'negative',
  identity: ['Transaction ID', 'Currency'],
  proof: { running: true },
} as const
const money = { currency: 'Currency', amount: 'Gross', fee: 'Fee', net: 'Net', balance: 'Balance' } as const

const activity: Layout = {
  ...base,
  key: 'PAYPAL_ACTIVITY',
  name: 'PayPal activity download',
  reading: {
    ...activityBase,
    dates: ['DD/MM/YYYY HH:mm:ss'],
    headers: [
      'Date',
      'Time',
      'TimeZone',
      'Type',
      'Status',
      'Currency',
      'Gross',
      'Fee',
      'Net',
      'Transaction ID',
      'Balance',
    ],
    columns: {
      ...money,
      date: { joined: ['Date', 'Time'] },
      time_zone: 'TimeZone',
      txn_type: 'Type',
      status: 'Status',
      txn_ref: 'Transaction ID',
      merchant_ref: 'Invoice Number',
      parent_ref: 'Reference Txn ID',
      other_ref: 'Receipt ID',
    },
  },
}

const statement: Layout = {
  ...base,
  key: 'PAYPAL_STATEMENT',
  name: 'PayPal statement download',
  reading: {
    ...activityBase,
    dates: ['M/D/YYYY HH:mm:ss'],
    headers: [
      'Date',
      'Time',
      'Time Zone',
      'Description',
      'Currency',
      'Gross',
      'Fee',
      'Net',
      'Balance',
      'Transaction ID',
    ],
    columns: {
      ...money,
      date: { joined: ['Date', 'Time'] },
      time_zone: 'Time Zone',
      txn_type: 'Description',
      txn_ref: 'Transaction ID',
      merchant_ref: 'Invoice ID',
      parent_ref: 'Reference Txn ID',
    },
  },
}

export const paypalActivity: readonly Layout[] = [activity, statement]
