import { afterEach, describe, expect, it, vi } from 'vitest'
import { listPaymentLinkAttempts, listPaymentLinkSources, readPaymentLink } from '#contract/payment-links.ts'
import { listWebhookDeliveries } from '#contract/webhooks.ts'
import { signIn } from '#contract/session.ts'
import { filledPath, sendCall } from './send-call.ts'
import { intentKeys } from './use-call.ts'

const credentials = { token: 't', subUserUuid: 'u', clientKey: 'k' }
/** Replaces the network: gives the scripted answer and keeps the requests. */
function network(answer: () => Response) {
  const asked: { url: string; request: RequestInit }[] = []
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    asked.push({ url, request })
    return Promise.resolve().then(answer)
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe('a path', () => {
  it('takes the merchant from the session and references from the input', () => {
    expect(filledPath(listPaymentLinkSources, {}, 'm-1')).toBe('/merchants/m-1/list-of-sources')
    expect(filledPath(readPaymentLink, { ref: 'a/b' }, 'm-1')).toBe('/merchants/m-1/paymentLink/a%2Fb')
    expect(filledPath(listPaymentLinkAttempts, { ref: 'r' }, 'm-1')).toBe('/merchant/paymentLink/r/txns-records')
    expect(filledPath(listWebhookDeliveries, { uuid: 'w' }, 'm-1')).toBe('/merchants/m-1/webhooks/w')
  })
})

describe('a call', () => {
  it('sends the credentials and, when it may change something, an idempotency key', async () => {
    const asked = network(() => Response.json({ content: [] }))
    await sendCall(listPaymentLinkSources, { query: { environment: 'live' } }, { credentials, merchant: 'm-1' })
    await sendCall(listPaymentLinkAttempts, { path: { ref: 'r' }, body: {} }, { credentials, idempotencyKey: 'i' })
    expect(asked[0]?.url).toBe('/gateway/merchants/m-1/list-of-sources?environment=live')
    expect(asked[0]?.request.headers).toMatchObject({
      Authorization: 'Bearer t',
      'X-Sub-User-Uuid': 'u',
      'X-Client-Key': 'k',
    })
    expect(asked[0]?.request.headers).not.toHaveProperty('Idempotency-Key')
    expect(asked[1]?.request.headers).toHaveProperty('Idempotency-Key', 'i')
  })
  it('turns an error answer into its reason, its text under the call’s own key, and the request’s id', async () => {
    network(() =>
      Response.json(
        { Message: 'No.', status_code: '4053', status_reason: 'INVALID_PASSWORD', request_id: 'r-1' },
        { status: 400 },
      ),
    )
    await expect(sendCall(signIn, { body: { username: 'a', password: 'b' } }, {})).rejects.toMatchObject({
      status: 400,
      reason: 'INVALID_PASSWORD',
      message: 'No.',
      requestId: 'r-1',
    })
  })
  it('fails with an error when the answer is not JSON or does not come', async () => {
    network(() => new Response('<html>', { status: 502 }))
    const input = { body: { username: 'a', password: 'b' } }
    await expect(sendCall(signIn, input, {})).rejects.toMatchObject({ status: 502, reason: 'TEMPORARILY_UNAVAILABLE' })
    network(() => {
      throw new TypeError('Failed to fetch')
    })
    await expect(sendCall(signIn, input, {})).rejects.toMatchObject({ status: 0, reason: 'NO_ANSWER' })
  })
})

describe('the key of an intent', () => {
  it('stays the same over retries and changes for another input or after the answer', () => {
    const keys = intentKeys()
    const first = keys.of({ amount: 1 })
    expect(keys.of({ amount: 1 })).toBe(first)
    expect(keys.of({ amount: 2 })).not.toBe(first)
    const second = keys.of({ amount: 1 })
    expect(second).not.toBe(first)
    keys.close()
    expect(keys.of({ amount: 1 })).not.toBe(second)
  })
})
