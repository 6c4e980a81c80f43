import { appendFile, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from './main.ts'
import { askedOf, moved, payment, publishableKey, type TestSimulator, secretKey, openSimulator } from './fixtures.ts'

let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
const callback_url = 'http://127.0.0.1:9/'
beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(() => simulator.close())

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const body = (token: string) => ({
  amount_minor: '1000',
  currency: 'USD',
  token,
  capture: true,
  description: 'a lamp',
  callback_url,
})
interface Witness {
  lines: number
  totals: { [currency: string]: { captured_minor: string; refunded_minor: string; authorised_minor: string } }
  effects: { line: number; type: string; key: string; amount_minor?: string; status: string }[]
}
const witness = async (): Promise<Witness> => (await simulator.call('/v1/witness?from=1')).json as Witness
const effectsOf = async (key: string) => (await witness()).effects.filter((effect) => effect.key === key)

test('ten requests at once with one key make one payment and get one answer', async () => {
  const token = await simulator.token('4242424242424242')
  const answers = await times(10, () => simulator.call('/v1/payments', { key: 'ten', body: body(token) }))
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 201, json: { key: 'ten', status: 'captured', amount_minor: '1000' } })
  expect(await effectsOf('ten')).toHaveLength(1)
})

test('a key is answered the same after a restart, and the order of the fields does not matter', async () => {
  const token = await simulator.token('4242424242424242')
  const first = await simulator.call('/v1/payments', { key: 'restart', body: body(token) })
  await simulator.restart()
  const reordered = Object.fromEntries(Object.entries(body(token)).reverse())
  const second = await simulator.call('/v1/payments', { key: 'restart', body: reordered })
  expect(second.text).toBe(first.text)
  expect(await effectsOf('restart')).toHaveLength(1)
})

test('a pending payment is answered as pending to each request with its key, even when it has ended', async () => {
  const token = await simulator.token('4000000000005019')
  const first = await simulator.call('/v1/payments', { key: 'was-pending', body: body(token) })
  expect(first.json).toMatchObject({ status: 'pending' })
  await expect
    .poll(async () => (await simulator.call('/v1/operations/was-pending')).json)
    .toMatchObject({ status: 'captured' })
  expect((await simulator.call('/v1/payments', { key: 'was-pending', body: body(token) })).text).toBe(first.text)
})

test.each([
  ['amount_minor', '1001'],
  ['currency', 'EUR'],
  ['token', 'tok_other'],
  ['capture', false],
  ['description', 'two lamps'],
  ['callback_url', 'http://127.0.0.1:9/other'],
])('a key used again with another %s is refused and changes nothing', async (field, value) => {
  const key = `other-${field}`
  const good = body(await simulator.token('4242424242424242'))
  await simulator.call('/v1/payments', { key, body: good })
  const again = await simulator.call('/v1/payments', { key, body: { ...good, [field]: value } })
  expect(again).toMatchObject({ status: 422, json: { error: { code: 'idempotency_key_reused' } } })
  expect(await effectsOf(key)).toHaveLength(1)
})

test('a key belongs to one operation, whatever its kind', async () => {
  const token = await simulator.token('4242424242424242')
  await simulator.call('/v1/payments', { key: 'kind', body: body(token) })
  const movement = { amount_minor: '1000', currency: 'USD' }
  expect(await simulator.call('/v1/payments/kind/refunds', { key: 'kind', body: movement })).toMatchObject({
    status: 422,
  })
  expect(await simulator.call('/v1/payments/kind/refunds', { key: 'kind-r', body: movement })).toMatchObject({
    status: 201,
  })
  expect(await simulator.call('/v1/payments/kind/captures', { key: 'kind-r', body: movement })).toMatchObject({
    status: 422,
  })
})

