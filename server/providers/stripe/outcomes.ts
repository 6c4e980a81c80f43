import type Stripe from 'stripe'
import type { Currency } from '#contract/kit/money.ts'
import type { Action } from '#contract/method-details.ts'
import type { Known, Outcome } from '../provider.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { meaningOf, type StripeFault } from './declines.ts'

/** What was asked, against which an answer is held. */
export interface Expected {
  key: string
  amountMinor: bigint
  currency: Currency
}
/** Takes what people should look into. Neither text holds a secret. */
export type Warn = (what: string, about: Readonly<Record<string, string>>) => void

type Fault = StripeFault & { message?: string | null | undefined }

/** The outcome of a payment as Stripe shows it; `unknown` for one that is not what was asked. */
export function intentOutcome(intent: Stripe.PaymentIntent, expected: Expected, warn: Warn): Outcome {
  const difference = differenceOf(intent, expected)
  if (difference) {
    warn('a payment at Stripe differs from what was asked', { order_ref: expected.key, ref: intent.id, difference })
    return { kind: 'unknown', why: difference }
  }
  const facts = factsOf(intent, expected.currency)
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'captured', ...facts }
    case 'requires_capture':
      return { kind: 'authorised', ...facts, ...lapseOf(intent) }
    case 'processing':
      return { kind: 'pending', ...facts }
    case 'requires_action': {
      const action = actionOf(intent.next_action, !intent.livemode)
      return { kind: 'pending', ...facts, ...(action && { action }) }
    }
    case 'canceled':
      return canceled(intent)
    case 'requires_payment_method':
      if (intent.last_payment_error) return faultOutcome(intent.last_payment_error, intent.id, warn)
  }
  return { kind: 'unknown', why: `the payment is ${intent.status}` }
}

function differenceOf(intent: Stripe.PaymentIntent, { key, amountMinor, currency }: Expected): string | null {
  const amount = toStripe(amountMinor, currency)
  if (intent.object !== 'payment_intent' || typeof intent.id !== 'string') return 'the answer is no payment'
  if (intent.metadata['order_ref'] !== key) return 'the answer is about another payment'
  if (intent.currency !== currency.toLowerCase()) return 'the payment is in another currency'
  if (intent.amount !== amount) return 'the payment is of another amount'
  if (intent.status === 'succeeded' && intent.amount_received !== amount) return 'another amount was captured'
  if (intent.status === 'requires_capture' && intent.amount_capturable !== amount)
    return 'another amount was authorised'
  return null
}

const canceled = ({ id, cancellation_reason: reason }: Stripe.PaymentIntent): Known =>
  reason === 'abandoned' || reason === 'automatic' || reason === 'expired'
    ? { kind: 'expired', providerRef: id }
    : {
        kind: 'declined',
        providerRef: id,
        reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
        providerText: reason ?? 'canceled',
      }

/** The outcome of a fault by which nothing was taken. `unavailable` says that it is the provider's, or ours. */
export function faultOutcome(fault: Fault, providerRef: string, warn: Warn): Outcome {
  const meaning = meaningOf(fault, (code) => warn('Stripe gave a code that no table has', { code }))
  const providerText = (fault.message ?? fault.code ?? '').slice(0, 500)
  if (meaning === 'expired') return { kind: 'expired', providerRef }
  if (meaning === 'state') return { kind: 'unknown', why: fault.code ?? '' }
  if (meaning === 'ours') warn('Stripe refused our request', { code: fault.code ?? '', text: providerText })
  if (meaning === 'ours' || meaning === 'provider') return { kind: 'unavailable', providerText }
  return { kind: 'declined', providerRef, reason: meaning, providerText }
}

function factsOf(intent: Stripe.PaymentIntent, currency: Currency) {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const card = charge?.payment_method_details?.card
  const booked = charge?.balance_transaction
  const fee =
    booked && typeof booked === 'object' && booked.currency === intent.currency
      ? fromStripe(booked.fee, currency)
      : null
  const flow = ['frictionless' as const, 'challenge' as const].find(
    (each) => each === card?.three_d_secure?.authentication_flow,
  )
  return {
    providerRef: intent.id,
    ...(card?.last4 && { card: { brand: card.brand ?? '', masked: `${'*'.repeat(12)}${card.last4}` } }),
    ...(flow && { authentication: flow }),
    ...(fee !== null && { feeMinor: fee }),
  }
}

/** Until when a card's authorisation can be captured, which differs by brand. */
function lapseOf({ latest_charge: charge }: Stripe.PaymentIntent): { lapsesAt?: Date } {
  const seconds = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined
  return seconds === undefined ? {} : { lapsesAt: new Date(seconds * 1_000) }
}

/** In test mode Stripe's own page plays the payer's bank. */
function actionOf(next: Stripe.PaymentIntent.NextAction | null, testMode: boolean): Action | undefined {
  const url = next?.redirect_to_url?.url ?? next?.alipay_handle_redirect?.url
  if (url) return { kind: 'redirect', url }
  const code = next?.paynow_display_qr_code ?? next?.promptpay_display_qr_code
  if (code) {
    return { kind: 'show', qr: code.data, ...testPage(code.hosted_instructions_url, testMode) }
  }
  const konbini = next?.konbini_display_details
  if (!konbini) return undefined
  return { kind: 'show', ...konbiniCode(konbini.stores), ...testPage(konbini.hosted_voucher_url, testMode) }
}
const testPage = (page: string | null, testMode: boolean) => (testMode && page ? { test_url: page } : {})

/** Each chain of shops has a code of its own; one that all share is shown once. */
function konbiniCode(stores: Stripe.PaymentIntent.NextAction.KonbiniDisplayDetails.Stores) {
  const names = { familymart: 'FamilyMart', lawson: 'Lawson', ministop: 'Ministop', seicomart: 'Seicomart' } as const
  const codes = (Object.keys(names) as (keyof typeof names)[]).flatMap((chain) => {
    const store = stores[chain]
    if (!store) return []
    return [{ chain: names[chain], code: [store.payment_code, store.confirmation_number].filter(Boolean).join(' / ') }]
  })
  const alike = new Set(codes.map(({ code }) => code)).size === 1
  const code = alike ? codes[0]?.code : codes.map((each) => `${each.chain}: ${each.code}`).join('; ')
  return code ? { code } : {}
}

/** The outcome of a refund as Stripe shows it. */
export function refundOutcome(refund: Stripe.Refund, expected: Expected, warn: Warn): Known | Unknown {
  const { key, amountMinor, currency } = expected
  const differs =
    refund.object !== 'refund' ||
    refund.metadata?.['refund_ref'] !== key ||
    refund.currency !== currency.toLowerCase() ||
    refund.amount !== toStripe(amountMinor, currency)
  if (differs) {
    warn('a refund at Stripe differs from what was asked', { refund: key, ref: refund.id })
    return { kind: 'unknown', why: 'the answer is about another refund' }
  }
  return refundState(refund)
}
type Unknown = { kind: 'unknown'; why: string }

export function refundState(refund: Pick<Stripe.Refund, 'id' | 'status' | 'failure_reason'>): Known | Unknown {
  const providerRef = refund.id
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'captured', providerRef }
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', providerRef }
    case 'failed':
    case 'canceled': {
      const providerText = refund.failure_reason ?? refund.status
      return { kind: 'declined', providerRef, reason: 'BANK_REFUSED_TRANSACTION', providerText }
    }
    default:
      return { kind: 'unknown', why: `the refund is ${refund.status}` }
  }
}
