import type { Layout } from '../layout.ts'

const settlement: Layout = {
  key: 'MOYASAR_SETTLEMENT',
  name: 'Moyasar settlement file',
  unseen: true,
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD'],
    timeZone: 'UTC',
    headers: ['payment_id', 'type', 'currency', 'amount', 'net_amount', 'fee', 'vat', 'total_fee', 'transaction_date'],
    columns: {
      txn_type: 'type',
      txn_ref: 'payment_id',
      merchant_ref: ['order_id', 'description'],
      date: 'transaction_date',
      amount: 'amount',
      currency: 'currency',
      fee: 'fee',
      tax: 'vat',
      net: 'net_amount',
      method: ['scheme', 'source'],
    },
    sign: 'of_type',
    types: {
      pay: 'payment',
      refund: 'refund',
      void: 'refund',
      fee: 'fee',
      platform_duties: 'fee',
      other_duties: 'fee',
      chargeback: 'chargeback',
      chargeback_penalty: 'fee',
      installment: 'payment',
    },
    identity: ['payment_id', 'type'],
  },
}

export const moyasar: readonly Layout[] = [settlement]
