import { createServer } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventFaults } from '#test/openapi/paypal.ts'
import type { Callback, Provider, ReceivedCallback } from '../provider.ts'
import { type Received, receiver } from '../simulator/fixtures.ts'
import { makeCertificate } from '../simulator/paypal/x509.ts'
import { agreed, openPaypal, paid, type TestPaypal, wished } from './fixtures.ts'
import { certificates } from './certificates.ts'

let paypal: TestPaypal
let inbox: Awaited<ReturnType<typeof receiver>>
let provider: Provider
let webhookId = ''
let roots: string[] = []
const signal = AbortSignal.timeout(300_000)

beforeAll(async () => {
  paypal = await openPaypal()
  inbox = await receiver()
  const registered = await paypal.provider().connection?.register?.(inbox.url, signal)
  webhookId = registered?.credentials['webhook_id'] ?? ''
  roots = [await paypal.root()]
  provider = paypal.provider({ webhookId, roots })
})
afterAll(async () => {
  await inbox.close()
  await paypal.close()
})

const asReceived = ({ headers, body }: Received): ReceivedCallback => ({
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body,
  now: paypal.now,
})
const typeOf = ({ body }: Received): string => (JSON.parse(body) as { event_type: string }).event_type
async function heard(type: string, key: string): Promise<ReceivedCallback> {
  const of = (each: Received) => typeOf(each) === type && each.body.includes(`"${key}"`)
  await expect.poll(() => inbox.received.some(of), { timeout: 10_000 }).toBe(true)
  return asReceived(inbox.received.find(of) as Received)
}
const asks = (outcome: Callback, key: string) => expect(outcome).toMatchObject({ kind: 'ask', key })

describe('a call-back', () => {
  test('of an approval, a capture and a refund makes us ask', async () => {
    const payment = await paid(paypal, provider, wished('order_1'))
    const { key: paymentKey, providerRef: paymentRef, amountMinor, currency, method } = payment
    await provider.refund({ key: 'refund_1', paymentKey, paymentRef, amountMinor, currency, method }, signal)
    const approved = await provider.verifyCallback(await heard('CHECKOUT.ORDER.APPROVED', 'order_1'))
    expect(approved).toMatchObject({ kind: 'ask', key: 'order_1', merchantKey: 'acme' })
    asks(await provider.verifyCallback(await heard('PAYMENT.CAPTURE.COMPLETED', 'order_1')), 'order_1')
    asks(await provider.verifyCallback(await heard('PAYMENT.CAPTURE.REFUNDED', 'refund_1')), 'refund_1')
    expect(inbox.received.flatMap(({ body }) => eventFaults(body))).toEqual([])
  })

  test('sent again is the same event', async () => {
    await paid(paypal, provider, wished('order_2'))
    const call = await heard('PAYMENT.CAPTURE.COMPLETED', 'order_2')
    const first = await provider.verifyCallback(call)
    asks(first, 'order_2')
    expect(await provider.verifyCallback(call)).toEqual(first)
    expect(await provider.verifyCallback({ ...call, now: new Date(paypal.now.getTime() + 86_400_000) })).toEqual(first)
  })

  test('is confirmed by PayPal where no root is known', async () => {
    await agreed(paypal, provider, wished('order_3'))
    const call = await heard('CHECKOUT.ORDER.APPROVED', 'order_3')
    const rootless = paypal.provider({ webhookId })
    asks(await rootless.verifyCallback(call), 'order_3')
    const questions = paypal.exchanged.filter(({ path }) => path.endsWith('verify-webhook-signature'))
    expect(questions.map(({ answered }) => answered)).toEqual(['{"verification_status":"SUCCESS"}'])
    expect(await rootless.verifyCallback({ ...call, body: `${call.body} ` })).toMatchObject({ kind: 'forged' })
  })

  test('for another webhook, or before one is registered, is not believed', async () => {
    const call = await heard('CHECKOUT.ORDER.APPROVED', 'order_1')
    for (const other of ['', 'OTHERWEBHOOK00000'])
      expect(await paypal.provider({ webhookId: other, roots }).verifyCallback(call)).toMatchObject({ kind: 'forged' })
  })

  test('about an order of another system, or of another kind, is ignored', async () => {
    const { status, json } = await paypal.call('/v2/checkout/orders', {
      body: {
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '1.00' } }],
        payment_source: {
          paypal: { experience_context: { return_url: 'https://a.example', cancel_url: 'https://a.example' } },
        },
      },
    })
    expect(status).toBe(201)
    const url = `${paypal.api}/checkoutnow?token=${String(json['id'])}`
    await paypal.act({ kind: 'pending', providerRef: '', action: { kind: 'redirect', url } })
    const call = await heard('CHECKOUT.ORDER.APPROVED', String(json['id']))
    expect(await provider.verifyCallback(call)).toMatchObject({ kind: 'ignored' })
  })

  test('that was changed anywhere is forged: ten thousand of them', async () => {
    const call = await heard('PAYMENT.CAPTURE.COMPLETED', 'order_1')
    const names = Object.keys(call.headers).filter((name) => name.startsWith('paypal-'))
    expect(names).toHaveLength(5)
    const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
    const change = fc.record({
      where: fc.constantFrom('body', 'body', 'body', ...names),
      how: fc.constantFrom('replace', 'insert', 'remove', 'cut', 'drop'),
      at: fc.nat(),
      letter,
    })
    const changed = (text: string, { how, at, letter: put }: { how: string; at: number; letter: string }): string => {
      const place = at % text.length
      if (how === 'cut') return text.slice(0, place)
      if (how === 'drop') return ''
      if (how === 'insert') return text.slice(0, place) + put + text.slice(place)
      return text.slice(0, place) + (how === 'remove' ? '' : put) + text.slice(place + 1)
    }
    let count = 0
    await fc.assert(
      fc.asyncProperty(change, async (how) => {
        const { where } = how
        const before = where === 'body' ? call.body : (call.headers[where] ?? '')
        const after = changed(before, how)
        if (after === before) return
        count++
        const forged =
          where === 'body' ? { ...call, body: after } : { ...call, headers: { ...call.headers, [where]: after } }
        expect(await provider.verifyCallback(forged)).toMatchObject({ kind: 'forged' })
      }),
      { numRuns: 10_200 },
    )
    expect(count).toBeGreaterThan(10_000)
    asks(await provider.verifyCallback(call), 'order_1')
  }, 120_000)

  test('signed by another authority is forged', async () => {
    const call = await heard('PAYMENT.CAPTURE.COMPLETED', 'order_1')
    const foreign = makeCertificate({ name: 'Another authority', now: paypal.now, years: 1 })
    const misled = paypal.provider({ webhookId, roots: [foreign.certificate], clientSecret: 'E-wrong' })
    expect(await misled.verifyCallback(call)).toMatchObject({ kind: 'forged' })
  })
})

