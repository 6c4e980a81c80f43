import type { FieldError } from '#contract/faults.ts'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { TestApp, TestSession } from '#test/test-app.ts'

export interface Answered {
  status: number
  reason: unknown
  errors: FieldError[] | undefined
  page: PaymentPage
}

/** A call about pages, with a key of its own. */
export async function callPages(
  testApp: TestApp,
  session: TestSession | null,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Answered> {
  const answer = await testApp.call(session, method, path, body, { 'idempotency-key': crypto.randomUUID() })
  return {
    status: answer.status,
    reason: answer.body['status_reason'],
    errors: answer.body['errors'] as FieldError[] | undefined,
    page: answer.body.content as unknown as PaymentPage,
  }
}

/** Signs and sends a page of the specification's bare payload at 12.50 SGD, with what a test wants beside it. */
export function createPage(testApp: TestApp, session: TestSession, fields: object = {}): Promise<Answered> {
  const { key } = session.merchant
  const order = { failure_url: '', merchant_order_id: crypto.randomUUID(), success_url: '' }
  const usual = { ...order, amount: 12.5, currency: 'SGD', environment: 'sandbox', merchant_details: { name: 'Mugs' } }
  const body = { ...usual, ...fields }
  const { amount, currency, failure_url, merchant_order_id, success_url } = body
  const parameters = { amount: String(amount), client_key: key, currency, failure_url, merchant_order_id, success_url }
  const signed = { ...body, chaipay_key: key, signature_hash: sign(parameters, session.signingKey) }
  return callPages(testApp, session, 'POST', '/merchants/paymentPage', signed)
}