test('refunds never exceed what was captured: 20 at once of 60 % each, one goes through', async () => {
  const token = await simulator.token('4242424242424242')
  await simulator.provider.authorise(payment({ key: 'race', token }), signal)
  const refund = moved({ key: '', paymentKey: 'race', amountMinor: 600n })
  const outcomes = await times(20, (index) => simulator.provider.refund({ ...refund, key: `race-${index}` }, signal))
  expect(outcomes.filter((outcome) => outcome.kind === 'captured')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.kind === 'declined')).toHaveLength(19)
  await simulator.restart()
  const rest = (key: string, amountMinor: bigint) => simulator.provider.refund({ ...refund, key, amountMinor }, signal)
  expect(await rest('race-over', 401n)).toMatchObject({ kind: 'declined', reason: 'EXCEEDED_MAX_LIMIT' })
  expect(await rest('race-rest', 400n)).toMatchObject({ kind: 'captured' })
  expect(await rest('race-more', 1n)).toMatchObject({ kind: 'declined' })
})

test('a pending refund already holds its amount', async () => {
  const token = await simulator.token('4000000000006025')
  await simulator.provider.authorise(payment({ key: 'held', token }), signal)
  const refund = moved({ key: '', paymentKey: 'held', amountMinor: 600n })
  const outcomes = await times(20, (index) => simulator.provider.refund({ ...refund, key: `held-${index}` }, signal))
  expect(outcomes.filter((outcome) => outcome.kind === 'pending')).toHaveLength(1)
  const pending = outcomes.findIndex((outcome) => outcome.kind === 'pending')
  await expect
    .poll(() => simulator.provider.status(askedOf(`held-${pending}`), signal))
    .toMatchObject({ kind: 'captured' })
})

test('captures never exceed what was authorised: 20 at once of 30 % each, three go through', async () => {
  const token = await simulator.token('4242424242424242')
  await simulator.provider.authorise(payment({ key: 'auth', token, capture: false }), signal)
  const capture = moved({ key: '', paymentKey: 'auth', amountMinor: 300n })
  const outcomes = await times(20, (index) => simulator.provider.capture({ ...capture, key: `cap-${index}` }, signal))
  expect(outcomes.filter((outcome) => outcome.kind === 'captured')).toHaveLength(3)
  expect(await simulator.provider.status(askedOf('auth'), signal)).toMatchObject({ kind: 'captured' })
  const refund = { ...capture, key: 'auth-refund', amountMinor: 901n }
  expect(await simulator.provider.refund(refund, signal)).toMatchObject({ kind: 'declined' })
})

test('what is authorised only cannot be refunded, and what never was cannot be captured or refunded', async () => {
  const token = await simulator.token('4000000000005035')
  await simulator.provider.authorise(payment({ key: 'only', token }), signal)
  const refused = { kind: 'declined' }
  const { provider } = simulator
  expect(await provider.refund(moved({ key: 'only-r', paymentKey: 'only', amountMinor: 1n }), signal)).toMatchObject(
    refused,
  )
  expect(await provider.refund(moved({ key: 'none-r', paymentKey: 'none', amountMinor: 1n }), signal)).toMatchObject(
    refused,
  )
  expect(await provider.capture(moved({ key: 'none-c', paymentKey: 'none', amountMinor: 1n }), signal)).toMatchObject(
    refused,
  )
})

test('the totals are the sums of the effects, per currency', async () => {
  const { totals, effects, lines } = await witness()
  const captured = effects.filter((effect) => effect.type === 'payment' && effect.status === 'captured')
  const settled = effects.filter((effect) => effect.type === 'settlement' && effect.status === 'captured')
  const captures = effects.filter((effect) => effect.type === 'capture' && effect.status === 'succeeded')
  const byKey = new Map(effects.flatMap(({ key, amount_minor }) => (amount_minor ? [[key, amount_minor]] : [])))
  const amounts = [...captured, ...captures].map((effect) => BigInt(effect.amount_minor ?? ''))
  const late = settled.map((effect) => BigInt(byKey.get(effect.key) ?? ''))
  const sum = [...amounts, ...late].reduce((total, amount) => total + amount, 0n)
  expect(totals['USD']?.captured_minor).toBe(String(sum))
  expect(lines).toBeGreaterThan(effects.length)
})

