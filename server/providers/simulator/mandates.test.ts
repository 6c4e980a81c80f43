import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MandateFacts, MandateOutcome, MandateRequest, Mandates } from '../mandates.ts'
import type { AuthoriseRequest, Outcome } from '../provider.ts'
import { simulatorProvider } from './adapter.ts'
import {
  askedOf,
  mandate,
  moved,
  openSimulator,
  payment,
  publishableKey,
  secretKey,
  type TestSimulator,
} from './fixtures.ts'

/** Mandates from their set-up to their end, and the charges by them, through the adapter. */
let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 30 })
})
afterAll(() => simulator.close())

const card = { type: 'SUBSCRIPTION_CARD', subType: '' } as const
const debit = { type: 'SUBSCRIPTION_DIRECT_DEBIT', subType: '' } as const
const transfer = { type: 'SUBSCRIPTION_BANK_TRANSFER', subType: '' } as const
let keys = 0
const nextKey = () => `key-${(keys += 1)}`
const desk = (): Mandates => {
  if (!simulator.provider.mandates) throw new Error('The adapter has no mandates.')
  return simulator.provider.mandates
}
const setUp = async (number: string, fields: Partial<MandateRequest> = {}): Promise<MandateOutcome> =>
  desk().setUp(mandate({ key: nextKey(), token: await simulator.token(number), ...fields }), signal)
const atTheBank = (fields: Partial<MandateRequest>) => desk().setUp(mandate({ key: nextKey(), ...fields }), signal)
const pay = (fields: Partial<AuthoriseRequest> & { token?: string }): Promise<Outcome> =>
  simulator.provider.authorise(payment({ key: nextKey(), method: card, ...fields }), signal)
const standing = (key: string) => desk().status({ key, token: '', providerRef: '' }, signal)
const paid = (key: string) => simulator.provider.status(askedOf(key), signal)
const kindOf = async (outcome: Promise<{ kind: string }>) => (await outcome).kind

/** What an active mandate is charged by. */
function grantOf(outcome: MandateOutcome | Outcome): MandateFacts {
  const grant = 'mandate' in outcome ? outcome.mandate : undefined
  if (!grant) throw new Error(`There is no mandate: ${JSON.stringify(outcome)}`)
  return grant
}
/** A mandate of a card with money, and its charges one after another; the outcome of each. */
async function series(number: string, charges: number, fields: Partial<AuthoriseRequest> = {}) {
  const key = nextKey()
  const begun = await pay({ key, mandate: { setUp: true }, token: await simulator.token(number), ...fields })
  const { token } = grantOf(begun)
  const outcomes: Outcome[] = []
  for (let charge = 0; charge < charges; charge += 1)
    outcomes.push(await pay({ ...fields, mandate: { token, offSession: true } }))
  return { key, token, words: outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.kind)) }
}

