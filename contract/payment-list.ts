import { amountRange, choice, exactly, list, startsWith, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { paymentMethods } from './methods.ts'
import { paymentStates } from './payment-states.ts'
import { remitStatuses } from './remittance-states.ts'
import { authentications, browsers, devices, payers, systems, type PaymentTrait } from './payment-traits.ts'
import { declineReasons } from './declines.ts'
import { languageTags } from '#i18n/languages.ts'

/** By the traits of payments, each under its name; and the first attempts, by which orders are counted. */
export const traitFilters = {
  source: choice(['payment_link', 'payment_page', 'invoice', 'subscription']),
  payment_sub_type: exactly(40),
  status_reason: choice(declineReasons),
  country: exactly(2),
  language: choice(languageTags),
  device: choice(devices),
  system: choice(systems),
  browser: choice(browsers),
  card_brand: exactly(40),
  authentication: choice(authentications),
  payer: choice(payers),
  first_attempt: choice(['first', 'later']),
} as const satisfies Record<PaymentTrait | 'first_attempt', object>

export const paymentList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    status: { kind: 'status', shown: true, words: 'states.payment' },
    amount: { kind: 'amount', shown: true },
    shopper_name: { kind: 'text', shown: true },
    payment_method: { kind: 'text', shown: true, words: 'methods' },
    status_reason: { kind: 'text', shown: true, words: 'declines' },
    merchant_order_ref: { kind: 'reference', shown: true },
    shopper_email: { kind: 'text' },
    order_ref: { kind: 'reference' },
    payment_channel_name: { kind: 'text' },
    channel_order_ref: { kind: 'reference' },
    status_code: { kind: 'text' },
    actual_payment_method: { kind: 'text', words: 'methods' },
    card_brand: { kind: 'text', exported: true },
    card_last4: { kind: 'reference', exported: true },
    masked_card_number: { kind: 'reference' },
    currency: { kind: 'text', exported: true },
    fee: { kind: 'amount', exported: true },
    fee_tax: { kind: 'amount', exported: true },
    net: { kind: 'amount', exported: true },
    refunded: { kind: 'amount', exported: true },
    refunding: { kind: 'amount' },
    remit_status: { kind: 'text', words: 'states.remitStatus' },
    link_ref: { kind: 'reference' },
    page_ref: { kind: 'reference' },
    invoice_ref: { kind: 'reference' },
    subscription_order_ref: { kind: 'reference' },
    shopper_phone: { kind: 'text', needs: 'transactionDetails' },
    shopper_address: { kind: 'text', needs: 'transactionDetails' },
    shopper_ip: { kind: 'reference', needs: 'transactionDetails' },
    device_info: { kind: 'text', needs: 'transactionDetails' },
  },
  filters: {
    status: choice(paymentStates.states),
    created_at: timeRange(),
    payment_method: choice(paymentMethods),
    amount: amountRange(),
    currency: choice(currencyCodes),
    name: startsWith(120),
    email: exactly(),
    refunds: choice(['pending', 'partial', 'full']),
    channel_key: exactly(60),
    late: choice(['late', 'held']),
    remit_status: choice(remitStatuses),
    ...traitFilters,
  },
  phone: {
    head: ['shopper_name', 'shopper_email', 'merchant_order_ref'],
    value: 'amount',
    line: ['created_at', 'status', 'payment_method'],
  },
  sorts: ['created_at', 'amount'],
})
