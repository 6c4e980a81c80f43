import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayoutRequest, Payouts } from '../../payouts.ts'
import { openSimulator, receiver, secretKey, type TestSimulator } from '../fixtures.ts'
import { callbackSecret, signatureHeader, verifyCallbackSignature } from '../signature.ts'
import { lessCharge, mannerByName } from './manners.ts'

let simulator: TestSimulator
let told: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 60, timeoutMs: 700 })
  told = await receiver()
})
afterAll(async () => {
  await simulator.close()
  await told.close()
})
const signal = AbortSignal.timeout(60_000)
const bank = (): Payouts => simulator.provider.payouts as Payouts

let count = 0
const key = () => `key-${(count += 1)}`
async function opened(currency: 'SGD' | 'KRW' = 'SGD'): Promise<string> {
  const wish = { key: key(), currency, name: 'Acme', customerName: '', mapId: '', callbackUrl: told.url }
  const account = await bank().openAccount?.(wish, signal)
  if (account?.kind !== 'opened') throw new Error('no account')
  return account.accountNo
}
const funded = async (amountMinor: bigint): Promise<string> => {
  const accountNo = await opened()
  await bank().deposit?.({ key: key(), accountNo, amountMinor, currency: 'SGD', payer: 'Ada' }, signal)
  return accountNo
}
const wish = (accountNo: string, holder: string, fields: Partial<PayoutRequest> = {}): PayoutRequest => ({
  key: key(),
  accountNo,
  amountMinor: 1_000n,
  currency: 'SGD',
  to: { type: 'BANK', country: 'SG', holder, number: '0012345678', bankCode: 'DBS', bankName: 'DBS', fields: {} },
  remarks: '',
  purpose: '',
  feePayer: 'SENDER',
  callbackUrl: told.url,
  ...fields,
})
const statusOf = async ({ key: asked, accountNo, currency, amountMinor }: PayoutRequest) =>
  bank().status({ key: asked, providerRef: '', accountNo, currency, amountMinor, firstAskedAt: new Date() }, signal)
const balance = async (accountNo: string) => {
  const known = await bank().balanceOf?.({ accountNo, currency: 'SGD' }, signal)
  return known?.kind === 'known' ? known.balanceMinor : known
}
const typesOf = (asked: string) =>
  told.received
    .map(({ body }) => JSON.parse(body) as { type: string; key: string })
    .flatMap(({ type, key: about }) => (about === asked ? [type] : []))

