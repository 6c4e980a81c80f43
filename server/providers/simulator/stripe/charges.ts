import { createHash } from 'node:crypto'
import type { DialectParts } from '../dialect.ts'
import type { Intent, Method, State } from './entries.ts'
import { amountOf, feeOf } from './money.ts'
import { bookKey, type StripeObject, tailOf } from './names.ts'

interface Wished {
  captured: boolean
  expand: readonly string[]
}

/** The charge of a payment that took money or may take it: its id, or all of it when that is asked for. */
export function charges({ book, views }: Pick<DialectParts, 'book' | 'views'>, state: State) {
  function chargeOf(intent: Intent, { captured, expand }: Wished): string | StripeObject {
    const id = `ch_${tailOf(intent.id)}`
    if (!expand.some((path) => path.split('.')[0] === 'latest_charge')) return id
    const payment = book.payment(bookKey(intent.id))
    const refunded = amountOf(payment?.refundedMinor ?? 0n, intent.currency)
    const method = intent.method ? state.methods.get(intent.method) : undefined
    return {
      id,
      object: 'charge',
      amount: intent.amount,
      amount_captured: captured ? intent.amount : 0,
      amount_refunded: refunded,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: captured ? booked(intent, id, expand.includes('latest_charge.balance_transaction')) : null,
      billing_details: { address: null, email: null, name: method?.name ?? null, phone: null, tax_id: null },
      calculated_statement_descriptor: 'COUNTINGHOUSE TEST',
      captured,
      created: intent.created,
      currency: intent.currency,
      customer: null,
      description: intent.description,
      disputed: false,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      fraud_details: {},
      livemode: false,
      metadata: intent.metadata,
      on_behalf_of: null,
      outcome: null,
      paid: true,
      payment_intent: intent.id,
      payment_method: intent.method,
      payment_method_details: chargedWith(intent, { method, captured }),
      receipt_email: null,
      receipt_number: null,
      receipt_url: null,
      refunded: refunded === intent.amount,
      review: null,
      shipping: null,
      source: null,
      source_transfer: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'succeeded',
      transfer_data: null,
      transfer_group: null,
    }
  }

  function chargedWith(
    intent: Intent,
    { method, captured }: { method: Method | undefined; captured: boolean },
  ): StripeObject {
    if (!method) return { type: intent.type, [intent.type]: {} }
    const payment = book.payment(bookKey(intent.id))
    const flow = payment && views.current(payment).authentication
    const three_d_secure = flow && {
      authentication_flow: flow,
      electronic_commerce_indicator: '05',
      exemption_indicator: null,
      result: 'authenticated',
      result_reason: null,
      transaction_id: tailOf(intent.id),
      version: '2.2.0',
    }
    const lapse = captured ? {} : { capture_before: intent.created + authorisedSeconds }
    return { type: 'card', card: { ...cardFacts(method), amount_authorized: intent.amount, ...lapse, three_d_secure } }
  }

  return chargeOf
}

/** A card's authorisation holds for seven days. */
const authorisedSeconds = 7 * 86_400

function booked(intent: Intent, charge: string, expanded: boolean): string | StripeObject {
  const id = `txn_${tailOf(intent.id)}`
  if (!expanded) return id
  const fee = feeOf(intent.amount)
  const details = [
    {
      amount: fee,
      application: null,
      currency: intent.currency,
      description: 'Stripe processing fees',
      type: 'stripe_fee',
    },
  ]
  return {
    id,
    object: 'balance_transaction',
    amount: intent.amount,
    available_on: intent.created + 172_800,
    balance_type: 'payments',
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    exchange_rate: null,
    fee,
    fee_details: details,
    net: intent.amount - fee,
    reporting_category: 'charge',
    source: charge,
    status: 'pending',
    type: 'charge',
  }
}

const cardFacts = ({ brand, last4, exp_month, exp_year }: Method) => ({
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  exp_month,
  exp_year,
  fingerprint: createHash('sha256').update(`${brand}${last4}`).digest('hex').slice(0, 16),
  funding: 'credit',
  last4,
  network: brand,
  wallet: null,
})

export const methodObject = (method: Method): StripeObject => ({
  id: method.id,
  object: 'payment_method',
  billing_details: { address: null, email: null, name: method.name || null, phone: null, tax_id: null },
  card: {
    ...cardFacts(method),
    display_brand: method.brand,
    generated_from: null,
    networks: { available: [method.brand], preferred: null },
    three_d_secure_usage: { supported: true },
  },
  created: method.created,
  customer: null,
  livemode: false,
  metadata: {},
  type: 'card',
})
