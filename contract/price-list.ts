import { listColumns } from './kit/fields.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { priceFields } from './price-fields.ts'
import { periods } from './subscription-periods.ts'
import { priceStates, subscriptionTypes } from './subscription-states.ts'

export const priceList = list({
  columns: listColumns(priceFields, [
    'name',
    'plan_type',
    'amount',
    'period',
    'status',
    'active_subscriptions',
    'past_due_subscriptions',
    'created_at',
    'order_ref',
  ]),
  filters: {
    status: choice(priceStates.states),
    plan_type: choice(subscriptionTypes),
    currency: choice(currencyCodes),
    period: choice(periods),
    created_at: timeRange(),
    merchant_order_ref: exactly(100),
  },
  phone: { head: ['name', 'merchant_order_ref'], value: 'amount', line: ['period', 'status'] },
  sorts: ['created_at'],
})
