import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RemittanceRequest } from '../../remittances.ts'
import { openSimulator, receiver, type TestSimulator } from '../fixtures.ts'
import { signatureHeader } from '../signature.ts'
import { abroad, remittance, standing } from './fixtures.ts'
import { rateOfDay } from './rates.ts'

let simulator: TestSimulator
let told: Awaited<ReturnType<typeof receiver>>
const clock = { now: new Date() }
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 80, timeoutMs: 700, quoteMs: 60_000, now: () => clock.now })
  told = await receiver()
})
afterAll(async () => {
  await simulator.close()
  await told.close()
})
const signal = AbortSignal.timeout(60_000)

const wish = (holder: string, fields: Partial<RemittanceRequest> = {}) =>
  remittance(holder, { callbackUrl: told.url, ...fields })
const send = (request: RemittanceRequest) => abroad(simulator).send(request, signal)
const statusOf = ({ key }: RemittanceRequest) => standing(simulator, key, signal)
async function quoteRef(): Promise<string> {
  const quoted = await abroad(simulator).quote({ from: 'USD', to: 'KRW' }, signal)
  return quoted.kind === 'quoted' ? quoted.quoteRef : ''
}
const eventsOf = ({ key: asked }: RemittanceRequest) =>
  told.received.filter(({ body }) => (JSON.parse(body) as { key: string }).key === asked)
const typesOf = (request: RemittanceRequest) =>
  eventsOf(request).map(({ body }) => (JSON.parse(body) as { type: string }).type)

describe('a quote', () => {
  test('is the rate of the day, names itself and runs out', async () => {
    const quoted = await abroad(simulator).quote({ from: 'JPY', to: 'KRW' }, signal)
    const day = clock.now.toISOString().slice(0, 10)
    expect(quoted).toEqual({
      kind: 'quoted',
      quoteRef: expect.stringMatching(/./),
      reference: rateOfDay('JPY', 'KRW', { day, seed: 'simulator' }),
      at: clock.now,
      expiresAt: new Date(clock.now.getTime() + 60_000),
    })
    expect(await abroad(simulator).quote({ from: 'JPY', to: 'KRW' }, signal)).not.toEqual(quoted)
  })

  test('that has run out, or that nobody was told, takes nothing; another one takes the same key', async () => {
    const request = wish('Ada Lovelace', { quoteRef: await quoteRef() })
    const before = clock.now
    clock.now = new Date(before.getTime() + 60_000)
    expect(await send(request)).toEqual({ kind: 'quote_expired' })
    expect(await send({ ...request, quoteRef: 'unknown' })).toEqual({ kind: 'quote_expired' })
    expect(await statusOf(request)).toEqual({ kind: 'absent' })
    const again = { ...request, quoteRef: await quoteRef() }
    expect(await send(again)).toMatchObject({ kind: 'pending' })
    // Once it is taken, its quote may run out.
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect(await send(again)).toMatchObject({ kind: 'pending' })
    clock.now = new Date()
  })

  test('holds over a restart, and for its two currencies alone', async () => {
    const quote = await quoteRef()
    await simulator.restart()
    const other = wish('Ada', { quoteRef: quote, to: { currency: 'JPY', amountMinor: 1_000n } })
    expect(await send(other)).toEqual({ kind: 'unknown', why: 'answered 400 currency_mismatch' })
    expect(await send(wish('Ada', { quoteRef: quote }))).toMatchObject({ kind: 'pending' })
  })

  test('of Sim quote runs out is refused the first time', async () => {
    const request = wish('Sim quote runs out', { quoteRef: await quoteRef() })
    expect(await send(request)).toEqual({ kind: 'quote_expired' })
    expect(await statusOf(request)).toEqual({ kind: 'absent' })
    expect(await send({ ...request, quoteRef: await quoteRef() })).toMatchObject({ kind: 'pending' })
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'paid' })
  })
})

