import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Callback } from '../provider.ts'
import { type Received, receiver } from '../simulator/fixtures.ts'
import { verifyXenditCallback } from './callbacks.ts'
import { askedAbout, openXendit, refOf, soon, type TestXendit, wished } from './fixtures.ts'
import type { Ask } from './http.ts'

let surface: TestXendit
let shop: Awaited<ReturnType<typeof receiver>>
let number = 0
beforeAll(async () => {
  surface = await openXendit()
  shop = await receiver()
  await surface.callbacksTo(shop.url)
})
afterAll(async () => {
  await surface.close()
  await shop.close()
})
afterEach(() => expect(surface.faults.splice(0)).toEqual([]))

const textHeaders = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
const verify = (call: { headers: Record<string, string | undefined>; body: string }): Promise<Callback> =>
  surface.provider.verifyCallback({ ...call, now: new Date() })
const withToken = (body: unknown) =>
  verify({ headers: { 'x-callback-token': surface.credentials.callbackToken }, body: JSON.stringify(body) })

/** The call-back that names `text`, once it has come. */
async function arrived(text: string): Promise<Received> {
  const found = () => shop.received.find(({ body }) => body.includes(text))
  await expect.poll(found).toBeDefined()
  return found() ?? Promise.reject(new Error('unreachable'))
}

async function paid() {
  const payment = wished({ key: `order-${++number}` })
  const begun = await surface.provider.authorise(payment, soon())
  await surface.simulator.act(`xendit:${refOf(begun)}`, { act: 'approve' })
  return { payment, ref: refOf(begun), call: await arrived(refOf(begun)) }
}

describe('a call-back', () => {
  test('of a payment makes us ask about it, and moves nothing by itself', async () => {
    const { payment, call } = await paid()
    const found = await verify({ headers: textHeaders(call), body: call.body })
    expect(found).toMatchObject({ kind: 'ask', key: payment.key, merchantKey: 'fixtures' })
    expect(found).not.toHaveProperty('outcome')
    expect(await verify({ headers: textHeaders(call), body: call.body })).toEqual(found)
  })

  test('has the time of its event, and none where Xendit says none', async () => {
    const { call } = await paid()
    const { created, ...body } = JSON.parse(call.body) as { created: string }
    expect(await withToken({ ...body, created })).toMatchObject({ kind: 'ask', at: created })
    expect(await withToken(body)).toMatchObject({ kind: 'ask', at: '' })
  })

  test('of a refund and of an invoice too', async () => {
    const { payment, ref } = await paid()
    const { amountMinor, currency, method } = payment
    const refund = {
      key: `refund-${++number}`,
      paymentKey: payment.key,
      paymentRef: ref,
      amountMinor,
      currency,
      method,
    }
    await surface.provider.refund(refund, soon())
    const ofRefund = await arrived(`"reference_id":"${refund.key}"`)
    expect(await verify({ headers: textHeaders(ofRefund), body: ofRefund.body })).toMatchObject({
      kind: 'ask',
      key: refund.key,
    })

    const invoice = wished({ key: `order-${++number}`, method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } })
    await surface.provider.authorise(invoice, soon())
    await surface.provider.cancel(askedAbout(invoice), 'shopper', soon())
    const ofInvoice = await arrived(`"external_id":"${invoice.key}"`)
    expect(await verify({ headers: textHeaders(ofInvoice), body: ofInvoice.body })).toMatchObject({
      kind: 'ask',
      key: invoice.key,
    })
  })

  test('is about its payment request, whatever else it names', async () => {
    const { payment, ref } = await paid()
    const data = { id: 'py-1', payment_request_id: ref, reference_id: 'another', metadata: { order_ref: 'another' } }
    expect(await withToken({ event: 'payment.succeeded', data })).toMatchObject({ kind: 'ask', key: payment.key })
  })

  test('about a payment request that the account does not have is ignored', async () => {
    const data = {
      id: 'py-1',
      payment_request_id: 'pr-none',
      reference_id: 'order-1',
      metadata: { order_ref: 'order-1' },
    }
    expect(await withToken({ event: 'payment.succeeded', data })).toMatchObject({ kind: 'ignored' })
  })

  test('names what to ask about while the provider itself cannot be asked', async () => {
    await surface.manner({ fault: 'error-before', times: 1 })
    const data = { id: 'py-1', payment_request_id: 'pr-1', reference_id: 'm', metadata: { order_ref: 'order-1' } }
    expect(await withToken({ event: 'payment.succeeded', data })).toMatchObject({ kind: 'ask', key: 'order-1' })
  })

  test.each([
    ['an expired payment method', { event: 'payment_method.expired', data: { id: 'pm-1', reference_id: 'order-1' } }],
    ['another product', { event: 'payout.succeeded', data: { id: 'disb-1', reference_id: 'order-1' } }],
    ['a refund of nobody’s', { event: 'refund.succeeded', data: { id: 'rfd-1' } }],
    ['nothing', {}],
    ['a list', []],
    ['a text', 'payment.succeeded'],
  ])('about %s is ignored', async (_name, body) => {
    expect(await withToken(body)).toMatchObject({ kind: 'ignored' })
  })
})

