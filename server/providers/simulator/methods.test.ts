import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ways, type Way } from '#contract/methods.ts'
import type { AuthoriseRequest, Outcome } from '../provider.ts'
import { askedOf, payment, type Received, receiver, type TestSimulator, openSimulator } from './fixtures.ts'

/** Every way to pay, from its start to the payer's word, and what can go wrong on the way. */
let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
beforeEach(async () => {
  simulator = await openSimulator({ delayMs: 30 })
})
afterEach(() => simulator.close())

const byCard = ({ brands }: Way) => brands !== undefined
const currencyOf = ({ places = {} }: Way) => Object.values(places)[0]?.[0] ?? 'USD'
const names = (way: Way) => `${way.type} ${way.subType}`.trim()
const begin = (way: Way, { token, ...fields }: Partial<AuthoriseRequest> & { key: string; token?: string }) =>
  simulator.provider.authorise(
    payment({
      currency: currencyOf(way),
      method: { type: way.type, subType: way.subType },
      ...(token && { token }),
      ...fields,
    }),
    signal,
  )
const wallet = ways.find(({ type }) => type === 'WALLET') as Way
const transfer = ways.find(({ type }) => type === 'VA_BANK_TRANSFER') as Way
const kindNow = async (key: string) => (await simulator.provider.status(askedOf(key), signal)).kind
const pageOf = (outcome: Outcome): string => {
  const action = outcome.kind === 'pending' ? outcome.action : undefined
  return (action?.kind === 'redirect' ? action.url : action?.test_url) ?? ''
}

describe.each(ways.map((way) => [names(way), way] as const))('%s', (_name, way) => {
  test('asks the payer what it declares, and is paid by their word and once', async () => {
    const key = 'p'
    const token = byCard(way) ? await simulator.token('4000000000003220') : undefined
    const begun = await begin(way, { key, token: token ?? '' })
    expect(begun.kind).toBe('pending')
    const action = begun.kind === 'pending' ? begun.action : undefined
    expect(action?.kind).toBe(way.run === 'redirect' || byCard(way) ? 'redirect' : 'show')
    expect(pageOf(begun)).toMatch(new RegExp(`^${simulator.url}/pages/[\\w-]{24}$`))
    expect(await simulator.act(key, { act: 'approve' })).toBe(true)
    await expect.poll(() => kindNow(key)).toBe('captured')
    expect(await simulator.provider.status(askedOf(key), signal)).toMatchObject({ paidBy: { payer: /\S/ } })
    for (const act of ['approve', 'decline', 'no_funds'] as const) expect(await simulator.act(key, { act })).toBe(false)
    expect((await simulator.provider.cancel(askedOf(key), 'shopper', signal)).kind).toBe('captured')
  })

  test('can be refused by the payer, ended by the shopper and by the clock, each for good', async () => {
    const token = () => (byCard(way) ? simulator.token('4000000000003220') : Promise.resolve(''))
    for (const [key, end, reason] of [
      [
        'refused',
        () => simulator.act('refused', { act: 'decline' }),
        byCard(way) ? 'INVALID_CARD_3DS_ERROR' : 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
      ],
      ['poor', () => simulator.act('poor', { act: 'no_funds' }), 'FUNDS_LIMIT_ERROR'],
      [
        'left',
        () => simulator.provider.cancel(askedOf('left'), 'shopper', signal),
        'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
      ],
    ] as const) {
      await begin(way, { key, token: await token() })
      await end()
      await expect.poll(() => kindNow(key)).toBe('declined')
      expect(await simulator.provider.status(askedOf(key), signal)).toMatchObject({ reason })
    }
    await begin(way, { key: 'late', token: await token(), expiresAt: new Date(Date.now() + 40) })
    await expect.poll(() => kindNow('late')).toBe('expired')
    await begin(way, { key: 'over', token: await token(), expiresAt: new Date(Date.now() - 1) })
    expect(await kindNow('over')).toBe('expired')
  })
})