describe('a mandate of a card', () => {
  test('is set up without money, and charged without its holder and with', async () => {
    const key = nextKey()
    const outcome = await setUp('4242424242424242', { key })
    expect(outcome).toEqual({
      kind: 'active',
      providerRef: expect.stringMatching(/^sim_/) as string,
      mandate: {
        token: expect.stringMatching(/^mdt_[\w-]{32}$/) as string,
        masked: '424242******4242',
        brand: 'visa',
        expiresAt: new Date('2040-01-01T12:00:00Z'),
      },
    })
    expect(await standing(key)).toEqual(outcome)
    expect(await kindOf(paid(key))).toBe('absent')
    const { token } = grantOf(outcome)
    for (const offSession of [true, false])
      expect(await pay({ mandate: { token, offSession } })).toMatchObject({
        kind: 'captured',
        card: { brand: 'visa', masked: '424242******4242' },
      })
  })

  test('comes with a payment, and only when that succeeds', async () => {
    const key = nextKey()
    const begun = await pay({
      key,
      mandate: { setUp: true },
      token: await simulator.token('5555555555554444'),
    })
    expect(begun).toMatchObject({ kind: 'captured', mandate: { brand: 'mastercard' } })
    expect(await standing(key)).toMatchObject({ kind: 'active', mandate: grantOf(begun) })
    expect(await pay({ mandate: { token: grantOf(begun).token, offSession: true } })).not.toHaveProperty('mandate')
    const refused = nextKey()
    expect(
      await pay({ key: refused, mandate: { setUp: true }, token: await simulator.token('4000000000009995') }),
    ).not.toHaveProperty('mandate')
    expect(await standing(refused)).toMatchObject({ kind: 'failed', reason: 'FUNDS_LIMIT_ERROR' })
    expect(await kindOf(standing('nobody'))).toBe('absent')
  })

  test.each([true, false])(
    'whose bank asks waits for its holder, and is not asked again; with money: %s',
    async (money) => {
      const key = nextKey()
      const token = await simulator.token('4000000000003220')
      const begun = money
        ? await pay({ key, mandate: { setUp: true }, token })
        : await desk().setUp(mandate({ key, token }), signal)
      expect(begun).toMatchObject({ kind: 'pending', action: { kind: 'redirect' } })
      expect(begun).not.toHaveProperty('mandate')
      expect(await kindOf(standing(key))).toBe('pending')
      if (money) await simulator.act(key, { act: 'approve' })
      else expect(await simulator.hold(key, { act: 'agree' })).toBe(true)
      const active = await standing(key)
      expect(active).toMatchObject({ kind: 'active', authentication: 'challenge' })
      const { token: granted } = grantOf(active)
      expect(await pay({ mandate: { token: granted, offSession: true } })).toMatchObject({ kind: 'captured' })
      // With its holder there, the bank asks once more.
      expect(await pay({ mandate: { token: granted, offSession: false } })).toMatchObject({ kind: 'pending' })
    },
  )

  test('that is declined, or refused by its holder, never becomes active', async () => {
    expect(await setUp('4000000000009987')).toMatchObject({ kind: 'failed', reason: 'INVALID_CARD_LOST_ERROR' })
    expect(await atTheBank({ given: { token: 'tok_nothing' } })).toMatchObject({
      kind: 'failed',
      reason: 'INVALID_CARD_INFO_ERROR',
    })
    const key = nextKey()
    await setUp('4000000000003220', { key })
    await simulator.hold(key, { act: 'refuse' })
    expect(await standing(key)).toMatchObject({ kind: 'failed', reason: 'INVALID_CARD_3DS_ERROR' })
    const waits = nextKey()
    expect(await kindOf(setUp('4000000000005019', { key: waits }))).toBe('pending')
    await expect.poll(() => kindOf(standing(waits))).toBe('active')
  })

  test('is charged to the end of its card’s month, by the simulated time, and no longer', async () => {
    const { token } = grantOf(await setUp('4242424242424242'))
    const at = (simulatedAt: string) =>
      pay({ mandate: { token, offSession: true }, simulatedAt: new Date(simulatedAt) })
    expect(await at('2040-01-01T11:59:59Z')).toMatchObject({ kind: 'captured' })
    expect(await at('2040-01-01T12:00:00Z')).toMatchObject({
      kind: 'declined',
      reason: 'INVALID_CARD_EXPIRED_ERROR',
    })
    const soon = await setUp('4000000000007064', { simulatedAt: new Date('2031-01-31T23:00:00Z') })
    expect(grantOf(soon).expiresAt).toEqual(new Date('2031-03-01T12:00:00Z'))
  })
})

describe('the charges of a test card', () => {
  const again = 'captured'
  test.each([
    ['4242424242424242', [again, again, again]],
    ['4000000000007015', ['FUNDS_LIMIT_ERROR', again, again]],
    ['4000000000007023', ['FUNDS_LIMIT_ERROR', 'FUNDS_LIMIT_ERROR']],
    ['4000000000007031', [again, 'INVALID_CARD_LOST_ERROR', again]],
    ['4000000000007056', [again, again]],
    ['4000000000007064', [again]],
    ['4000000000007080', ['unknown', 'unknown']],
    ['4000000000007098', ['unknown', 'unknown']],
    ['4000000000007106', [again, again]],
    ['4000000000007114', ['pending']],
    ['4000000000007122', ['pending']],
  ])('%s: after the set-up, %j', async (number, words) => {
    expect((await series(number, words.length)).words).toEqual(words)
  })

  test('whose bank always asks are declined without its holder, and confirmed with', async () => {
    const key = nextKey()
    await pay({ key, mandate: { setUp: true }, token: await simulator.token('4000000000007049') })
    await simulator.act(key, { act: 'approve' })
    const { token } = grantOf(await standing(key))
    const alone = await pay({ mandate: { token, offSession: true } })
    expect(alone).toMatchObject({ kind: 'declined', reason: 'INVALID_CARD_3DS_ERROR' })
    const confirmed = nextKey()
    expect(await pay({ key: confirmed, mandate: { token, offSession: false } })).toMatchObject({
      kind: 'pending',
      action: { kind: 'redirect' },
    })
    await simulator.act(confirmed, { act: 'approve' })
    expect(await kindOf(paid(confirmed))).toBe('captured')
  })

  test('that fail to be answered are there, once, when they are asked for', async () => {
    const impatient = simulatorProvider({ url: simulator.url, secretKey, publishableKey, timeoutMs: 300 })
    for (const [number, stands] of [
      ['4000000000007072', 'captured'],
      ['4000000000007080', 'captured'],
      ['4000000000007098', 'absent'],
    ] as const) {
      const { token } = await series(number, 0)
      const key = nextKey()
      const charge = { key, mandate: { token, offSession: true } }
      expect(await impatient.authorise(payment({ method: card, ...charge }), signal)).toMatchObject({ kind: 'unknown' })
      expect(await kindOf(paid(key))).toBe(stands)
      expect(await pay(charge)).toMatchObject({ kind: 'captured' })
    }
  })

  test('can be refunded like other payments', async () => {
    const { token } = await series('4242424242424242', 0)
    const paymentKey = nextKey()
    await pay({ key: paymentKey, mandate: { token, offSession: true } })
    expect(await simulator.provider.refund(moved({ key: nextKey(), paymentKey }), signal)).toMatchObject({
      kind: 'captured',
    })
  })

  test('are counted without a gap when they are asked for at once', async () => {
    const { token } = await series('4000000000007031', 0)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay({ mandate: { token, offSession: true } })))
    expect(outcomes.filter(({ kind }) => kind === 'declined')).toHaveLength(1)
  })
})

