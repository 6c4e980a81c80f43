import { z } from 'zod'
import type { Currency } from '#contract/kit/money.ts'
import { wayOf } from '#contract/methods.ts'
import type { Action } from '#contract/method-details.ts'
import type { Outcome } from '../provider.ts'
import { isAmount } from './amounts.ts'
import { faultOfFailure, genericDecline } from './codes.ts'

/** What was asked, to hold an answer against. */
export interface Expected {
  key: string
  amountMinor: bigint
  currency: Currency
}
type Report = (code: string) => void

/** The outcome of a payment request, if it is the one that was asked about. */
export function requestOutcome(given: PaymentRequest, expected: Expected, report: Report): Outcome {
  if (given.reference_id !== expected.key || !isAmount(given, expected)) return differs
  const providerRef = given.id
  switch (given.status) {
    case 'SUCCEEDED':
      return { kind: 'captured', providerRef }
    case 'AWAITING_CAPTURE':
      return { kind: 'authorised', providerRef }
    case 'PENDING':
    case 'REQUIRES_ACTION': {
      const action = actionOf(given)
      return { kind: 'pending', providerRef, ...(action && { action }) }
    }
    case 'EXPIRED':
      return { kind: 'expired', providerRef }
    case 'CANCELED':
    case 'VOIDED':
      return cancelled(providerRef, given.status)
    case 'FAILED':
      return failed(providerRef, given.failure_code ?? '', report)
    default:
      return { kind: 'unknown', why: `the payment request is ${given.status}` }
  }
}

/** The outcome of an invoice. A card that was declined leaves it open: the shopper may try another on the same page. */
export function invoiceOutcome(given: Invoice, expected: Expected): Outcome {
  if (given.external_id !== expected.key || !isAmount(given, expected)) return differs
  const { paid_amount: amount, currency, id: providerRef } = given
  switch (given.status) {
    case 'PAID':
    case 'SETTLED':
      return typeof amount === 'number' && !isAmount({ amount, currency }, expected)
        ? differs
        : { kind: 'captured', providerRef }
    case 'EXPIRED':
      return { kind: 'expired', providerRef }
    case 'PENDING': {
      const url = webAddress(given.invoice_url)
      return { kind: 'pending', providerRef, ...(url && { action: { kind: 'redirect', url } }) }
    }
    case 'COMPLETING':
      return { kind: 'pending', providerRef }
    default:
      return { kind: 'unknown', why: `the invoice is ${given.status}` }
  }
}

export function refundOutcome(given: Refund, expected: Expected, report: Report): Outcome {
  if (given.reference_id !== expected.key || !isAmount(given, expected)) return differs
  const providerRef = given.id
  switch (given.status) {
    case 'SUCCEEDED':
      return { kind: 'captured', providerRef }
    case 'PENDING':
      return { kind: 'pending', providerRef }
    case 'CANCELLED':
      return cancelled(providerRef, given.status)
    case 'FAILED':
      return refused(providerRef, given.failure_code ?? '', report)
    default:
      return { kind: 'unknown', why: `the refund is ${given.status}` }
  }
}

export function captureOutcome(given: Capture, paymentRef: string, expected: Expected, report: Report): Outcome {
  const amount = given.captured_amount
  if (given.payment_request_id !== paymentRef || !isAmount({ amount, currency: given.currency }, expected))
    return differs
  if (given.status === 'SUCCEEDED') return { kind: 'captured', providerRef: paymentRef }
  if (given.status === 'PENDING') return { kind: 'pending', providerRef: paymentRef }
  if (given.status === 'FAILED') return refused(paymentRef, given.failure_code ?? '', report)
  return { kind: 'unknown', why: `the capture is ${given.status}` }
}

export const cancelled = (providerRef: string, providerText: string): Outcome => ({
  kind: 'declined',
  providerRef,
  reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
  providerText,
})

const differs: Outcome = { kind: 'unknown', why: 'the answer has another reference, amount or currency than was asked' }

