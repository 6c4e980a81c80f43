import type { Layout } from '../layout.ts'

/** The columns of lines of type I; the file names none. */
const titles = [
  'Record Type',
  'Transaction ID',
  'Created At',
  'Original Transaction ID',
  'Merchant ID',
  'Payment Type',
  'Payment Provider Type',
  'Institution',
  'Account',
  'Merchant Reference',
  'Transaction Type',
  'Status',
  'Updated At',
  'Processed At',
  'Currency',
  'Amount',
  'Payout Reference',
  'Return Code',
  'Trace ID',
  'Line Type',
  'Unique Reference',
  'Provider Transaction ID',
  'Fee',
]

const settlement: Layout = {
  key: 'TRUSTLY_P11KFUN',
  name: 'Trustly funding report (P11KFUN)',
  formats: ['csv'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    delimiter: ',',
    decimal: '.',
    dates: ['YYYY-MM-DDTHH:mm:ss.SSSZ'],
    titles,
    headers: [],
    beginsWith: ['H', 'P11KFUN'],
    sections: { column: 1, body: ['I'], ignored: { H: 'file_header' } },
    columns: {
      txn_type: 'Line Type',
      txn_ref: 'Transaction ID',
      merchant_ref: 'Merchant Reference',
      other_ref: 'Provider Transaction ID',
      parent_ref: 'Original Transaction ID',
      date: 'Created At',
      booked_on: 'Processed At',
      amount: 'Amount',
      currency: 'Currency',
      fee: 'Fee',
      batch: 'Payout Reference',
      status: 'Status',
    },
    chargesAre: 'negative',
    types: { Sale: 'payment', Return: 'chargeback', Refund: 'refund' },
    identity: ['Transaction ID', 'Line Type', 'Trace ID', 'Return Code'],
    proof: {
      stated: [
        { section: 'F', what: 'net', batch: 4, currency: 5, column: 6 },
        { section: 'L', what: 'count', column: 2 },
        { section: 'L', what: 'gross', column: 3 },
        { section: 'L', what: 'net', column: 5 },
      ],
    },
  },
}

export const trustly: readonly Layout[] = [settlement]
