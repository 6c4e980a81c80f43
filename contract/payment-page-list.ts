import { listColumns } from './kit/fields.ts'
import { choice, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { paymentMethods } from './methods.ts'
import { paymentPageFields } from './payment-page-fields.ts'
import { availabilities, pageTypes, paymentPageStates } from './payment-page-states.ts'
import { paymentStates } from './payment-states.ts'

export const paymentPageList = list({
  columns: listColumns(paymentPageFields, [
    'title',
    'availability',
    'page_type',
    'amount',
    'units_sold',
    'revenue',
    'stock_available',
    'created_at',
    'expires_at',
    'page_url',
    'status',
  ]),
  filters: {
    status: choice(paymentPageStates.states),
    availability: choice(availabilities),
    page_type: choice(pageTypes),
    currency: choice(currencyCodes),
    created_at: timeRange(),
  },
  phone: { head: ['title', 'page_ref'], value: 'revenue', line: ['availability', 'units_sold', 'stock_available'] },
  sorts: ['created_at', 'amount'],
})

/** The payments of one page. Its columns are those of a row; an export has one more for each field that was ever asked. */
export const pagePaymentList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    status: { kind: 'status', shown: true, words: 'states.payment' },
    amount: { kind: 'amount', shown: true },
    quantity: { kind: 'number', shown: true },
    name: { kind: 'text', shown: true },
    email: { kind: 'text', shown: true },
    phone: { kind: 'text', exported: true },
    payment_method: { kind: 'text', shown: true, words: 'methods' },
    status_reason: { kind: 'text', words: 'declines' },
    merchant_order_ref: { kind: 'reference', exported: true },
    order_ref: { kind: 'reference', exported: true },
    currency: { kind: 'text', exported: true },
    refunded: { kind: 'amount', exported: true },
    late: { kind: 'text' },
    language: { kind: 'text' },
    version: { kind: 'number' },
  },
  filters: {
    status: choice(paymentStates.states),
    created_at: timeRange(),
    payment_method: choice(paymentMethods),
  },
  phone: { head: ['name', 'email', 'merchant_order_ref'], value: 'amount', line: ['created_at', 'status', 'quantity'] },
  sorts: ['created_at', 'amount'],
})
