import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../provider.ts'
import { agreed, asked, openPaypal, type TestPaypal, wished } from './fixtures.ts'

/** What becomes of a request when the provider, or the way to it, has a fault. */
const signal = AbortSignal.timeout(120_000)
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function open(): Promise<TestPaypal> {
  const paypal = await openPaypal()
  closing.push(() => paypal.close())
  return paypal
}

describe.each([
  ['unauthorised', 'unavailable'],
  ['limited', 'unavailable'],
  ['error-before', 'unknown'],
  ['error-after', 'unknown'],
  ['reset-before', 'unknown'],
  ['reset-after', 'unknown'],
  ['silence', 'unknown'],
] as const)('%s', (fault, kind) => {
  test(`a creation is ${kind}, and asked again it is one order`, async () => {
    const paypal = await open()
    const provider = paypal.provider({ timeoutMs: 400 })
    await provider.connection?.test(signal)
    await paypal.treat({ fault })
    expect((await provider.authorise(wished('order'), signal)).kind).toBe(kind)
    await paypal.treat({})
    const again = await provider.authorise(wished('order'), signal)
    expect(again.kind).toBe('pending')
    expect(await provider.authorise(wished('order'), signal)).toEqual(again)
  })

  test('a completion takes the money once', async () => {
    const paypal = await open()
    const provider = paypal.provider({ timeoutMs: 400 })
    const payment = await agreed(paypal, provider, wished('order'))
    await paypal.treat({ fault })
    expect((await provider.complete?.(payment, signal))?.kind).toBe('unknown')
    await paypal.treat({})
    expect((await provider.status(payment, signal)).kind).toMatch(/^(approved|captured)$/)
    expect((await provider.complete?.(payment, signal))?.kind).toBe('captured')
    const captures = paypal.exchanged.filter(({ path, status }) => path.endsWith('/capture') && status === 201)
    expect(captures.length).toBeLessThanOrEqual(1)
  })
})

test.each(['before', 'after'] as const)('a completion that is cut %s PayPal had it is looked up', async (when) => {
  const paypal = await open()
  const provider = paypal.provider()
  const payment = await agreed(paypal, provider, wished('order'))
  paypal.cut(/capture$/, when)
  expect((await provider.complete?.(payment, signal))?.kind).toBe('unknown')
  expect((await provider.status(payment, signal)).kind).toBe(when === 'after' ? 'captured' : 'approved')
  expect((await provider.complete?.(payment, signal))?.kind).toBe('captured')
  const captures = paypal.exchanged.filter(({ path, status }) => path.endsWith('/capture') && status === 201)
  expect(captures).toHaveLength(1)
})

test('one request that is limited is sent once more, and a token that is refused is replaced', async () => {
  const paypal = await open()
  const provider = paypal.provider()
  await provider.connection?.test(signal)
  await paypal.treat({ fault: 'limited', times: 1 })
  expect((await provider.authorise(wished('order_1'), signal)).kind).toBe('pending')
  await paypal.treat({ fault: 'unauthorised', times: 1 })
  expect((await provider.authorise(wished('order_2'), signal)).kind).toBe('pending')
})

test('no connection is the provider’s fault for a creation, and tells nothing about what was asked before', async () => {
  const paypal = await open()
  const away = paypal.provider({ api: 'http://127.0.0.1:9' })
  expect((await away.authorise(wished('order'), signal)).kind).toBe('unavailable')
  const payment = asked(wished('order'), { kind: 'expired', providerRef: 'ORDER' })
  expect((await away.status(payment, signal)).kind).toBe('unknown')
  expect((await away.complete?.(payment, signal))?.kind).toBe('unknown')
  expect((await away.cancel(payment, 'time', signal)).kind).toBe('unknown')
})