describe('a payout at the simulated bank', () => {
  test('leaves the balance once, however often it is asked for, and is paid a moment later', async () => {
    const accountNo = await funded(5_000n)
    const request = wish(accountNo, 'Ada Lovelace')
    const answers = await Promise.all(Array.from({ length: 5 }, () => bank().pay(request, signal)))
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['pending']))
    expect(await balance(accountNo)).toBe(4_000n)
    await expect.poll(async () => (await statusOf(request)).kind).toBe('paid')
    await expect.poll(() => typesOf(request.key)).toEqual(['payout.pending', 'payout.paid'])
    expect(await balance(accountNo)).toBe(4_000n)
    expect(await bank().pay({ ...request, amountMinor: 2_000n }, signal)).toMatchObject({ kind: 'unknown' })
  })

  test('is refused where the account has not enough, is another or in another currency', async () => {
    const accountNo = await funded(999n)
    const reasonOf = async (request: PayoutRequest) => {
      const outcome = await bank().pay(request, signal)
      return outcome.kind === 'failed' ? outcome.reason : outcome.kind
    }
    expect(await reasonOf(wish(accountNo, 'Ada'))).toBe('PROVIDER_FUNDS')
    expect(await reasonOf(wish(await opened('KRW'), 'Ada'))).toBe('CURRENCY_NOT_HELD')
    expect(await reasonOf(wish('880000000000', 'Ada'))).toBe('OTHER')
    expect(await reasonOf(wish(accountNo, 'Ada', { amountMinor: 999n }))).toBe('pending')
    expect(await balance(accountNo)).toBe(0n)
  })

  test.each([
    ['Sim invalid account', 'INVALID_ACCOUNT'],
    ['Sim account closed', 'ACCOUNT_CLOSED'],
    ['sim  name DIFFERS', 'NAME_MISMATCH'],
    ['Sim bank offline', 'BANK_OFFLINE'],
  ])('of %s fails with %s, and its money is back', async (holder, reason) => {
    const accountNo = await funded(1_000n)
    const request = wish(accountNo, holder)
    await bank().pay(request, signal)
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'failed', reason })
    expect(await balance(accountNo)).toBe(1_000n)
  })

  test.each([
    ['Sim no answer', 'unknown', 'pending'],
    ['Sim error after effect', 'unknown', 'pending'],
    ['Sim error before effect', 'unknown', 'absent'],
    ['Sim never seen', 'unknown', 'absent'],
  ])('of %s is %s at first, then %s; sent again it is there once', async (holder, first, then) => {
    const accountNo = await funded(2_000n)
    const request = wish(accountNo, holder)
    expect((await bank().pay(request, signal)).kind).toBe(first)
    const standing = await statusOf(request)
    expect(standing.kind === 'paid' ? 'pending' : standing.kind).toBe(then)
    await bank().pay(request, signal)
    await expect.poll(async () => (await statusOf(request)).kind).toBe('paid')
    expect(await balance(accountNo)).toBe(1_000n)
  })

  test('comes back whole, or less what the bank keeps', async () => {
    const accountNo = await funded(2_000n)
    const [whole, less] = [wish(accountNo, 'Sim returned'), wish(accountNo, 'Sim returned less')]
    await Promise.all([bank().pay(whole, signal), bank().pay(less, signal)])
    await expect.poll(() => statusOf(whole)).toMatchObject({ kind: 'returned', returnedMinor: 1_000n })
    await expect.poll(() => statusOf(less)).toMatchObject({ kind: 'returned', returnedMinor: 990n })
    expect(await balance(accountNo)).toBe(1_990n)
    expect([99n, 100n, 1n, 2n].map(lessCharge)).toEqual([98n, 99n, 1n, 1n])
  })

  test('contradicts itself by its word alone', async () => {
    const accountNo = await funded(1_000n)
    const request = wish(accountNo, 'Sim contradicts')
    await bank().pay(request, signal)
    await expect.poll(() => typesOf(request.key)).toEqual(['payout.pending', 'payout.failed', 'payout.paid'])
    expect(await statusOf(request)).toMatchObject({ kind: 'failed' })
    expect(await balance(accountNo)).toBe(1_000n)
  })

  test.each([
    ['thrice', ['payout.pending', 'payout.pending', 'payout.pending', 'payout.paid', 'payout.paid', 'payout.paid']],
    ['late', ['payout.pending', 'payout.paid']],
    ['reversed', ['payout.paid', 'payout.pending']],
    ['never', []],
  ] as const)('is told of %s: %j', async (manner, order) => {
    const request = wish(await funded(1_000n), `Sim callbacks ${manner}`)
    await bank().pay(request, signal)
    await expect.poll(async () => (await statusOf(request)).kind).toBe('paid')
    await expect
      .poll(() => (manner === 'thrice' ? typesOf(request.key).toSorted().toReversed() : typesOf(request.key)), {
        timeout: 3_000,
      })
      .toEqual(order)
  })

  test('waits for a person at the bank, who pays it, refuses it or sends it back in parts', async () => {
    const accountNo = await funded(3_000n)
    const [paid, refused] = [wish(accountNo, 'Sim pending'), wish(accountNo, 'Sim pending')]
    await Promise.all([bank().pay(paid, signal), bank().pay(refused, signal)])
    const act = async (asked: string, body: object) =>
      (await simulator.call(`/v1/control/payouts/${asked}`, { body })).json
    expect(await act(refused.key, { act: 'refuse' })).toEqual({ changed: true })
    expect(await act(refused.key, { act: 'pay' })).toEqual({ changed: false })
    expect(await act(paid.key, { act: 'return' })).toEqual({ changed: false })
    expect(await act(paid.key, { act: 'pay' })).toEqual({ changed: true })
    expect(await act(paid.key, { act: 'return', amount_minor: '300' })).toEqual({ changed: true })
    expect(await act(paid.key, { act: 'return', amount_minor: '300' })).toEqual({ changed: false })
    expect(await act(paid.key, { act: 'return', amount_minor: '1001' })).toEqual({ changed: false })
    expect(await act(paid.key, { act: 'return' })).toEqual({ changed: true })
    expect(await balance(accountNo)).toBe(3_000n)
  })

  test('is what it was after a restart, and comes to its end', async () => {
    const accountNo = await funded(2_000n)
    const request = wish(accountNo, 'Sim returned')
    await bank().pay(request, signal)
    await simulator.restart()
    await expect.poll(() => statusOf(request)).toMatchObject({ kind: 'returned', returnedMinor: 1_000n })
    expect(await balance(accountNo)).toBe(2_000n)
  })
})