describe('a remittance', () => {
  test('is made once for its key, however often it is asked for, and paid a moment later', async () => {
    const request = wish('Ada Lovelace')
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(request)))
    expect(new Set(answers.map((answer) => ('providerRef' in answer ? answer.providerRef : answer.kind))).size).toBe(1)
    expect(answers[0]).toMatchObject({ kind: 'pending', amountMinor: 616_195n })
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'paid', amountMinor: 616_195n })
    await expect.poll(() => typesOf(request)).toEqual(['remittance.pending', 'remittance.paid'])
    const other = { ...request, to: { ...request.to, amountMinor: 1n } }
    expect(await send(other)).toEqual({ kind: 'unknown', why: 'answered 422 idempotency_key_reused' })
  })

  test('is told of with a signature', async () => {
    const request = wish('Ada Lovelace')
    await send(request)
    await expect.poll(() => eventsOf(request).length).toBe(2)
    const { headers, body } = eventsOf(request)[1] ?? { headers: {}, body: '' }
    const call = { headers: { [signatureHeader]: String(headers[signatureHeader]) }, now: new Date() }
    const outcome = { kind: 'paid', amountMinor: 616_195n, providerRef: expect.any(String) }
    expect(await simulator.provider.verifyCallback({ ...call, body })).toEqual({
      kind: 'remittance',
      id: expect.stringMatching(/^evt_/),
      key: request.key,
      at: expect.any(String),
      outcome,
    })
    const other = body.replace('616195', '616194')
    expect(await simulator.provider.verifyCallback({ ...call, body: other })).toMatchObject({ kind: 'forged' })
  })

  test.each([
    ['Sim invalid account', 'INVALID_ACCOUNT'],
    ['Sim account closed', 'ACCOUNT_CLOSED'],
    ['sim  name DIFFERS', 'NAME_MISMATCH'],
    ['Sim bank offline', 'BANK_OFFLINE'],
  ])('to %s fails with %s', async (holder, reason) => {
    const request = wish(holder)
    await send(request)
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'failed', reason })
  })

  test.each([
    ['Sim no answer', 'pending'],
    ['Sim error after effect', 'pending'],
    ['Sim error before effect', 'absent'],
    ['Sim never seen', 'absent'],
  ])('to %s is unknown at first, then %s; sent again it is there once', async (holder, then) => {
    const request = wish(holder)
    expect((await send(request)).kind).toBe('unknown')
    const { kind } = await statusOf(request)
    expect(kind === 'paid' ? 'pending' : kind).toBe(then)
    // What was not taken may be asked for with another amount, as its rate was asked anew.
    const again = then === 'absent' ? { ...request, to: { ...request.to, amountMinor: 616_000n } } : request
    expect(await send(again)).toMatchObject({ kind: 'pending' })
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'paid', amountMinor: again.to.amountMinor })
    expect(typesOf(request).filter((type) => type === 'remittance.paid').length).toBeLessThanOrEqual(1)
  })

  test('to Sim other amount gets a minor unit less, by the word of the simulator', async () => {
    const request = wish('Sim other amount')
    expect(await send(request)).toMatchObject({ kind: 'pending', amountMinor: 616_194n })
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'paid', amountMinor: 616_194n })
  })

  test('comes back whole, or less what the bank keeps', async () => {
    const [whole, less] = [wish('Sim returned'), wish('Sim returned less')]
    await Promise.all([send(whole), send(less)])
    const amountMinor = 616_195n
    const returned = { kind: 'returned', amountMinor }
    await expect.poll(() => statusOf(whole)).toMatchObject({ ...returned, returnedMinor: amountMinor })
    await expect.poll(() => statusOf(less)).toMatchObject({ ...returned, returnedMinor: 610_034n })
  })

  test('contradicts itself by its word alone', async () => {
    const request = wish('Sim contradicts')
    await send(request)
    await expect.poll(() => typesOf(request)).toEqual(['remittance.pending', 'remittance.failed', 'remittance.paid'])
    expect(await statusOf(request)).toMatchObject({ kind: 'failed' })
  })

  test.each([
    ['thrice', ['pending', 'pending', 'pending', 'paid', 'paid', 'paid']],
    ['late', ['pending', 'paid']],
    ['reversed', ['paid', 'pending']],
    ['never', []],
  ] as const)('is told of %s: %j', async (manner, order) => {
    const request = wish(`Sim callbacks ${manner}`)
    await send(request)
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'paid' })
    const types = () => (manner === 'thrice' ? typesOf(request).toSorted().toReversed() : typesOf(request))
    await expect.poll(types, { timeout: 3_000 }).toEqual(order.map((status) => `remittance.${status}`))
  })

  test('waits for a person at the bank, who pays it, refuses it or sends it back', async () => {
    const [paid, refused] = [wish('Sim pending'), wish('Sim pending')]
    await Promise.all([send(paid), send(refused)])
    const act = async ({ key }: RemittanceRequest, body: object) =>
      (await simulator.call(`/v1/control/remittances/${key}`, { body })).json
    expect(await act(refused, { act: 'refuse' })).toEqual({ changed: true })
    expect(await act(refused, { act: 'pay' })).toEqual({ changed: false })
    expect(await act(paid, { act: 'return' })).toEqual({ changed: false })
    expect(await act(paid, { act: 'pay' })).toEqual({ changed: true })
    expect(await act(paid, { act: 'return', amount_minor: '616196' })).toEqual({ changed: false })
    expect(await act(paid, { act: 'return', amount_minor: '300' })).toEqual({ changed: true })
    expect(await statusOf(paid)).toMatchObject({ kind: 'returned', returnedMinor: 300n })
    expect(await statusOf(refused)).toMatchObject({ kind: 'failed', reason: 'BANK_REFUSED' })
    expect((await simulator.call('/v1/control/remittances/none', { body: { act: 'pay' } })).status).toBe(404)
  })

  test('is what it was after a restart, comes to its end, and the witness says what accounts have got', async () => {
    const request = wish('Sim returned less', { to: { currency: 'THB', amountMinor: 1_000n } })
    await send(request)
    await simulator.restart()
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'returned', returnedMinor: 990n })
    const { json } = await simulator.call('/v1/witness')
    expect(json).toMatchObject({ remittances: { got_minor: { THB: '10' }, states: { paid: expect.any(Number) } } })
  })
})