describe('a certificate', () => {
  const find = (api: string, extra: string[] = roots) =>
    certificates({ api, roots: extra, now: () => paypal.now, timeoutMs: 500 })

  test.each([
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example/v1/notifications/certs/CERT-1',
    'https://paypal.com/v1/notifications/certs/CERT-1',
    'https://www.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://user:pass@api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1',
    'https://api.paypal.com/v1/notifications/certs/../../../x',
    'https://api.paypal.com/v1/notifications/certs/CERT-1?next=https://evil.example',
    'https://api.paypal.com/x/v1/notifications/certs/CERT-1',
    'http://127.0.0.1:9/v1/notifications/certs/CERT-1',
    'file:///etc/passwd',
    'CERT-1',
    '',
  ])('of %s is not fetched', async (address) => {
    expect(await find('https://api-m.paypal.com')(address)).toMatchObject({ kind: 'foreign' })
  })

  test('of this machine is fetched only where the interface is on this machine, and so are further roots used', async () => {
    const [genuine] = inbox.received
    const address = String(genuine?.headers['paypal-cert-url'])
    expect(await find(paypal.api)(address)).toMatchObject({ kind: 'certificate' })
    expect(await find(paypal.api, [])(address)).toMatchObject({ kind: 'unproven' })
    expect(await find('https://api-m.paypal.com')(address)).toMatchObject({ kind: 'foreign' })
    expect(await find('http://127.0.0.1:9')(address)).toMatchObject({ kind: 'foreign' })
  })

  test('is fetched once a day', async () => {
    const address = String(inbox.received[0]?.headers['paypal-cert-url'])
    const fetched = () => paypal.exchanged.filter(({ path }) => address.endsWith(path)).length
    const finder = find(paypal.api)
    const before = fetched()
    await Promise.all([finder(address), finder(address)])
    await finder(address)
    expect(fetched()).toBe(before + 1)
    const now = paypal.now
    paypal.now = new Date(now.getTime() + 86_400_001)
    await finder(address)
    expect(fetched()).toBe(before + 2)
    paypal.now = now
  })

  test('of made-up addresses is asked for at most thirty times a minute', async () => {
    const finder = find(paypal.api)
    const before = paypal.exchanged.length
    for (let n = 0; n < 100; n++) await finder(`${paypal.api}/v1/notifications/certs/CERT-${n}`)
    expect(paypal.exchanged.length - before).toBe(30)
  })

  test('is held by its chain, its time and its name', async () => {
    const authority = { ...makeCertificate({ name: 'Authority', now: paypal.now, years: 1 }), name: 'Authority' }
    const name = 'messageverificationcerts.paypal.com'
    const of = async (certificate: string) => {
      const inline = await receiverOf(certificate)
      const found = await find(inline.api, [authority.certificate])(`${inline.api}/v1/notifications/certs/CERT-1`)
      await inline.close()
      return found.kind
    }
    const good = makeCertificate({ name, now: paypal.now, years: 1, issuer: authority })
    expect(await of(good.certificate)).toBe('certificate')
    expect(await of(good.certificate + authority.certificate)).toBe('certificate')
    const late = new Date(paypal.now.getTime() - 3 * 365 * 86_400_000)
    expect(await of(makeCertificate({ name, now: late, years: 1, issuer: authority }).certificate)).toBe('unproven')
    const other = makeCertificate({ name: 'www.paypal.com', now: paypal.now, years: 1, issuer: authority })
    expect(await of(other.certificate)).toBe('unproven')
    // One that was issued for a name cannot issue others.
    const child = makeCertificate({ name, now: paypal.now, years: 1, issuer: { ...good, name } })
    expect(await of(child.certificate + good.certificate)).toBe('unproven')
    const self = makeCertificate({ name, now: paypal.now, years: 1 })
    expect(await of(self.certificate)).toBe('unproven')
    expect(await of('no certificate')).toBe('unproven')
  })
})

async function receiverOf(text: string): Promise<{ api: string; close: () => Promise<void> }> {
  const server = createServer((_request, reply) => reply.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const api = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { api, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
