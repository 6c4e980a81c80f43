import type { Layout } from '../layout.ts'

/** A payment is several lines: its amount, the fee and the tax on it. */
const history: Layout = {
  key: 'XENDIT_BALANCE_HISTORY',
  name: 'Xendit balance history',
  unseen: true,
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD'],
    timeZone: 'Asia/Jakarta',
    headers: [
      'Product ID',
      'Transaction ID',
      'Transaction Type',
      'Line Type',
      'Payment Channel',
      'Reference',
      'Currency',
      'Amount',
      'Balance',
    ],
    columns: {
      txn_type: 'Line Type',
      txn_ref: 'Transaction ID',
      merchant_ref: 'Reference',
      other_ref: 'Product ID',
      date: ['Timestamp', 'Transaction Date', 'Date', 'Created Date'],
      amount: 'Amount',
      currency: 'Currency',
      method: 'Payment Channel',
      balance: 'Balance',
    },
    types: {
      TRANSACTION: 'payment',
      TRANSACTION_REVERSAL: 'refund',
      FEE: 'fee',
      VAT: 'fee',
      FEE_REVERSAL: 'fee',
      VAT_REVERSAL: 'fee',
    },
    typesReversed: { payment: 'transfer', refund: 'transfer' },
    identity: ['Transaction ID', 'Line Type', 'Product ID'],
    proof: { running: true },
  },
}

export const xendit: readonly Layout[] = [history]
