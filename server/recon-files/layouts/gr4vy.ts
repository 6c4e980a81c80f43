import type { Layout } from '../layout.ts'

const transactions: Layout = {
  key: 'GR4VY_TRANSACTIONS',
  name: 'Gr4vy transactions report',
  formats: ['csv', 'xlsx'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    unit: 'minor',
    dates: ['YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DDTHH:mm:ssZ'],
    headers: [
      'id',
      'external_identifier',
      'status',
      'created_at',
      'captured_at',
      'amount',
      'currency',
      'captured_amount',
      'refunded_amount',
      'method',
      'payment_service_transaction_id',
    ],
    columns: {
      status: 'status',
      txn_ref: 'id',
      merchant_ref: 'external_identifier',
      other_ref: 'payment_service_transaction_id',
      date: 'created_at',
      booked_on: ['captured_at', 'created_at'],
      amount: 'captured_amount',
      currency: 'currency',
      method: ['scheme', 'method'],
      account_id: 'payment_service_definition_id',
      country: 'billing_details_address_country',
    },
    types: { 'capture_succeeded': 'payment', captured: 'payment' },
    skip: [
      {
        rule: 'not_captured',
        when: [
          {
            column: 'status',
            is: [
              'processing',
              'buyer_approval_pending',
              'authorization_succeeded',
              'authorization_failed',
              'authorization_declined',
              'authorization_voided',
              'authorization_void_pending',
              'authorization_expired',
              'capture_pending',
              'capture_declined',
              'capture_failed',
            ],
          },
        ],
      },
    ],
    identity: ['id'],
  },
}

export const gr4vy: readonly Layout[] = [transactions]