describe('forged', () => {
  test('is every other token', async () => {
    const { call } = await paid()
    const { callbackToken: token } = surface.credentials
    const others = [
      undefined, '', ' ', token.slice(0, -1), `${token}0`, token.toUpperCase(), ` ${token}`, `${token},${token}`, 'undefined',
    ] // prettier-ignore
    for (const other of others)
      expect(await verify({ headers: { 'x-callback-token': other }, body: call.body })).toMatchObject({
        kind: 'forged',
      })
    expect(await verify({ headers: {}, body: call.body })).toMatchObject({ kind: 'forged' })
    const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
    const how = fc.constantFrom('replace', 'insert', 'remove', 'cut')
    const mutated = fc.tuple(how, fc.nat(token.length - 1), letter).map(([act, at, put]) => {
      if (act === 'cut') return token.slice(0, at)
      if (act === 'insert') return token.slice(0, at) + put + token.slice(at)
      return token.slice(0, at) + (act === 'remove' ? '' : put) + token.slice(at + 1)
    })
    let count = 0
    const isForged = async (other: string) => {
      if (other === token) return
      count += 1
      expect((await verify({ headers: { 'x-callback-token': other }, body: call.body })).kind).toBe('forged')
    }
    await fc.assert(fc.asyncProperty(mutated, isForged), { numRuns: 10_200 })
    expect(count).toBeGreaterThan(10_000)
  })

  test('is everything while the channel has no token', async () => {
    const { call } = await paid()
    const provider = surface.open({ callbackToken: '' })
    for (const token of [undefined, '', surface.credentials.callbackToken]) {
      const given = { headers: { 'x-callback-token': token }, body: call.body, now: new Date() }
      expect(await provider.verifyCallback(given)).toMatchObject({ kind: 'forged' })
    }
  })

  test('a mutated body with the true token moves nothing either', async () => {
    const { call } = await paid()
    const headers = { 'x-callback-token': surface.credentials.callbackToken }
    const { callbackToken: token } = surface.credentials
    const away: Ask = async () => ({ kind: 'lost', why: 'away' })
    const place = fc.nat(Buffer.byteLength(call.body) - 1)
    const movesNothing = (hear: typeof verify) =>
      fc.asyncProperty(place, fc.nat(255), async (at, noise) => {
        const bytes = Buffer.from(call.body)
        bytes[at] = noise
        const told = await hear({ headers, body: bytes.toString('utf8') })
        expect(['ask', 'ignored']).toContain(told.kind)
        expect(told).not.toHaveProperty('outcome')
      })
    await fc.assert(movesNothing(verify), { numRuns: 100 })
    const unasked: typeof verify = (heard) => verifyXenditCallback({ ...heard, now: new Date() }, { token, ask: away })
    await fc.assert(movesNothing(unasked), { numRuns: 10_000 })
  })
})
