import { listColumns } from './kit/fields.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { subscriptionFields } from './subscription-fields.ts'
import { subscriptionStates, subscriptionTypes } from './subscription-states.ts'

export const subscriptionList = list({
  columns: listColumns(subscriptionFields, [
    'customer_name',
    'price_name',
    'status',
    'next_deduction_date',
    'next_deduction_amount',
    'collected_count',
    'collected_amount',
    'created_at',
    'email',
    'order_ref',
    'merchant_order_ref',
  ]),
  filters: {
    status: choice(subscriptionStates.states),
    subscription_type: choice(subscriptionTypes),
    price_order_ref: exactly(64),
    currency: choice(currencyCodes),
    paused: choice(['yes', 'no']),
    next_deduction_date: timeRange(),
    created_at: timeRange(),
    email: exactly(),
    /** Rows of one number of the metrics: those that count as monthly revenue. */
    recurring: choice(['yes', 'no']),
    activated_at: timeRange(),
    /** Past due ones that became active again, the last time. */
    recovered_at: timeRange(),
    ended_at: timeRange(),
  },
  phone: {
    head: ['customer_name', 'email', 'merchant_order_ref'],
    value: 'next_deduction_amount',
    line: ['price_name', 'next_deduction_date', 'status'],
  },
  sorts: ['created_at', 'next_deduction_date'],
})
