import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Asked, AuthoriseRequest, Provider } from '../provider.ts'
import { xenditProvider } from './adapter.ts'
import { askedAbout, openXendit, refOf, soon, type TestXendit, wished } from './fixtures.ts'

let surface: TestXendit
let impatient: Provider
let number = 0
const nextPayment = (fields: Partial<AuthoriseRequest> = {}) => wished({ key: `order-${++number}`, ...fields })
beforeAll(async () => {
  surface = await openXendit()
  impatient = surface.open({ timeoutMs: 400 })
})
afterAll(() => surface.close())
afterEach(async () => {
  await surface.manner({})
  expect(surface.faults.splice(0)).toEqual([])
})
const card: Partial<AuthoriseRequest> = { method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } }

describe.each([
  ['a payment request', {}],
  ['an invoice', card],
])('%s', (_name, fields: Partial<AuthoriseRequest>) => {
  test.each(['error-after', 'reset-after'])(
    'that was made behind an %s is found, and not made again',
    async (fault) => {
      const payment = nextPayment(fields)
      await surface.manner({ fault, times: 1 })
      expect(await surface.provider.authorise(payment, soon())).toMatchObject({ kind: 'unknown' })
      const found = await surface.provider.status(askedAbout(payment), soon())
      expect(found).toMatchObject({ kind: 'pending' })
      expect(await surface.provider.authorise(payment, soon())).toEqual(found)
    },
  )

  test.each(['error-before', 'reset-before', 'silence'])(
    'that an %s swallowed is unknown, then absent',
    async (fault) => {
      const payment = nextPayment(fields)
      await surface.manner({ fault, times: 1 })
      expect(await impatient.authorise(payment, soon())).toMatchObject({ kind: 'unknown' })
      const justAsked = askedAbout(payment, { firstAskedAt: new Date() })
      expect(await surface.provider.status(justAsked, soon())).toMatchObject({ kind: 'unknown' })
      expect(await surface.provider.status(askedAbout(payment), soon())).toEqual({ kind: 'absent' })
    },
  )

  test('that the provider refuses to look at is its fault', async () => {
    const payment = nextPayment(fields)
    await surface.manner({ fault: 'unauthorised' })
    expect(await surface.provider.authorise(payment, soon())).toEqual({
      kind: 'unavailable',
      providerText: 'The API key is invalid.',
    })
    // The refusal of a question says nothing about its subject.
    expect(await surface.provider.status(askedAbout(payment), soon())).toMatchObject({ kind: 'unknown' })
    expect(await surface.provider.cancel(askedAbout(payment), 'time', soon())).toMatchObject({ kind: 'unknown' })
  })

  test('that is one too many waits once, and is then the provider’s fault', async () => {
    await surface.manner({ fault: 'limited', times: 1 })
    expect(await surface.provider.authorise(nextPayment(fields), soon())).toMatchObject({ kind: 'pending' })
    await surface.manner({ fault: 'limited', times: 2 })
    expect(await surface.provider.authorise(nextPayment(fields), soon())).toMatchObject({ kind: 'unavailable' })
  })
})

