import type { Layout } from '../layout.ts'

const sheet: Layout = {
  key: 'BRAINTREE_SETTLEMENT',
  name: 'Braintree transaction-level fee report',
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY-MM-DD'],
    headers: [
      'Merchant Account ID',
      'Transaction ID',
      'Original Transaction ID',
      'Transaction Type',
      'Presentment Currency',
      'Presentment Amount',
      'Settlement Currency',
      'Settlement Amount',
      'Settlement Date',
      'Disbursement Date',
      'Order ID',
      'Exchange Rate',
      'Total Fee Amount',
    ],
    columns: {
      txn_type: 'Transaction Type',
      txn_ref: 'Transaction ID',
      merchant_ref: 'Order ID',
      other_ref: 'Acquirer Reference Number',
      parent_ref: 'Original Transaction ID',
      date: 'Settlement Date',
      booked_on: 'Disbursement Date',
      amount: 'Presentment Amount',
      currency: 'Presentment Currency',
      rate: 'Exchange Rate',
      fee: 'Total Fee Amount',
      net: 'Settlement Amount',
      net_currency: 'Settlement Currency',
      batch: 'Deposit ID',
      method: ['Card Brand', 'Payment Instrument'],
      account_id: 'Merchant Account ID',
      country: 'Card Issuing Country',
    },
    netBefore: ['fee'],
    sign: 'of_type',
    types: { sale: 'payment', credit: 'refund', refund: 'refund' },
    identity: ['Transaction ID', 'Transaction Type'],
  },
}

/** Transactions, refunds and disputes as the API lists them, each an object. */
const objects: Layout = {
  key: 'BRAINTREE_JSON',
  name: 'Braintree disbursements and disputes (JSON)',
  formats: ['json', 'ndjson'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    dates: ['YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DD'],
    headers: ['id', 'createdAt', 'status'],
    columns: {
      status: 'status',
      txn_ref: 'id',
      merchant_ref: ['orderId', 'transaction.orderId'],
      other_ref: 'legacyId',
      parent_ref: ['refundedTransaction.id', 'transaction.id'],
      date: 'createdAt',
      booked_on: ['disbursementDetails.date', 'receivedDate', 'createdAt'],
      amount: ['amount.value', 'amountDisputed.value'],
      currency: ['amount.currencyCode', 'amountDisputed.currencyCode'],
      net: 'disbursementDetails.amount.value',
      net_currency: 'disbursementDetails.amount.currencyCode',
      rate: 'disbursementDetails.exchangeRate',
      account_id: 'merchantAccountId',
    },
    typesWhen: [
      {
        type: 'chargeback_reversal',
        when: [
          { column: 'type', is: ['CHARGEBACK'] },
          { column: 'status', is: ['WON'] },
        ],
      },
      { type: 'chargeback', when: [{ column: 'type', is: ['CHARGEBACK'] }] },
      { type: 'refund', when: [{ column: 'refundedTransaction.id', empty: false }] },
    ],
    types: { SETTLED: 'payment' },
    sign: 'of_type',
    netSign: 'own',
    skip: [
      {
        rule: 'not_decided',
        when: [
          { column: 'type', is: ['CHARGEBACK', 'PRE_ARBITRATION', 'RETRIEVAL'] },
          { column: 'status', is: ['OPEN', 'UNDER_REVIEW', 'DISPUTED'] },
        ],
      },
    ],
    identity: ['id', 'legacyId', 'status'],
  },
}

export const braintree: readonly Layout[] = [sheet, objects]
