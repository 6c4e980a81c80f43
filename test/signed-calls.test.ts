import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { signatureMessage, signatureVariants, type SignatureVariant } from '#contract/kit/signature.ts'
import { signatureField, signedParams } from '#contract/kit/signed-params.ts'
import { hmacBase64, sign } from '#server/kit/auth/signature.ts'
import { merchantToken } from './merchant-token.ts'
import { seedObjects, type Objects } from './objects.ts'
import { addressOf, requestOf } from './request.ts'
import { fingerprints } from './rows.ts'
import { fieldsOf } from './sample.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from './test-app.ts'

/** What holds for every call that is declared `signed`, without a line for any of them. */
const signedCalls = allCalls().filter(({ call }) => call.signed)

let testApp: TestApp
let merchant: TestMerchant
let other: TestMerchant
let objects: Objects
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  other = await testApp.addMerchant()
  objects = await seedObjects(testApp, merchant, 'Signing Shop')
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

type By = 'session' | 'server'
/** Who may make the call, by the key that each of them signs with. */
const callers = (call: Call): By[] => (call.server ? ['session', 'server'] : ['session'])
const keyOf = (by: By) => (by === 'session' ? session.signingKey : merchant.secret)

async function ask(call: Call, by: By, body: Record<string, unknown>) {
  const { path } = requestOf(call, { merchant, objects })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const authorization = `Bearer ${await merchantToken(merchant)}`
  return by === 'session'
    ? testApp.call(session, call.method, addressOf(call, path), body, headers)
    : testApp.call(null, call.method, addressOf(call, path), body, { ...headers, authorization })
}
const bodyOf = (call: Call): Record<string, unknown> => {
  const body = requestOf(call, { merchant, objects }).body ?? {}
  // What may be left out and is signed when it is there, is there.
  const further = [
    ...(call.signedWhen ? [call.signedWhen] : []),
    ...(call.signedLess?.without ?? []),
    ...['pmt_channel', 'pmt_method'].filter((field) => field in fieldsOf(call.body)),
  ]
  return { ...body, ...Object.fromEntries(further.map((field) => [field, fieldsOf(call.body)[field]])) }
}
const signedBy = (call: Call, key: string, body = bodyOf(call)) => ({
  ...body,
  [signatureField(call)]: sign(signedParams(call, body, merchant.key), key),
})
const reasonOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => `${status} ${String(body['status_reason'])}`
const refused = `${faults.invalidSignature.http} ${faults.invalidSignature.reason}`

describe.each(signedCalls)('$name', ({ call }) => {
  it('does nothing on a signature of another key, of other values or of none', async () => {
    const before = await fingerprints(testApp)
    for (const by of callers(call)) {
      const foreign = by === 'session' ? merchant.secret : session.signingKey
      for (const key of [foreign, other.secret, 'no key of anybody'])
        expect(reasonOf(await ask(call, by, signedBy(call, key))), `${by} by another key`).toBe(refused)
      const right = signedBy(call, keyOf(by)) as Record<string, unknown>
      const signature = String(right[signatureField(call)])
      for (const wrong of ['x', signature.toLowerCase(), `${signature} `.repeat(2), signature.replace('=', '')])
        expect(reasonOf(await ask(call, by, { ...right, [signatureField(call)]: wrong })), wrong).toBe(refused)
    }
    expect(await fingerprints(testApp)).toEqual(before)
  })

  it('covers each parameter that it declares', async () => {
    for (const by of callers(call))
      for (const [field, name] of Object.entries(call.signed ?? {})) {
        const params = signedParams(call, bodyOf(call), merchant.key)
        const without = Object.fromEntries(Object.entries(params).filter(([each]) => each !== name))
        for (const signed of [without, { ...params, [name]: `${params[name]}1` }]) {
          const body = { ...bodyOf(call), [signatureField(call)]: sign(signed, keyOf(by)) }
          expect(reasonOf(await ask(call, by, body)), `${by} ${field}`).toBe(refused)
        }
      }
  })

  it('cannot do without it', async () => {
    for (const by of callers(call)) {
      const { [signatureField(call)]: _, ...body } = bodyOf(call)
      const answer = await ask(call, by, body)
      expect(answer).toMatchObject({
        status: faults.invalidRequest.http,
        body: { errors: [{ path: signatureField(call), reason: 'required' }] },
      })
    }
  })

  it('comes to its handler by the right one, in each encoding that languages have', async () => {
    for (const by of callers(call)) {
      for (const variant of Object.keys(signatureVariants) as SignatureVariant[]) {
        const message = signatureMessage(signedParams(call, bodyOf(call), merchant.key), variant)
        const signature = hmacBase64(message, keyOf(by))
        const answer = await ask(call, by, { ...bodyOf(call), [signatureField(call)]: signature })
        expect(reasonOf(answer), `${by}: ${answer.text}`).not.toBe(refused)
        expect(answer.body['errors'], answer.text).toBeUndefined()
      }
    }
  })
})

it.each(signedCalls.flatMap(({ name, call }) => (call.signedWhen ? [{ name, call, field: call.signedWhen }] : [])))(
  '$name needs no signature without $field',
  async ({ call, field }) => {
    const { [field]: _, [signatureField(call)]: __, ...body } = bodyOf(call)
    const answer = await ask(call, 'session', body)
    expect(answer.status, answer.text).toBe(200)
  },
)

it('the calls that are signed are those of the specification so far', () => {
  expect(Object.fromEntries(signedCalls.map(({ name, call }) => [name, Object.values(call.signed ?? {})]))).toEqual({
    createInvoice: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_invoice_ref', 'success_url'],
    updateInvoice: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_invoice_ref', 'success_url'],
    createPrice: ['amount', 'client_key', 'currency', 'frequency', 'merchant_order_ref'],
    createPlan: ['amount', 'client_key', 'currency', 'frequency', 'merchant_order_ref'],
    createSubscription: ['client_key', 'currency', 'failure_url', 'merchant_order_ref', 'quantity', 'success_url'],
    createSubscriptionByServer: [
      'client_key',
      'currency',
      'failure_url',
      'merchant_order_ref',
      'quantity',
      'success_url',
    ],
    createDeduction: ['amount', 'client_key', 'currency', 'merchant_order_ref', 'subscription_order_ref'],
    createDeductionByServer: ['amount', 'client_key', 'currency', 'merchant_order_ref', 'subscription_order_ref'],
    createPaymentLink: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_order_id', 'success_url'],
    createPaymentLinkByServer: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_order_id', 'success_url'],
    initiatePayment: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_order_id', 'success_url'],
    createPaymentPage: ['amount', 'client_key', 'currency', 'failure_url', 'merchant_order_id', 'success_url'],
    setPaymentStatus: ['client_key', 'merchant_order_ref', 'status'],
    setPaymentStatusByServer: ['client_key', 'merchant_order_ref', 'status'],
    setRefundStatus: ['client_key', 'refund_id', 'status'],
  })
})