function failed(providerRef: string, code: string, report: Report): Outcome {
  const fault = faultOfFailure(code.trim(), report)
  if (fault.side === 'provider') return { kind: 'unavailable', providerText: code }
  return { kind: 'declined', providerRef, reason: fault.reason, providerText: code }
}

/** A refund or capture that failed is over, whoever's fault it is. */
function refused(providerRef: string, providerText: string, report: Report): Outcome {
  const fault = faultOfFailure(providerText.trim(), report)
  const reason = fault.side === 'declined' ? fault.reason : genericDecline
  return { kind: 'declined', providerRef, reason, providerText }
}

/** The next step of the shopper; undefined when the provider waits for another side. A wallet that has no page asks on a telephone. */
function actionOf({ actions, payment_method: method }: PaymentRequest): Action | undefined {
  const qr = method.qr_code?.channel_properties?.qr_string
  if (qr) return { kind: 'show', qr }
  const code = method.over_the_counter?.channel_properties?.payment_code
  if (code) return { kind: 'show', code }
  const { channel_code: bank = '', channel_properties: account } = method.virtual_account ?? {}
  const number = account?.virtual_account_number
  if (number) return { kind: 'show', account: { bank, number, name: account.customer_name ?? '', reference: '' } }
  const pages = (actions ?? []).filter(({ action, url }) => action === 'AUTH' && webAddress(url))
  const page = urlTypes.map((type) => pages.find((each) => each.url_type === type)?.url).find(Boolean)
  if (page) return { kind: 'redirect', url: page }
  const wallet = method.ewallet?.channel_code
  return wallet && wayOf('WALLET', wallet)?.run === 'show' ? { kind: 'show' } : undefined
}
/** The page for any browser first. */
const urlTypes = ['WEB', 'MOBILE', 'DEEPLINK']

/** A page that a browser can open, and nothing else, as the shopper is sent there. */
function webAddress(text: string | null | undefined): string | undefined {
  return text && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

const text = z.string().nullish()
const amount = z.number().nullish()

/** Open objects: a provider may add fields. */
export const PaymentRequest = z.object({
  id: z.string().min(1),
  reference_id: z.string(),
  amount,
  currency: z.string(),
  status: z.string(),
  failure_code: text,
  actions: z.array(z.object({ action: z.string(), url_type: text, url: text })).nullish(),
  payment_method: z.object({
    id: z.string(),
    ewallet: z.object({ channel_code: text }).nullish(),
    qr_code: z.object({ channel_properties: z.object({ qr_string: text }).nullish() }).nullish(),
    over_the_counter: z.object({ channel_properties: z.object({ payment_code: text }).nullish() }).nullish(),
    virtual_account: z
      .object({
        channel_code: z.string().optional(),
        channel_properties: z.object({ virtual_account_number: text, customer_name: text }).nullish(),
      })
      .nullish(),
  }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const Invoice = z.object({
  id: z.string().min(1),
  external_id: z.string(),
  amount,
  paid_amount: amount,
  currency: text,
  status: z.string(),
  invoice_url: text,
})
export type Invoice = z.infer<typeof Invoice>

export const Refund = z.object({
  id: z.string().min(1),
  reference_id: text,
  amount,
  currency: text,
  status: z.string(),
  failure_code: text,
})
export type Refund = z.infer<typeof Refund>

export const Capture = z.object({
  id: z.string(),
  payment_request_id: z.string(),
  captured_amount: amount,
  currency: z.string(),
  status: z.string(),
  failure_code: text,
})
export type Capture = z.infer<typeof Capture>

export const PaymentMethod = z.object({ id: z.string(), status: z.string() })
export const PaymentRequests = z.object({ data: z.array(PaymentRequest), has_more: z.boolean().optional() })
export const Refunds = z.object({ data: z.array(Refund), has_more: z.boolean().optional() })
export const Invoices = z.array(Invoice)