describe('what waits for its payer', () => {
  test('is shown to act on: a code, an account of its own, a reference, a QR code that leads to the page', async () => {
    const shown = async (type: Way['type'], key: string) => {
      const way = ways.find((each) => each.type === type) as Way
      const begun = await begin(way, { key })
      return begun.kind === 'pending' && begun.action?.kind === 'show' ? begun.action : undefined
    }
    expect((await shown('OTC', 'a'))?.code).toMatch(/^\d{12}$/)
    const qr = await shown('QR_CODE', 'b')
    expect(qr?.qr).toBe(qr?.test_url)
    const [one, other] = [await shown('VA_BANK_TRANSFER', 'c'), await shown('VA_BANK_TRANSFER', 'd')]
    expect(one?.account?.reference).toBe('')
    expect(one?.account?.number).not.toBe(other?.account?.number)
    const [first, second] = [await shown('BANK_TRANSFER', 'e'), await shown('DIRECT_BANK_TRANSFER', 'f')]
    expect(first?.account?.number).toBe(second?.account?.number)
    expect(first?.account?.reference).not.toBe(second?.account?.reference)
  })

  test('survives a kill with its code, its page and its time', async () => {
    const begun = await begin(transfer, { key: 'p', expiresAt: new Date(Date.now() + 600) })
    await simulator.restart()
    const after = await simulator.provider.status(askedOf('p'), signal)
    expect(after.kind === 'pending' && after.action?.kind === 'show' && after.action.account).toEqual(
      begun.kind === 'pending' && begun.action?.kind === 'show' && begun.action.account,
    )
    await expect.poll(() => kindNow('p'), { timeout: 3_000 }).toBe('expired')
    await simulator.restart()
    expect(await kindNow('p')).toBe('expired')
  })

  test('takes a transfer that comes too late, and nothing else that does', async () => {
    for (const [key, why] of [
      ['a', 'time'],
      ['b', 'shopper'],
    ] as const) {
      await begin(transfer, { key })
      await simulator.provider.cancel(askedOf(key), why, signal)
      expect(await simulator.act(key, { act: 'decline' })).toBe(false)
      expect(await simulator.act(key, { act: 'approve' })).toBe(true)
      expect(await kindNow(key)).toBe('captured')
      expect(await simulator.act(key, { act: 'approve' })).toBe(false)
    }
    await begin(wallet, { key: 'w' })
    await simulator.provider.cancel(askedOf('w'), 'time', signal)
    expect(await simulator.act('w', { act: 'approve' })).toBe(false)
    const { json } = await simulator.call('/v1/witness')
    expect(json).toMatchObject({ totals: { [currencyOf(transfer)]: { captured_minor: '2000' } } })
  })

  test('is ended once of many wishes at once, and one the payer was quicker with is paid', async () => {
    await begin(wallet, { key: 'p' })
    const ends = await Promise.all([
      simulator.provider.cancel(askedOf('p'), 'shopper', signal),
      simulator.act('p', { act: 'approve' }),
      simulator.provider.cancel(askedOf('p'), 'time', signal),
      simulator.act('p', { act: 'decline' }),
    ])
    const after = await kindNow('p')
    expect(['captured', 'declined', 'expired']).toContain(after)
    expect([ends[1], ends[3]].filter(Boolean).length).toBeLessThanOrEqual(1)
    expect((await simulator.call('/v1/witness?from=1')).text.match(/"settlement"/g)).toHaveLength(1)
  })
  test('cannot be ended where nobody has heard of it, nor while a bank is at work', async () => {
    expect((await simulator.provider.cancel(askedOf('nobody'), 'shopper', signal)).kind).toBe('absent')
    // Its banks take their time, so that they are at work however slow this machine is.
    const slow = await openSimulator({ delayMs: 60_000 })
    try {
      const token = await slow.token('4000000000005019')
      await slow.provider.authorise(payment({ key: 'bank', token }), signal)
      expect((await slow.provider.cancel(askedOf('bank'), 'shopper', signal)).kind).toBe('pending')
    } finally {
      await slow.close()
    }
  })
})

describe('a card whose bank', () => {
  test('is content without a question is paid at once, and says that it was so', async () => {
    const token = await simulator.token('4000000000003055')
    expect(await simulator.provider.authorise(payment({ key: 'p', token }), signal)).toMatchObject({
      kind: 'captured',
      authentication: 'frictionless',
    })
  })
})

describe('by the payer’s name', () => {
  test.each([
    ['Sim error after effect', 'unknown', 'pending'],
    ['sim error-before-effect', 'unknown', 'absent'],
    ['SIM INSUFFICIENT FUNDS', 'declined', 'declined'],
    ['Simone Weil', 'pending', 'pending'],
    ['sim of nothing', 'pending', 'pending'],
  ])('%s: answers %s, and stands as %s', async (payerName, answered, stands) => {
    expect((await begin(wallet, { key: 'p', payerName })).kind).toBe(answered)
    expect(await kindNow('p')).toBe(stands)
  })

  test('it is paid by itself after a while', async () => {
    expect((await begin(wallet, { key: 'p', payerName: 'sim pending then success' })).kind).toBe('pending')
    await expect.poll(() => kindNow('p')).toBe('captured')
  })
})

describe('the end is told', () => {
  const told = async (callbacks: 'thrice' | 'late' | 'reversed' | 'never' | undefined) => {
    const { url, received, close } = await receiver()
    await begin(wallet, { key: 'p', callbackUrl: url })
    await expect.poll(() => received).toHaveLength(1)
    await simulator.act('p', { act: 'approve', ...(callbacks && { callbacks }) })
    return { received, close }
  }
  const kinds = (received: Received[]) =>
    received.map(({ body }) => (JSON.parse(body) as { type: string }).type.replace('payment.', ''))

  test.each([
    [undefined, ['pending', 'captured']],
    ['thrice', ['pending', 'captured', 'captured', 'captured']],
    ['late', ['pending', 'captured']],
    ['reversed', ['pending', 'captured', 'pending']],
  ] as const)('%s: in this order %j', async (callbacks, order) => {
    const { received, close } = await told(callbacks)
    await expect.poll(() => kinds(received), { timeout: 4_000 }).toEqual(order)
    await close()
  })

  test('never: not even after a restart', async () => {
    const { received, close } = await told('never')
    expect(await kindNow('p')).toBe('captured')
    await simulator.restart()
    const other = await receiver()
    await begin(wallet, { key: 'other', callbackUrl: other.url })
    await expect.poll(() => other.received).toHaveLength(1)
    expect(kinds(received)).toEqual(['pending'])
    await Promise.all([close(), other.close()])
  })
})
