import type { Layout } from '../layout.ts'

const volume: Layout = {
  key: 'PPRO_VOLUME_PER_TRANSACTION',
  name: 'PPRO volume per transaction',
  unseen: true,
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD'],
    timeZone: 'UTC',
    headers: [
      'MERCHANT_TX_ID',
      'TX_ID',
      'PAYMENT_REFERENCE',
      'EVENT_TYPE',
      'EVENT_TIMESTAMP',
      'MERCHANT_ID',
      'PAYMENT_METHOD',
      'AMOUNT',
      'CURRENCY',
      'COUNTRY',
    ],
    columns: {
      txn_type: 'EVENT_TYPE',
      txn_ref: 'TX_ID',
      merchant_ref: 'MERCHANT_TX_ID',
      other_ref: 'PAYMENT_REFERENCE',
      date: 'EVENT_TIMESTAMP',
      amount: 'AMOUNT',
      currency: 'CURRENCY',
      method: 'PAYMENT_METHOD',
      account_id: 'MERCHANT_ID',
      country: 'COUNTRY',
    },
    sign: 'of_type',
    types: {
      CAPTURE: 'payment',
      PAYMENT: 'payment',
      SETTLEMENT: 'payment',
      REFUND: 'refund',
      CHARGEBACK: 'chargeback',
    },
    identity: ['TX_ID', 'EVENT_TYPE', 'EVENT_TIMESTAMP'],
  },
}

export const ppro: readonly Layout[] = [volume]