describe('an account', () => {
  test.each([
    ['agrees', 'agree', 'active'],
    ['refuses', 'refuse', 'failed'],
  ] as const)('whose holder %s on the bank’s page', async (_words, act, kind) => {
    for (const method of [debit, transfer]) {
      const key = nextKey()
      const begun = await atTheBank({ key, method })
      expect(begun).toMatchObject({ kind: 'pending', action: { kind: 'redirect' } })
      expect(await simulator.hold(key, { act })).toBe(true)
      for (const late of ['agree', 'refuse'] as const) expect(await simulator.hold(key, { act: late })).toBe(false)
      expect(await standing(key)).toMatchObject(
        kind === 'active'
          ? { kind, mandate: { brand: '', masked: /^Simulator Bank ••••\w{4}$/, expiresAt: null } }
          : { kind, reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' },
      )
    }
  })

  test('whose holder does not decide in time cannot agree any more', async () => {
    const key = nextKey()
    await atTheBank({ key, method: transfer, expiresAt: new Date(Date.now() + 40) })
    await expect.poll(() => standing(key)).toMatchObject({ kind: 'failed', reason: 'TRANSACTION_EXPIRED' })
    expect(await simulator.hold(key, { act: 'agree' })).toBe(false)
  })

  test('that is agreed to is charged at once by a transfer, after the bank’s days by a debit', async () => {
    const agreed = async (fields: Partial<MandateRequest>) => {
      const key = nextKey()
      await atTheBank({ key, ...fields })
      await simulator.hold(key, { act: 'agree' })
      return grantOf(await standing(key)).token
    }
    const charge = async (token: string) => {
      const key = nextKey()
      return { key, outcome: await pay({ key, mandate: { token, offSession: true } }) }
    }
    expect((await charge(await agreed({ method: transfer }))).outcome).toMatchObject({ kind: 'captured' })
    const good = await charge(await agreed({ method: debit }))
    expect(good.outcome).toEqual({ kind: 'pending', providerRef: expect.stringMatching(/^sim_/) as string })
    await expect.poll(() => kindOf(paid(good.key))).toBe('captured')
    const bad = await charge(await agreed({ method: debit, payerName: 'Sim debits returned' }))
    expect(bad.outcome).toMatchObject({ kind: 'pending' })
    await expect.poll(() => paid(bad.key)).toMatchObject({ kind: 'declined', reason: 'BANK_REFUSED_TRANSACTION' })
  })

  test.each([
    ['approve', 'captured', 'active'],
    ['no_funds', 'declined', 'failed'],
  ] as const)('that comes with a debit waits for the bank after the payer’s word: %s', async (act, end, kind) => {
    const slow = await openSimulator({ delayMs: 200 })
    try {
      const status = () => slow.provider.status(askedOf('first'), signal)
      await slow.provider.authorise(payment({ key: 'first', method: debit, mandate: { setUp: true } }), signal)
      expect(await slow.act('first', { act })).toBe(true)
      expect(await slow.act('first', { act: 'decline' })).toBe(false)
      expect(await status()).not.toHaveProperty('action')
      expect((await slow.provider.cancel(askedOf('first'), 'time', signal)).kind).toBe('pending')
      await slow.restart()
      await expect.poll(status, { timeout: 2_000 }).toMatchObject({ kind: end })
      const asked = { key: 'first', token: '', providerRef: '' }
      expect((await slow.provider.mandates?.status(asked, signal))?.kind).toBe(kind)
    } finally {
      await slow.close()
    }
  })
})

describe('the end of a mandate', () => {
  const revoke = (key: string) => desk().revoke({ key, token: '', providerRef: '' }, signal)

  test('by the merchant or its holder: nothing is charged by it any more', async () => {
    for (const end of [revoke, (key: string) => simulator.hold(key, { act: 'revoke' })]) {
      const { key, token } = await series('4242424242424242', 1)
      await end(key)
      for (const offSession of [true, false])
        expect(await pay({ mandate: { token, offSession } })).toMatchObject({
          kind: 'declined',
          reason: 'MANDATE_REVOKED',
        })
      expect(await kindOf(revoke(key))).toBe('revoked')
    }
    expect(await kindOf(revoke('nobody'))).toBe('absent')
  })

  test('while its holder has yet to agree: it can no longer be agreed to', async () => {
    const key = nextKey()
    await atTheBank({ key, method: transfer })
    expect(await kindOf(revoke(key))).toBe('revoked')
    expect(await simulator.hold(key, { act: 'agree' })).toBe(false)
    const paying = nextKey()
    await pay({ key: paying, method: transfer, mandate: { setUp: true } })
    await revoke(paying)
    await simulator.act(paying, { act: 'approve' })
    expect(await kindOf(paid(paying))).toBe('captured')
    expect(await kindOf(standing(paying))).toBe('revoked')
  })

  test('of one that was never active is no news', async () => {
    const key = nextKey()
    await setUp('4000000000000002', { key })
    expect(await kindOf(revoke(key))).toBe('failed')
    expect(await pay({ mandate: { token: 'mdt_nothing', offSession: true } })).toMatchObject({ kind: 'declined' })
  })
})

describe('the file', () => {
  test('a mandate is set up once for its key, over a restart too, and a payment’s key is no mandate’s', async () => {
    const request = mandate({ key: nextKey(), token: await simulator.token('4242424242424242') })
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk().setUp(request, signal)))
    const { token } = grantOf(answers[0] as MandateOutcome)
    await pay({ mandate: { token, offSession: true } })
    await simulator.restart()
    answers.push(await desk().setUp(request, signal))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await expect(desk().setUp({ ...request, description: 'another' }, signal)).rejects.toThrow('key_reused')
    await expect(pay({ key: request.key })).rejects.toThrow('key_reused')
    const key = nextKey()
    await pay({ key, token: await simulator.token('4242424242424242') })
    await expect(desk().setUp({ ...request, key }, signal)).rejects.toThrow('key_reused')
  })

  test('the number of charges, the card’s replacement and the end survive a restart', async () => {
    const { key, token } = await series('4000000000007056', 1)
    await expect.poll(async () => grantOf(await standing(key)).masked).toBe('400000******7063')
    const stolen = await series('4000000000007031', 1)
    const over = await series('4242424242424242', 0)
    await desk().revoke({ ...over, providerRef: '' }, signal)
    await simulator.restart()
    expect(grantOf(await standing(key))).toMatchObject({
      masked: '400000******7063',
      expiresAt: new Date('2043-01-01T12:00:00Z'),
    })
    // The old token is good as well: a charge may have been on its way.
    for (const one of [token, grantOf(await standing(key)).token])
      expect(await pay({ mandate: { token: one, offSession: true } })).toMatchObject({ kind: 'captured' })
    expect(await pay({ mandate: { token: stolen.token, offSession: true } })).toMatchObject({ kind: 'declined' })
    expect(await kindOf(standing(over.key))).toBe('revoked')
  })

  test('the witness counts mandates, and tells of each charge whose it was and when it was meant to be', async () => {
    const before = await witness()
    const { key } = await series('4242424242424242', 1, { simulatedAt: new Date('2031-05-31T04:00:00Z') })
    const after = await witness()
    expect(after.mandates['active']).toBe((before.mandates['active'] ?? 0) + 1)
    const [first, second] = after.effects.slice(before.effects.length)
    expect(first).toMatchObject({ key, mandate: { grant: { brand: 'visa' } } })
    expect(second).toMatchObject({
      mandate: { of: key, off_session: true },
      simulated_at: '2031-05-31T04:00:00.000Z',
    })
  })
})

interface Witness {
  mandates: Record<string, number>
  effects: object[]
}
const witness = async (): Promise<Witness> => (await simulator.call('/v1/witness?from=1')).json as Witness
