import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatorProvider } from './adapter.ts'
import type { Callback } from '../provider.ts'
import {
  askedOf,
  moved,
  payment,
  type Received,
  receiver,
  type TestSimulator,
  openSimulator,
  publishableKey,
  secretKey,
} from './fixtures.ts'

let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
const success = '4242424242424242'
beforeEach(async () => {
  simulator = await openSimulator()
})
afterEach(() => simulator.close())

async function pay(number: string, fields: { key: string; callbackUrl: string }) {
  return simulator.provider.authorise(payment({ token: await simulator.token(number), ...fields }), signal)
}
const verify = (signature: string | undefined, body: string, now = new Date(), provider = simulator.provider) =>
  provider.verifyCallback({ headers: { 'simulator-signature': signature }, body, now })
async function verified({ headers, body }: Received): Promise<Extract<Callback, { kind: 'event' }>> {
  const callback = await verify(String(headers['simulator-signature']), body)
  if (callback.kind !== 'event') throw new Error(callback.kind)
  return callback
}
/** What each says of the payment, in the order of their coming. */
const kinds = async (received: Received[]) =>
  (await Promise.all(received.map((each) => verified(each)))).map(({ outcome }) => outcome.kind)
const idsOf = async (received: Received[]) =>
  (await Promise.all(received.map((each) => verified(each)))).map(({ id }) => id)
const forged = { kind: 'forged' }

test('a payment and its refund are each told once, signed, with what our server is answered too', async () => {
  const { url, received, close } = await receiver()
  const outcome = await pay(success, { key: 'p', callbackUrl: url })
  const refund = moved({ key: 'r', paymentKey: 'p', amountMinor: 400n })
  const refunded = await simulator.provider.refund(refund, signal)
  await expect.poll(() => received).toHaveLength(2)
  const events = await Promise.all(received.map((each) => verified(each)))
  const [first, second] = events.sort((a, b) => a.key.localeCompare(b.key))
  expect(first).toMatchObject({ key: 'p', outcome })
  expect(second).toMatchObject({ key: 'r', outcome: refunded })
  expect(first?.id).not.toBe(second?.id)
  await simulator.restart()
  await settled()
  expect(received).toHaveLength(2)
  await close()
})

/** Another payment has been told of in the meantime, so that one told again would have come by now. */
async function settled() {
  const other = await receiver()
  await pay(success, { key: `other-${randomUUID()}`, callbackUrl: other.url })
  await expect.poll(() => other.received).toHaveLength(1)
  await other.close()
}

test('a call-back that was changed, or is old, is refused', async () => {
  const { url, received, close } = await receiver()
  await pay(success, { key: 'p', callbackUrl: url })
  await expect.poll(() => received).toHaveLength(1)
  const { headers, body } = received[0] as Received
  const signature = String(headers['simulator-signature'])
  expect(await verify(signature, body)).toMatchObject({ kind: 'event', key: 'p' })

  expect(await verify(signature, body.replace('1000', '9000'))).toMatchObject(forged)
  expect(await verify(signature, `${body} `)).toMatchObject(forged)
  expect(await verify(undefined, body)).toMatchObject(forged)
  expect(await verify('', body)).toMatchObject(forged)
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
  expect(await verify(`t=${Number(seconds) + 1},v1=${hex}`, body)).toMatchObject(forged)
  expect(await verify(`t=${seconds},v1=${hex.slice(0, 62)}`, body)).toMatchObject(forged)
  expect(await verify(`t=${seconds},v1=${hex}00`, body)).toMatchObject(forged)
  for (let place = 0; place < hex.length; place += 1) {
    const other = hex[place] === '0' ? '1' : '0'
    expect(await verify(`t=${seconds},v1=${hex.slice(0, place)}${other}${hex.slice(place + 1)}`, body)).toMatchObject(
      forged,
    )
  }
  await close()
})

