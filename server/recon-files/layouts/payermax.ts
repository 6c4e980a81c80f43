import type { Layout } from '../layout.ts'

const payins: Layout = {
  key: 'PAYERMAX_PAYIN',
  name: 'PayerMax payin transactions',
  unseen: true,
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY/M/D HH:mm:ss', 'YYYY/M/D H:mm:ss'],
    // Files by SFTP are of this zone; those of PayerMax's console are of UTC.
    timeZone: 'Asia/Shanghai',
    headers: [
      'AppID',
      'Txn Create Time',
      'Txn Complete Time',
      'Transaction Type',
      'Merchant Txn ID',
      'Trade Order ID',
      'Txn Status',
      'Country',
      'Txn Amount',
      'Txn Currency',
    ],
    columns: {
      txn_type: 'Transaction Type',
      status: 'Txn Status',
      txn_ref: 'Trade Order ID',
      merchant_ref: 'Merchant Txn ID',
      parent_ref: 'OriginalMerchant Txn ID',
      date: 'Txn Create Time',
      booked_on: ['Txn Complete Time', 'Txn Create Time'],
      amount: 'Txn Amount',
      currency: 'Txn Currency',
      account_id: 'AppID',
      country: 'Country',
    },
    sign: 'of_type',
    types: {
      PAYMENT: 'payment',
      PAY_LINK: 'payment',
      SUBSCRIPTION: 'payment',
      COLLECTION: 'payment',
      MERCHANT_INITIATED_PAYMENT: 'payment',
      REFUND: 'refund',
      CHARGE_BACK: 'chargeback',
      CHARGE_BACK_ASSIST: 'fee',
      CHARGE_BACK_ALERT: 'fee',
      ADJUSTMENT_INCREASE: 'adjustment',
      ADJUSTMENT_DECREASE: 'adjustment',
    },
    skip: [{ rule: 'not_successful', when: [{ column: 'Txn Status', is: ['FAILED', 'CLOSED'] }] }],
    identity: ['Trade Order ID', 'Transaction Type'],
  },
}

export const payermax: readonly Layout[] = [payins]
