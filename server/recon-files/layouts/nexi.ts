import type { Layout } from '../layout.ts'

const settlement: Layout = {
  key: 'NEXI_PAYENGINE_SST',
  name: 'Nexi PayEngine SEPA settlement',
  unseen: true,
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    delimiter: ';',
    decimal: '.',
    dates: ['DD.MM.YYYY'],
    headers: [
      'merchantID',
      'trx-type',
      'createdAt',
      'settledAt',
      'chargebackDate',
      'initialAmount',
      'currency',
      'transactionId',
      'orderId',
      'merchantOrderId',
      'referenceID',
    ],
    columns: {
      txn_ref: 'transactionId',
      merchant_ref: 'merchantOrderId',
      other_ref: 'referenceID',
      parent_ref: 'orderId',
      date: 'createdAt',
      booked_on: ['chargebackDate', 'settledAt', 'createdAt'],
      amount: 'initialAmount',
      currency: 'currency',
      account_id: 'merchantID',
    },
    sign: 'of_type',
    typesWhen: [{ type: 'chargeback', when: [{ column: 'chargebackDate', empty: false }] }],
    type: 'payment',
    types: {},
    identity: ['transactionId', 'chargebackDate'],
  },
}

export const nexi: readonly Layout[] = [settlement]