/** A provider of its own that answers whatever a test says. */
async function answering(answer: (path: string) => { status?: number; json?: unknown; text?: string }) {
  const server: Server = createServer((incoming, outgoing) => {
    incoming.resume()
    const { status = 200, json, text } = answer(incoming.url ?? '')
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text ?? JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  return adapterAt(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
}
const closing: (() => Promise<void>)[] = []
const warned: Record<string, unknown>[] = []
const adapterAt = (url: string): Provider =>
  xenditProvider({
    url,
    secretKey: 'xnd_development_key',
    callbackToken: 'token',
    timeoutMs: 1_000,
    underWayMs: 0,
    warn: (facts) => warned.push(facts),
  })
afterEach(async () => {
  warned.length = 0
  for (const close of closing.splice(0)) await close()
})

test('no connection before a byte was sent: the provider’s fault, and nothing is known of what was asked before', async () => {
  const gone = await answering(() => ({}))
  await closing.pop()?.()
  const payment = nextPayment()
  const refusal = await gone.authorise(payment, soon())
  expect(refusal).toMatchObject({ kind: 'unavailable', providerText: expect.stringContaining('ECONNREFUSED') })
  const { key, amountMinor, currency, method } = payment
  const movement = { key: 'r', paymentKey: key, paymentRef: 'pr-1', amountMinor, currency, method }
  expect(await gone.refund(movement, soon())).toMatchObject({ kind: 'unavailable' })
  expect(await gone.status(askedAbout(payment), soon())).toMatchObject({ kind: 'unknown' })
})

const request = (changes: object = {}) => ({
  id: 'pr-1',
  reference_id: 'k',
  amount: 15_000,
  currency: 'IDR',
  status: 'SUCCEEDED',
  payment_method: { id: 'pm-1' },
  ...changes,
})
const invoice = (changes: object = {}) => ({
  id: 'i1',
  external_id: 'k',
  amount: 15_000,
  currency: 'IDR',
  status: 'PAID',
  ...changes,
})

describe('an answer', () => {
  const payment = wished({ key: 'k' })
  const byCard = wished({ key: 'k', ...card })
  test.each([
    ['the amount', request({ amount: 15_001 })],
    ['a hundredth', request({ amount: 150 })],
    ['the currency', request({ currency: 'PHP' })],
    ['the reference', request({ reference_id: 'k2' })],
    ['the state', request({ status: 'ON_FIRE' })],
    ['everything', []],
  ])('with %s changed is never a capture', async (_name, json) => {
    const provider = await answering(() => ({ json }))
    expect(await provider.authorise(payment, soon())).toMatchObject({ kind: 'unknown' })
    const known = askedAbout(payment, { providerRef: 'pr-1' })
    expect(await provider.status(known, soon())).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['amount', invoice({ amount: 1 })],
    ['paid amount', invoice({ paid_amount: 14_999 })],
    ['currency', invoice({ currency: 'PHP' })],
    ['reference', invoice({ external_id: 'k2' })],
  ])('about an invoice with another %s is never a capture', async (_name, json) => {
    const provider = await answering(() => ({ json }))
    expect(await provider.authorise(byCard, soon())).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['a page of a proxy', { status: 200, text: '<html>' }],
    ['an empty body', { status: 200, text: '' }],
    ['a proxy’s refusal', { status: 502, text: '<html>' }],
    ['a refusal without a code', { status: 400, text: '{}' }],
  ])('that is %s is unknown', async (_name, answer) => {
    const provider = await answering(() => answer)
    expect(await provider.authorise(payment, soon())).toMatchObject({ kind: 'unknown' })
    expect(await provider.status(askedAbout(payment), soon())).toMatchObject({ kind: 'unknown' })
  })

  test('that a channel is not there makes way for another; that a request is wrong does too, and is reported', async () => {
    const down = await answering(() => ({ status: 503, json: { error_code: 'CHANNEL_UNAVAILABLE', message: 'Down.' } }))
    expect(await down.authorise(payment, soon())).toEqual({ kind: 'unavailable', providerText: 'Down.' })
    expect(warned).toEqual([])
    const wrong = await answering(() => ({ status: 400, json: { error_code: 'API_VALIDATION_ERROR', message: 'No.' } }))
    expect(await wrong.authorise(payment, soon())).toEqual({ kind: 'unavailable', providerText: 'No.' })
    expect(warned).toEqual([{ provider: 'xendit', code: 'API_VALIDATION_ERROR', message: 'No.' }])
  })

  test('with a failure of the channel makes way, one of the shopper does not, a new one is reported once', async () => {
    const failing = (failure_code: string) => answering(() => ({ json: request({ status: 'FAILED', failure_code }) }))
    expect(await (await failing('CHANNEL_UNAVAILABLE')).authorise(payment, soon())).toMatchObject({
      kind: 'unavailable',
    })
    expect(await (await failing('INSUFFICIENT_BALANCE')).authorise(payment, soon())).toMatchObject({ kind: 'declined' })
    const unheard = await failing('NEW_IN_2027')
    for (const _ of [1, 2])
      expect(await unheard.authorise(payment, soon())).toMatchObject({
        kind: 'declined',
        reason: 'BANK_REFUSED_TRANSACTION',
      })
    expect(warned).toEqual([{ provider: 'xendit', code: 'NEW_IN_2027' }])
  })

  test('never sends the shopper to anything but a page', async () => {
    for (const url of ['javascript:alert(1)', 'gcash://pay', 'data:text/html,x', '']) {
      const actions = [{ action: 'AUTH', url_type: 'WEB', url }]
      const provider = await answering(() => ({ json: request({ status: 'REQUIRES_ACTION', actions }) }))
      expect(await provider.authorise(payment, soon())).toEqual({ kind: 'pending', providerRef: 'pr-1' })
    }
  })
})

test('of two with one reference, the paid one counts', async () => {
  const payment = wished({ key: 'k' })
  const data = [
    request({ id: 'pr-3', status: 'EXPIRED' }),
    request({ id: 'pr-2' }),
    request({ status: 'REQUIRES_ACTION' }),
  ]
  const provider = await answering(() => ({ json: { data, has_more: false } }))
  const found = await provider.status(askedAbout(payment), soon())
  expect([found.kind, refOf(found)]).toEqual(['captured', 'pr-2'])
})

test('money that came while a payment was being ended counts', async () => {
  let ended = false
  const provider = await answering((path) => {
    ended ||= path.endsWith('/expire')
    if (path.endsWith('/expire')) return { json: { id: 'pm-1', status: 'EXPIRED' } }
    return { json: request({ status: ended ? 'SUCCEEDED' : 'REQUIRES_ACTION' }) }
  })
  const known = askedAbout(wished({ key: 'k' }), { providerRef: 'pr-1' })
  for (const why of ['shopper', 'time'] as const) {
    ended = false
    expect(await provider.cancel(known, why, soon())).toEqual({ kind: 'captured', providerRef: 'pr-1' })
  }
})

test('a refund far down a long list is found, and an endless list is not believed', async () => {
  const refund = (id: number) => ({
    id: `rfd-${id}`,
    reference_id: `r${id}`,
    amount: 1,
    currency: 'IDR',
    status: 'SUCCEEDED',
  })
  const pageAfter = (path: string) => {
    const after = Number(/after_id=rfd-(\d+)/.exec(path)?.[1] ?? 0)
    return { json: { data: Array.from({ length: 100 }, (_, index) => refund(after + index + 1)), has_more: true } }
  }
  const provider = await answering(pageAfter)
  const asked: Asked = {
    ...askedAbout(wished({ key: 'r250', amountMinor: 100n })),
    kind: 'refund',
    payment: { key: 'k', providerRef: 'pr-1' },
  }
  expect(await provider.status(asked, soon())).toEqual({ kind: 'captured', providerRef: 'rfd-250' })
  expect(await provider.status({ ...asked, key: 'r9999999' }, soon())).toMatchObject({ kind: 'unknown' })
})

describe('the test of a connection', () => {
  test('works with a key, and says what the key may not read', async () => {
    expect(await surface.provider.connection?.test(soon())).toMatchObject({
      kind: 'working',
      checks: [
        { name: 'Balance', ok: true },
        { name: 'Money-in', ok: true },
      ],
    })
    const narrow = await answering((path) =>
      path === '/balance'
        ? { status: 403, json: { error_code: 'REQUEST_FORBIDDEN_ERROR', message: 'No.' } }
        : { json: {} },
    )
    expect(await narrow.connection?.test(soon())).toMatchObject({
      kind: 'working',
      checks: [
        { name: 'Balance', ok: false, text: 'No.' },
        { name: 'Money-in', ok: true },
      ],
    })
  })

  test('names the field of a key that is refused', async () => {
    const wrong = surface.open({ secretKey: 'xnd_development_another' })
    expect(await wrong.connection?.test(soon())).toEqual({
      kind: 'refused',
      field: 'secret_key',
      providerText: 'The API key is invalid.',
    })
  })

  test('says when the provider is silent', async () => {
    await surface.manner({ fault: 'silence' })
    expect(await impatient.connection?.test(soon())).toMatchObject({ kind: 'silent' })
    await surface.manner({ fault: 'error-before' })
    expect(await impatient.connection?.test(soon())).toMatchObject({ kind: 'silent' })
  })

  test('registers nothing: the address is copied', () => {
    expect(surface.provider.connection?.register).toBeUndefined()
    expect(surface.provider.cardEntry()).toBeNull()
  })
})
