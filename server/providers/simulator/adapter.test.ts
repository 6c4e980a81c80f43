import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Provider } from '../provider.ts'
import { simulatorProvider } from './adapter.ts'
import { declineReasonOf, mannerOf, maskCard, testCards } from './cards.ts'
import { askedOf, moved, payment, type TestSimulator, openSimulator, publishableKey, secretKey } from './fixtures.ts'

let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(() => simulator.close())

const cardsOf = (...scenarios: string[]) => testCards.filter((card) => scenarios.includes(card.scenario))
const declining = testCards.filter(
  (card) => mannerOf(card.scenario).payment?.decline && !mannerOf(card.scenario).payment?.later,
)
const numberOf = (scenario: string): string => cardsOf(scenario)[0]?.number ?? ''

async function pay(number: string, { key = number, capture = true } = {}) {
  return simulator.provider.authorise(payment({ key, token: await simulator.token(number), capture }), signal)
}
const status = (key: string) => simulator.provider.status(askedOf(key), signal)

test.each(cardsOf('success', 'callbacks_thrice', 'refund_declined', 'refund_pending'))(
  '$number ($brand, $scenario) is captured, with what may be shown of the card',
  async ({ number, brand }) => {
    const outcome = await pay(number)
    const providerRef = expect.stringMatching(/^sim_/) as string
    expect(outcome).toEqual({ kind: 'captured', providerRef, card: { brand, masked: maskCard(number) } })
    expect(await status(number)).toEqual(outcome)
  },
)

test.each(declining)('$number is declined: $scenario', async ({ number, scenario }) => {
  const outcome = await pay(number)
  const decline = mannerOf(scenario).payment?.decline ?? 'do_not_honor'
  const providerText = expect.stringMatching(/^The .+\.$/) as string
  expect(outcome).toMatchObject({ kind: 'declined', reason: declineReasonOf[decline], providerText })
  expect(await status(number)).toEqual(outcome)
})

test.each([
  ['pending_then_success', 'captured'],
  ['pending_then_decline', 'declined'],
  ['callbacks_reversed', 'captured'],
  ['callbacks_late', 'captured'],
])('the card of %s is pending, then %s', async (scenario, end) => {
  const number = numberOf(scenario)
  expect(await pay(number)).toMatchObject({ kind: 'pending' })
  await expect.poll(() => status(number)).toMatchObject({ kind: end })
})

test('a payment that is only authorised is captured by a capture of its own', async () => {
  expect(await pay('4242424242424242', { key: 'auth', capture: false })).toMatchObject({ kind: 'authorised' })
  expect(await pay(numberOf('authorised_only'), { key: 'auth-2' })).toMatchObject({ kind: 'authorised' })
  for (const paymentKey of ['auth', 'auth-2']) {
    const capture = moved({ key: `${paymentKey}-c`, paymentKey })
    expect(await simulator.provider.capture(capture, signal)).toMatchObject({ kind: 'captured' })
    expect(await status(paymentKey)).toMatchObject({ kind: 'captured' })
  }
})

test('a pending payment that is not to be captured becomes authorised', async () => {
  await pay(numberOf('pending_then_success'), { key: 'pending-auth', capture: false })
  await expect.poll(() => status('pending-auth')).toMatchObject({ kind: 'authorised' })
})

test('no answer within the time: unknown, and the effect is there when asked', async () => {
  const impatient = simulatorProvider({
    url: simulator.url,
    secretKey,
    publishableKey,
    timeoutMs: 300,
  })
  const request = payment({ key: 'no-answer', token: await simulator.token(numberOf('no_answer')) })
  expect(await impatient.authorise(request, signal)).toMatchObject({ kind: 'unknown' })
  expect(await status('no-answer')).toMatchObject({ kind: 'captured' })
  expect(await simulator.provider.authorise(request, signal)).toMatchObject({ kind: 'captured' })
})

test('a caller that gives up learns unknown at once', async () => {
  const request = payment({ key: 'given-up', token: await simulator.token(numberOf('no_answer')) })
  expect(await simulator.provider.authorise(request, AbortSignal.timeout(50))).toMatchObject({ kind: 'unknown' })
  expect(await simulator.provider.status(askedOf('given-up'), AbortSignal.abort())).toMatchObject({ kind: 'unknown' })
})

test('an error after the effect: unknown, and the effect is there once', async () => {
  const request = payment({ key: 'after', token: await simulator.token(numberOf('error_after_effect')) })
  expect(await simulator.provider.authorise(request, signal)).toMatchObject({ kind: 'unknown' })
  expect(await status('after')).toMatchObject({ kind: 'captured' })
  expect(await simulator.provider.authorise(request, signal)).toEqual(await status('after'))
})

test('an error before the effect: unknown, then absent, and asking again works, over a restart too', async () => {
  const request = payment({ key: 'before', token: await simulator.token(numberOf('error_before_effect')) })
  expect(await simulator.provider.authorise(request, signal)).toMatchObject({ kind: 'unknown' })
  expect(await status('before')).toEqual({ kind: 'absent' })
  await simulator.restart()
  expect(await simulator.provider.authorise(request, signal)).toMatchObject({ kind: 'captured' })
})