test('a call-back holds for five minutes of our clock, either way', async () => {
  const { url, received, close } = await receiver()
  await pay(success, { key: 'p', callbackUrl: url })
  await expect.poll(() => received).toHaveLength(1)
  const { headers, body } = received[0] as Received
  const signature = String(headers['simulator-signature'])
  const signedAt = Number(/t=(\d+)/.exec(signature)?.[1]) * 1000
  const verifyAt = (time: number, key = secretKey) =>
    verify(signature, body, new Date(time), simulatorProvider({ url: simulator.url, secretKey: key, publishableKey }))
  expect(await verifyAt(signedAt + 300_000)).toMatchObject({ key: 'p' })
  expect(await verifyAt(signedAt - 300_000)).toMatchObject({ key: 'p' })
  expect(await verifyAt(signedAt + 301_000)).toMatchObject(forged)
  expect(await verifyAt(signedAt - 301_000)).toMatchObject(forged)
  expect(await verifyAt(signedAt, 'sk_other')).toMatchObject(forged)
  await close()
})

test('a receiver that fails is asked again, with the same event', async () => {
  const { url, received, close } = await receiver((before) => (before < 2 ? 503 : 200))
  await pay(success, { key: 'p', callbackUrl: url })
  await expect.poll(() => received, { timeout: 5_000 }).toHaveLength(3)
  expect(new Set(await idsOf(received)).size).toBe(1)
  await settled()
  expect(received).toHaveLength(3)
  await close()
})

test('a redirect is not followed and counts as not taken', async () => {
  const { url, received, close } = await receiver((before) => (before < 1 ? 307 : 200))
  await pay(success, { key: 'p', callbackUrl: url })
  await expect.poll(() => received).toHaveLength(2)
  await close()
})

test('what could not be delivered is delivered after a restart', async () => {
  let up = false
  const { url, received, close } = await receiver(() => (up ? 200 : 500))
  await pay(success, { key: 'p', callbackUrl: url })
  await expect.poll(() => received.length).toBeGreaterThan(0)
  const { id } = await verified(received[0] as Received)
  await simulator.restart()
  up = true
  const before = received.length
  await expect.poll(() => received.length).toBeGreaterThan(before)
  expect((await verified(received.at(-1) as Received)).id).toBe(id)
  await close()
})

test('pending then success is told in this order, as two events', async () => {
  const { url, received, close } = await receiver()
  await pay('4000000000005019', { key: 'p', callbackUrl: url })
  await expect.poll(() => kinds(received)).toEqual(['pending', 'captured'])
  expect(new Set(await idsOf(received)).size).toBe(2)
  await close()
})

test('the card of duplicate call-backs tells the same event three times', async () => {
  const { url, received, close } = await receiver()
  await pay('4000000000005076', { key: 'p', callbackUrl: url })
  await expect.poll(() => kinds(received)).toEqual(['captured', 'captured', 'captured'])
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  await settled()
  expect(received).toHaveLength(3)
  await close()
})

test('the card of out-of-order call-backs tells of the capture before it tells that it is pending', async () => {
  const { url, received, close } = await receiver()
  expect(await pay('4000000000005084', { key: 'p', callbackUrl: url })).toMatchObject({ kind: 'pending' })
  await expect.poll(() => kinds(received)).toEqual(['captured', 'pending'])
  const [captured, pending] = (await Promise.all(received.map((each) => verified(each)))).map(({ at }) => at)
  expect(Date.parse(pending ?? '')).toBeLessThan(Date.parse(captured ?? ''))
  await close()
})

test('the card of late call-backs has captured long before it tells', async () => {
  const { url, received, close } = await receiver()
  await pay('4000000000005092', { key: 'p', callbackUrl: url })
  await expect.poll(() => simulator.provider.status(askedOf('p'), signal)).toMatchObject({ kind: 'captured' })
  expect(await kinds(received)).toEqual(['pending'])
  await expect.poll(() => kinds(received), { timeout: 5_000 }).toEqual(['pending', 'captured'])
  await close()
})