test('the witness tells the effects from a line on', async () => {
  const before = (await witness()).lines
  const token = await simulator.token('3566002020360505')
  await simulator.provider.authorise(payment({ key: 'seen', token, amountMinor: 500n, currency: 'JPY' }), signal)
  const { json } = await simulator.call(`/v1/witness?from=${before + 1}`)
  const seen = { type: 'payment', key: 'seen', amount_minor: '500', currency: 'JPY', status: 'captured' }
  expect((json as Witness).effects).toEqual([expect.objectContaining(seen)])
})

test('servers need the secret key, a key per operation and a well-formed body', async () => {
  const good = body('tok_x')
  const refused = async (path: string, question: Parameters<TestSimulator['call']>[1], status: number, code: string) =>
    expect(await simulator.call(path, question)).toMatchObject({ status, json: { error: { code } } })
  await refused('/v1/payments', { key: 'k', body: good, bearer: publishableKey }, 401, 'secret_key_invalid')
  await refused('/v1/witness', { bearer: '' }, 401, 'secret_key_invalid')
  await refused('/v1/operations/ten', { bearer: `${secretKey}x` }, 401, 'secret_key_invalid')
  await refused('/v1/payments', { body: good }, 400, 'idempotency_key_invalid')
  await refused('/v1/payments', { key: 'k'.repeat(256), body: good }, 400, 'idempotency_key_invalid')
  for (const amount_minor of ['0', '-1', '1.5', '01', '', 1000, '9'.repeat(19)]) {
    await refused('/v1/payments', { key: 'k', body: { ...good, amount_minor } }, 400, 'request_invalid')
  }
  await refused('/v1/payments', { key: 'k', body: { ...good, currency: 'XXX' } }, 400, 'request_invalid')
  await refused('/v1/payments', { key: 'k', body: { ...good, extra: 1 } }, 400, 'request_invalid')
  for (const url of ['https://127.0.0.1/', 'http://10.0.0.1/', 'http://127.0.0.1.example/', 'file:///etc/passwd']) {
    await refused('/v1/payments', { key: 'k', body: { ...good, callback_url: url } }, 400, 'request_invalid')
  }
  await refused('/v1/operations/k', {}, 404, 'operation_not_found')
})

test('a torn last line is cut off and forgotten, and writing goes on behind it', async () => {
  const file = join(simulator.dir, 'events.ndjson')
  await simulator.provider.authorise(
    payment({ key: 'whole', token: await simulator.token('4242424242424242') }),
    signal,
  )
  const { lines } = await witness()
  await appendFile(file, '{"type":"payment","at":"2030-01-01T00:00:00Z","key":"torn"')
  await simulator.restart()
  expect(await simulator.provider.status(askedOf('torn'), signal)).toEqual({ kind: 'absent' })
  expect(await simulator.provider.status(askedOf('whole'), signal)).toMatchObject({ kind: 'captured' })
  expect((await witness()).lines).toBeGreaterThanOrEqual(lines)
  await simulator.provider.authorise(
    payment({ key: 'after', token: await simulator.token('4242424242424242') }),
    signal,
  )
  await simulator.restart()
  expect(await simulator.provider.status(askedOf('after'), signal)).toMatchObject({ kind: 'captured' })
})

test('a file damaged before its end is refused with the line, and left as it is', async () => {
  const other = await openSimulator()
  await other.token('4242424242424242')
  const file = join(other.dir, 'events.ndjson')
  await truncate(file, (await stat(file)).size - 10)
  await appendFile(file, '\n{"type":"fault","at":"x","key":"k","digest":"d"}\n')
  const damaged = await readFile(file, 'utf8')
  await expect(other.restart()).rejects.toThrow('damaged at line 1')
  expect(await readFile(file, 'utf8')).toBe(damaged)
  await rm(other.dir, { recursive: true })
})

test('a folder has one simulator at a time', async () => {
  const options = { port: 0, host: '127.0.0.1', dir: simulator.dir, secretKey, publishableKey }
  await expect(startSimulator(options)).rejects.toThrow('Another simulator is running')
  expect(await simulator.call('/v1/witness')).toMatchObject({ status: 200 })
})