describe('an answer to a completion', () => {
  const order = (status: string, payments: object = {}) => ({
    id: 'ORDER',
    status,
    intent: 'CAPTURE',
    links: [{ rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=ORDER' }],
    purchase_units: [{ custom_id: 'order', amount: { currency_code: 'USD', value: '12.50' }, payments }],
  })
  const capture = (status: string, value = '12.50') => ({
    captures: [{ id: 'C', status, amount: { currency_code: 'USD', value }, custom_id: 'order' }],
  })
  const refused = (issue: string) => ({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description: 'words' }] })
  const cases: [string, number, object, Outcome['kind']][] = [
    ['completed', 201, order('COMPLETED', capture('COMPLETED')), 'captured'],
    ['completed with another amount', 201, order('COMPLETED', capture('COMPLETED', '12.49')), 'unknown'],
    ['pending', 201, order('COMPLETED', capture('PENDING')), 'pending'],
    ['declined', 201, order('COMPLETED', capture('DECLINED')), 'declined'],
    ['failed', 201, order('COMPLETED', capture('FAILED')), 'declined'],
    ['a state of tomorrow', 201, order('COMPLETED', capture('ON_THE_MOON')), 'unknown'],
    ['completed without a capture', 201, order('COMPLETED'), 'unknown'],
    ['voided', 201, order('VOIDED'), 'declined'],
    ['no order', 201, { id: 'ORDER' }, 'unknown'],
    ['refused by the bank', 422, refused('TRANSACTION_REFUSED'), 'declined'],
    ['funds refused', 422, refused('INSTRUMENT_DECLINED'), 'pending'],
    ['captured before', 422, refused('ORDER_ALREADY_CAPTURED'), 'unknown'],
    ['an invoice that is paid', 422, refused('DUPLICATE_INVOICE_ID'), 'unknown'],
    ['account closed', 422, refused('PAYEE_ACCOUNT_LOCKED_OR_CLOSED'), 'unavailable'],
    ['an error', 500, { name: 'INTERNAL_SERVER_ERROR' }, 'unknown'],
    ['a page of a proxy', 403, {}, 'unavailable'],
  ]
  test.each(cases)('%s', async (_name, status, body, kind) => {
    const api = await serve((incoming, reply) => {
      const isToken = incoming.url === '/v1/oauth2/token'
      const isCapture = incoming.url === '/v2/checkout/orders/ORDER/capture'
      const answer = isToken ? { access_token: 't', expires_in: 900 } : isCapture ? body : order('APPROVED')
      reply.writeHead(isCapture ? status : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
    const paypal = await open()
    const provider = paypal.provider({ api })
    const payment = asked(wished('order'), { kind: 'expired', providerRef: 'ORDER' })
    expect((await provider.complete?.(payment, signal))?.kind).toBe(kind)
  })
})

test('funds that were refused are not tried again before the shopper chose others, by no process', async () => {
  const redirect = { rel: 'redirect', href: 'https://www.paypal.com/checkoutnow?token=ORDER' }
  let captures = 0
  let updated = '2026-11-23T10:00:00Z'
  const api = await serve((incoming, reply) => {
    const isCapture = incoming.url === '/v2/checkout/orders/ORDER/capture'
    if (isCapture) captures++
    const answer =
      incoming.url === '/v1/oauth2/token'
        ? { access_token: 't', expires_in: 900 }
        : isCapture
          ? { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }], links: [redirect] }
          : {
              id: 'ORDER',
              status: 'APPROVED',
              update_time: updated,
              purchase_units: [{ custom_id: 'order', amount: { currency_code: 'USD', value: '12.50' } }],
            }
    reply.writeHead(isCapture ? 422 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const paypal = await open()
  // Each adapter is one of another process, and knows what is kept with the payment.
  const provider = () => paypal.provider({ api })
  let payment = asked(wished('order'), { kind: 'expired', providerRef: 'ORDER' })
  const back = { kind: 'pending', providerRef: 'ORDER', action: { kind: 'redirect', url: redirect.href } }
  const refusedFunds = { times: 1, at: updated, url: redirect.href }
  expect(await provider().complete?.(payment, signal)).toEqual({ ...back, refusedFunds })
  payment = { ...payment, refusedFunds }
  expect(await provider().status(payment, signal)).toEqual(back)
  expect(await provider().complete?.(payment, signal)).toEqual(back)
  expect(captures).toBe(1)
  updated = '2026-11-23T10:01:00Z'
  expect((await provider().status(payment, signal)).kind).toBe('approved')
  const again = { ...back, refusedFunds: { times: 2, at: updated, url: redirect.href } }
  expect(await provider().complete?.(payment, signal)).toEqual(again)
  expect(captures).toBe(2)
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close() && server.closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