describe('a deposit', () => {
  test('comes once for its key and is told with a signature; it can go back once, while it is there', async () => {
    const accountNo = await opened()
    const deposit = { key: key(), accountNo, amountMinor: 700n, currency: 'SGD', payer: 'Ada' } as const
    await Promise.all([bank().deposit?.(deposit, signal), bank().deposit?.(deposit, signal)])
    expect(await balance(accountNo)).toBe(700n)
    await expect.poll(() => typesOf(deposit.key)).toEqual(['deposit'])
    const { body, headers } = told.received.find((one) => one.body.includes(accountNo)) ?? { body: '', headers: {} }
    const now = new Date()
    expect(
      verifyCallbackSignature(String(headers[signatureHeader]), { secret: callbackSecret(secretKey), now, body }),
    ).toBe(true)
    const event = await simulator.provider.verifyCallback({
      headers: { [signatureHeader]: String(headers[signatureHeader]) },
      body,
      now,
    })
    expect(event).toMatchObject({ kind: 'deposit', accountNo, amountMinor: 700n, currency: 'SGD', payer: 'Ada' })
    const depositRef = event.kind === 'deposit' ? event.depositRef : ''
    const back = { key: key(), accountNo, depositRef, amountMinor: 700n, currency: 'SGD' } as const
    expect(await bank().sendBack?.(back, signal)).toEqual({ kind: 'sent' })
    expect(await bank().sendBack?.(back, signal)).toEqual({ kind: 'sent' })
    expect(await bank().sendBack?.({ ...back, key: key() }, signal)).toMatchObject({ kind: 'refused' })
    expect(await balance(accountNo)).toBe(0n)
    await expect(bank().deposit?.({ ...deposit, key: key(), accountNo: '1' }, signal)).rejects.toThrow(
      'account_not_found',
    )
    await expect(bank().deposit?.({ ...deposit, key: key(), currency: 'KRW' }, signal)).rejects.toThrow(
      'currency_mismatch',
    )
  })

  test('makes the witness say what the bank holds', async () => {
    const accountNo = await funded(123n)
    const { json } = await simulator.call('/v1/witness')
    const { bank: held } = json as { bank: { accounts: { account_no: string }[]; payouts: object } }
    expect(held.accounts).toContainEqual({ account_no: accountNo, currency: 'SGD', balance_minor: '123' })
    expect(held.payouts).toMatchObject({ paid: expect.any(Number) })
  })
})

describe('a virtual account', () => {
  test('opens once for a key, and not under a name that the bank refuses', async () => {
    const open = {
      key: key(),
      currency: 'SGD',
      name: 'Acme',
      customerName: '',
      mapId: '',
      callbackUrl: told.url,
    } as const
    const [one, other] = await Promise.all([bank().openAccount?.(open, signal), bank().openAccount?.(open, signal)])
    expect(one).toMatchObject({ kind: 'opened', bankCode: 'SIMB' })
    expect(other).toEqual(one)
    const refused = await bank().openAccount?.({ ...open, key: key(), name: 'Sim no account' }, signal)
    expect(refused).toMatchObject({ kind: 'refused' })
  })
})

test('a name is checked as its holder’s name says', async () => {
  const { to } = wish('1', 'Ada')
  const check = (holder: string) => bank().checkName?.({ ...to, holder }, signal)
  expect(await check('Ada')).toEqual({ kind: 'known', check: 'MATCH', nameAtBank: 'Ada' })
  expect(await check('Sim name close')).toMatchObject({ check: 'CLOSE_MATCH', nameAtBank: 'Sim name close, Ltd' })
  expect(await check('Sim name differs')).toMatchObject({ check: 'NO_MATCH', nameAtBank: 'Somebody Else' })
  expect(await check('Sim name unknown')).toMatchObject({ check: 'NOT_POSSIBLE', nameAtBank: '' })
  expect(['Simon', 'Sim nobody', 'simslow', 'Sim slow'].map(mannerByName)).toEqual(['plain', 'plain', 'plain', 'slow'])
})