test('the faults of a card are those of its refunds too', async () => {
  const refundOf = (paymentKey: string) =>
    simulator.provider.refund(moved({ key: `${paymentKey}-r`, paymentKey, amountMinor: 10n }), signal)
  expect(await refundOf('after')).toMatchObject({ kind: 'unknown' })
  expect(await status('after-r')).toMatchObject({ kind: 'captured' })
  expect(await refundOf('before')).toMatchObject({ kind: 'unknown' })
  expect(await status('before-r')).toEqual({ kind: 'absent' })
  expect(await refundOf('before')).toMatchObject({ kind: 'captured' })
  expect(await refundOf(numberOf('refund_declined'))).toMatchObject({ kind: 'declined' })
  expect(await refundOf(numberOf('refund_pending'))).toMatchObject({ kind: 'pending' })
  await expect.poll(() => status(`${numberOf('refund_pending')}-r`)).toMatchObject({ kind: 'captured' })
})

test('a key with every sign that a path would mind is found again', async () => {
  const key = 'a/b?c=d#e%2F..&"<é'.replace('é', '~')
  await pay('4242424242424242', { key })
  expect(await status(key)).toMatchObject({ kind: 'captured' })
  const refund = moved({ key: `${key}/r`, paymentKey: key, amountMinor: 1n })
  expect(await simulator.provider.refund(refund, signal)).toMatchObject({ kind: 'captured' })
})

test('a defect of ours throws: the same key for something else', async () => {
  await pay('4242424242424242', { key: 'defect' })
  await expect(pay('4242424242424242', { key: 'defect' })).rejects.toThrow('idempotency_key_reused')
})

test('a defect of ours throws: a key that no header can carry, an amount of nothing', async () => {
  await expect(pay('4242424242424242', { key: 'line\nfeed' })).rejects.toThrow()
  const refund = moved({ key: 'nothing', paymentKey: 'defect', amountMinor: 0n })
  await expect(simulator.provider.refund(refund, signal)).rejects.toThrow('request_invalid')
})

test('a wrong secret key leaves everything unknown', async () => {
  const provider = simulatorProvider({
    url: simulator.url,
    secretKey: 'sk_wrong',
    publishableKey,
  })
  expect(await provider.status(askedOf('defect'), signal)).toEqual({
    kind: 'unknown',
    why: 'answered 401 secret_key_invalid',
  })
})

/** Each call of a provider whose server behaves like this. */
async function outcomes(answer: (reply: ServerResponse) => void): Promise<unknown[]> {
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => answer(reply))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found = await kindsOf(simulatorProvider({ url, secretKey, publishableKey, timeoutMs: 500 }))
  server.close()
  server.closeAllConnections()
  return found
}
async function kindsOf(provider: Provider): Promise<unknown[]> {
  const movement = moved({ key: 'k', paymentKey: 'p' })
  const found = await Promise.all([
    provider.authorise(payment({ key: 'k', token: 't' }), signal),
    provider.capture(movement, signal),
    provider.refund(movement, signal),
    provider.status(askedOf('k'), signal),
  ])
  return found.map((outcome) => outcome.kind)
}
const unknown = ['unknown', 'unknown', 'unknown', 'unknown']

const view = {
  kind: 'payment',
  key: 'k',
  ref: 'sim_1',
  status: 'captured',
  amount_minor: '1000',
  currency: 'USD',
  decline: null,
  card: null,
}
const sends = (status: number, body: unknown) => (reply: ServerResponse) => {
  reply.statusCode = status
  reply.end(typeof body === 'string' ? body : JSON.stringify(body))
}
test.each<[string, (reply: ServerResponse) => void]>([
  ['resets the connection', (reply) => reply.socket?.resetAndDestroy()],
  ['never answers', () => undefined],
  ['drips', (reply) => reply.write('{')],
  ['stops half-way', (reply) => reply.writeHead(200, { 'content-length': '99' }).end('{', () => reply.destroy())],
  ['answers more than 64 kB', sends(201, { ...view, more: 'x'.repeat(70_000) })],
  ['redirects', (reply) => reply.writeHead(307, { location: simulator.url }).end()],
  ['is a proxy that finds nothing', sends(404, '<html>Not found</html>')],
  ['is a proxy that refuses', sends(400, { error: { code: 'bad_gateway_request' } })],
  ['is overloaded', sends(503, '')],
  ['answers an empty success', sends(200, '')],
  ['answers another form', sends(201, { status: 'captured' })],
  ['answers about another key', sends(201, { ...view, key: 'other' })],
])('a server that %s leaves everything unknown', async (_, answer) => {
  expect(await outcomes(answer)).toEqual(unknown)
})

test('an answer with another amount, currency or kind leaves what was asked unknown', async () => {
  expect(await outcomes(sends(201, view))).toEqual(['captured', 'unknown', 'unknown', 'captured'])
  expect(await outcomes(sends(201, { ...view, amount_minor: '999' }))).toEqual([...unknown.slice(1), 'captured'])
  expect(await outcomes(sends(201, { ...view, currency: 'EUR' }))).toEqual([...unknown.slice(1), 'captured'])
})

test('a decline code that is new to us is still a decline', async () => {
  const decline = { code: 'constructor', message: 'Something new.' }
  const found = await outcomes(sends(201, { ...view, status: 'declined', decline }))
  expect(found).toEqual(['declined', 'unknown', 'unknown', 'declined'])
})

test('without a listener every outcome is unknown', async () => {
  const server = createTcpServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  expect(await kindsOf(simulatorProvider({ url: `http://127.0.0.1:${port}`, secretKey, publishableKey }))).toEqual(
    unknown,
  )
})
