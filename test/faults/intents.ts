import { createHmac, randomUUID } from 'node:crypto'
import type { Intent } from './journal.ts'

export interface Question {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** A merchant with the sessions of its user; each session has its own rate limit. */
export interface Merchant {
  slug: string
  key: string
  currency: string
  /** Digits after the decimal point. */
  exponent: number
  sessions: { token: string; signingKey: string }[]
}

/** What a request looks like is the intent's, so that every try of it is the same. */
const questions = new WeakMap<Intent, Question>()
export function questionOf(intent: Intent): Question {
  const question = questions.get(intent)
  if (!question) throw new Error(`${intent.mark} asks nothing`)
  return question
}

let count = 0
const run = randomUUID().slice(0, 8)
const newMark = () => `trial-${run}-${++count}`

export function createIntent(merchant: Merchant, { ownOrderId = true, latePayment = 'accept' } = {}): Intent {
  const mark = newMark()
  const { slug, currency, exponent } = merchant
  const major = 100 + Math.floor(Math.random() * 900)
  const orderId = ownOrderId ? mark : ''
  const intent: Intent = {
    mark,
    kind: 'create',
    key: randomUUID(),
    merchant: slug,
    amountMinor: BigInt(major) * 10n ** BigInt(exponent),
    currency,
    linkRef: '',
    answer: null,
    tries: 0,
  }
  const session = anyOf(merchant.sessions)
  const signed = {
    amount: String(major),
    client_key: merchant.key,
    currency,
    failure_url: '',
    merchant_order_id: orderId,
    success_url: '',
  }
  questions.set(intent, {
    method: 'POST',
    path: '/merchants/paymentLink',
    headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': intent.key },
    body: {
      chaipay_key: merchant.key,
      environment: 'sandbox',
      amount: major,
      currency,
      description: mark,
      expiry_hours: 24,
      late_payment: latePayment,
      ...(ownOrderId && { merchant_order_id: orderId }),
      signature_hash: createHmac('sha256', session.signingKey)
        .update(new URLSearchParams(signed).toString())
        .digest('base64'),
    },
  })
  return intent
}

export function attemptIntent(
  created: Intent,
  { linkRef, ...given }: { linkRef: string; token?: string; method?: string; shopper_name?: string },
): Intent {
  const mark = newMark()
  const intent: Intent = { ...created, mark, kind: 'attempt', key: randomUUID(), linkRef, answer: null, tries: 0 }
  questions.set(intent, {
    method: 'POST',
    path: `/api/checkout/${linkRef}/attempts`,
    headers: { 'idempotency-key': intent.key, 'x-forwarded-for': anyAddress() },
    body: { shopper_name: 'Ada Lovelace', ...given, shopper_email: `${mark}@shop.example` },
  })
  return intent
}

/** A refund of a payment, whole (without an amount) or in part. */
export function refundIntent(
  paid: Intent,
  merchant: Merchant,
  { orderRef, amountMinor }: { orderRef: string; amountMinor?: bigint },
): Intent {
  const mark = newMark()
  const amount = amountMinor ?? paid.amountMinor
  const intent: Intent = {
    ...paid,
    mark,
    kind: 'refund',
    key: randomUUID(),
    amountMinor: amount,
    linkRef: orderRef,
    answer: null,
    tries: 0,
  }
  questions.set(intent, {
    method: 'POST',
    path: `/api/refund/createRefund/${orderRef}`,
    headers: { authorization: `Bearer ${anyOf(merchant.sessions).token}`, 'idempotency-key': intent.key },
    body: {
      type: amountMinor === undefined ? 'full' : 'partial',
      ...(amountMinor !== undefined && { amount: Number(amountMinor) / 10 ** merchant.exponent }),
      currency: paid.currency,
      reason: 'customer request',
      note: mark,
    },
  })
  return intent
}

export function cancelIntent(created: Intent, merchant: Merchant): Intent {
  const linkRef = created.answer?.ref ?? ''
  const intent: Intent = {
    ...created,
    mark: newMark(),
    kind: 'cancel',
    key: randomUUID(),
    linkRef,
    answer: null,
    tries: 0,
  }
  questions.set(intent, {
    method: 'PUT',
    path: `/api/paymentLink/${linkRef}/status/cancelled`,
    headers: { authorization: `Bearer ${anyOf(merchant.sessions).token}`, 'idempotency-key': intent.key },
  })
  return intent
}

export function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is none')
  return one
}

/** The address of another shopper: each address has its own rate limit. */
export const anyAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
