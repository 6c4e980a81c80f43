import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Asked, Known, Outcome, Provider } from '../provider.ts'
import { agreed, asked, openPaypal, paid, type TestPaypal, unpublished, wished } from './fixtures.ts'

let paypal: TestPaypal
let provider: Provider
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  paypal = await openPaypal()
  provider = paypal.provider()
})
afterAll(() => paypal.close())
afterEach(async () => {
  await paypal.treat({})
  paypal.warned.length = 0
})

const complete = async (payment: Asked): Promise<Outcome> =>
  (await provider.complete?.(payment, signal)) ?? { kind: 'unknown', why: 'no complete' }
const refOf = (outcome: Outcome): string => ('providerRef' in outcome ? outcome.providerRef : '')
const sent = (path: RegExp) => paypal.exchanged.filter((each) => path.test(each.path))
/** The payment as it is kept after an outcome. */
const sentBack = (payment: Asked, outcome: Outcome): Asked =>
  outcome.kind === 'pending' && outcome.refusedFunds ? { ...payment, refusedFunds: outcome.refusedFunds } : payment
const refundOf = (payment: Asked, key: string, amountMinor = payment.amountMinor) => ({
  key,
  paymentKey: payment.key,
  paymentRef: payment.providerRef,
  amountMinor,
  currency: payment.currency,
  method: payment.method,
})

describe('a payment', () => {
  test('waits for its shopper, is approved, and is taken when it is completed', async () => {
    const request = wished('order_1', { description: 'x'.repeat(400) })
    const begun = await provider.authorise(request, signal)
    expect(begun).toMatchObject({ kind: 'pending', action: { kind: 'redirect' } })
    const payment = asked(request, begun)
    expect(await provider.status(payment, signal)).toEqual(begun)
    expect(await complete(payment)).toEqual(begun)

    const back = await paypal.act(begun)
    expect(back).toBe(`https://shop.example/pay/1?returned=1&token=${refOf(begun)}&PayerID=PAYER`)
    expect(await provider.status(payment, signal)).toMatchObject({ kind: 'approved', providerRef: refOf(begun) })

    const taken = await complete(payment)
    expect(taken).toEqual({
      kind: 'captured',
      providerRef: refOf(begun),
      paidBy: { type: 'WALLET', subType: 'PAYPAL', payer: 'p••••@personal.example.com' },
      feeMinor: 92n,
    })
    expect(await provider.status(payment, signal)).toEqual(taken)
    expect(await complete(payment)).toEqual(taken)
    expect(await provider.cancel(payment, 'time', signal)).toEqual(taken)
    const [order] = sent(/orders$/)
    expect(JSON.parse(order?.sent ?? '')).toMatchObject({
      purchase_units: [{ custom_id: 'order_1', invoice_id: 'order_1', description: 'x'.repeat(127) }],
    })
  })

  test('asked for twice with one key is one order', async () => {
    const request = wished('order_2')
    const [first, second] = await Promise.all([
      provider.authorise(request, signal),
      provider.authorise(request, signal),
    ])
    expect(refOf(second)).toBe(refOf(first))
    expect(await provider.authorise(request, signal)).toEqual(first)
  })

  test('with funds that are refused goes back to its order, three times at most', async () => {
    const request = wished('order_3')
    const begun = await provider.authorise(request, signal)
    let payment = asked(request, begun)
    for (const times of [1, 2]) {
      await paypal.act(begun, { funds: 'declined' })
      const refused = await complete(payment)
      expect(refused).toMatchObject({ ...begun, refusedFunds: { times } })
      payment = sentBack(payment, refused)
    }
    await paypal.act(begun, { funds: 'declined' })
    expect(await complete(payment)).toMatchObject({ kind: 'declined', reason: 'BANK_REFUSED_TRANSACTION' })
    const keys = paypal.keysOf(new RegExp(`${refOf(begun)}/capture$`))
    expect(keys).toEqual(['order_3-c', 'order_3-c2', 'order_3-c3'])
  })

  test('with other funds after a refusal is taken', async () => {
    const request = wished('order_4')
    const begun = await provider.authorise(request, signal)
    await paypal.act(begun, { funds: 'declined' })
    const payment = sentBack(asked(request, begun), await complete(asked(request, begun)))
    await paypal.act(begun)
    expect(await complete(payment)).toMatchObject({ kind: 'captured' })
  })

  test('whose money takes its time is pending, with nothing for the shopper to do', async () => {
    const request = wished('order_5')
    const begun = await provider.authorise(request, signal)
    await paypal.act(begun, { funds: 'pending' })
    const payment = asked(request, begun)
    expect(await complete(payment)).toEqual({
      kind: 'pending',
      providerRef: refOf(begun),
      paidBy: ((await provider.status(payment, signal)) as Known & { paidBy: object }).paidBy,
    })
    await expect.poll(async () => (await provider.status(payment, signal)).kind).toBe('captured')
  })

  test('that ends here is never captured, whether its shopper agreed or not', async () => {
    const open = wished('order_6')
    const begun = asked(open, await provider.authorise(open, signal))
    expect(await provider.cancel(begun, 'shopper', signal)).toMatchObject({
      kind: 'declined',
      reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    })
    const payment = await agreed(paypal, provider, wished('order_7'))
    const before = sent(/capture$/).length
    expect(await provider.cancel(payment, 'time', signal)).toEqual({
      kind: 'expired',
      providerRef: payment.providerRef,
    })
    expect(sent(/capture$/)).toHaveLength(before)
  })

  test('whose order PayPal has forgotten has expired', async () => {
    const payment = await agreed(paypal, provider, wished('order_8'))
    const now = paypal.now
    paypal.now = new Date(now.getTime() + 4 * 3_600_000)
    expect((await provider.status(payment, signal)).kind).toBe('expired')
    expect((await complete(payment)).kind).toBe('expired')
    expect((await provider.cancel(payment, 'shopper', signal)).kind).toBe('declined')
    paypal.now = now
  })

  test('that the account does not know is not untaken once its capture was asked for', async () => {
    const payment = { ...(await paid(paypal, provider, wished('order_13'))), completing: true }
    const other = paypal.provider(paypal.account('other'))
    expect((await other.status(payment, signal)).kind).toBe('unknown')
    expect((await other.complete?.(payment, signal))?.kind).toBe('unknown')
    expect((await other.cancel(payment, 'time', signal)).kind).toBe('unknown')
    expect((await other.status({ ...payment, completing: false }, signal)).kind).toBe('expired')
    expect((await provider.status(payment, signal)).kind).toBe('captured')
  })

  test('whose creation was never answered is repeated for three hours, and then left to lapse', async () => {
    const request = wished('order_9')
    const known = (hours: number) => asked(request, null, new Date(paypal.now.getTime() - hours * 3_600_000))
    expect(await provider.status(known(2.9), signal)).toEqual({ kind: 'absent' })
    expect(await provider.status(known(3), signal)).toEqual({ kind: 'expired', providerRef: '' })
    expect(await provider.cancel(known(1), 'time', signal)).toEqual({ kind: 'expired', providerRef: '' })
    await paypal.treat({ fault: 'error-after', times: 1 })
    expect((await provider.authorise(request, signal)).kind).toBe('unknown')
    const orders = () => sent(/orders$/).filter((each) => each.sent.includes('order_9'))
    const again = await provider.authorise(request, signal)
    expect(again.kind).toBe('pending')
    expect(orders().map(({ status }) => status)).toEqual([500, 200])
  })

  test('of another amount or of another key is never believed', async () => {
    const payment = await paid(paypal, provider, wished('order_10'))
    expect(await provider.status({ ...payment, amountMinor: 1_251n }, signal)).toMatchObject({ kind: 'unknown' })
    expect(paypal.warned).toEqual([{ key: 'order_10', why: 'the order has another amount' }])
    expect(await provider.status({ ...payment, currency: 'EUR' }, signal)).toMatchObject({ kind: 'unknown' })
    expect(await provider.status({ ...payment, key: 'order_11' }, signal)).toMatchObject({ kind: 'unknown' })
  })

  test('in a currency or an amount that PayPal cannot express is refused before it is asked', async () => {
    const before = paypal.exchanged.length
    for (const fields of [{ currency: 'VND' }, { currency: 'TWD', amountMinor: 150n }] as const)
      expect(await provider.authorise(wished('order_12', fields), signal)).toMatchObject({ kind: 'unavailable' })
    expect(paypal.exchanged).toHaveLength(before)
  })

  test.each([
    ['JPY', 500n],
    ['TWD', 500n],
    ['EUR', 1n],
  ] as const)('in %s is taken exactly', async (currency, amountMinor) => {
    const payment = await paid(paypal, provider, wished(`order_${currency}`, { currency, amountMinor }))
    expect((await provider.status(payment, signal)).kind).toBe('captured')
  })
})

describe('an authorisation', () => {
  const authorised = async (key: string): Promise<Asked> => {
    const payment = await agreed(paypal, provider, wished(key, { capture: false }))
    expect((await complete(payment)).kind).toBe('authorised')
    return payment
  }
  const capture = ({ key, providerRef, amountMinor, currency }: Asked) =>
    provider.capture({ key: `${key}-x`, paymentKey: key, paymentRef: providerRef, amountMinor, currency }, signal)

  test('is captured once, whole', async () => {
    const payment = await authorised('held_1')
    const held = (await provider.status(payment, signal)) as { kind: string; lapsesAt?: Date }
    expect(held).toMatchObject({ kind: 'authorised', lapsesAt: expect.any(Date) })
    expect((held.lapsesAt?.getTime() ?? 0) - payment.firstAskedAt.getTime()).toBeGreaterThan(28 * 86_400_000)
    const taken = await capture(payment)
    expect(taken).toMatchObject({ kind: 'captured', providerRef: payment.providerRef, feeMinor: 92n })
    expect(await capture(payment)).toEqual(taken)
    expect(await provider.void(payment, signal)).toEqual(taken)
    expect(sent(/authorizations\/\w+\/capture$/)).toHaveLength(1)
  })

  test('is released once, and then neither captured nor paid', async () => {
    const payment = await authorised('held_2')
    const released = await provider.void(payment, signal)
    expect(released).toMatchObject({ kind: 'declined', reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' })
    expect(await provider.void(payment, signal)).toEqual(released)
    expect(await capture(payment)).toEqual(released)
    expect(await provider.status(payment, signal)).toEqual(released)
  })

  test.each(['before', 'after'] as const)('whose capture was cut %s PayPal had it is asked for', async (when) => {
    const payment = await authorised(`held_${when}`)
    paypal.cut(/authorizations\/\w+\/capture$/, when)
    expect((await capture(payment)).kind).toBe('unknown')
    const expected = when === 'after' ? 'captured' : 'authorised'
    expect((await provider.status(payment, signal)).kind).toBe(expected)
    expect((await capture(payment)).kind).toBe('captured')
  })
})

describe('a refund', () => {
  test('is made in parts, each once, up to the amount', async () => {
    const payment = await paid(paypal, provider, wished('order_20'))
    const first = await provider.refund(refundOf(payment, 'refund_1', 1_000n), signal)
    expect(first.kind).toBe('captured')
    expect(await provider.refund(refundOf(payment, 'refund_1', 1_000n), signal)).toEqual(first)
    const state: Asked = {
      ...payment,
      kind: 'refund',
      key: 'refund_1',
      providerRef: '',
      amountMinor: 1_000n,
      payment: { key: payment.key, providerRef: payment.providerRef },
    }
    expect(await provider.status(state, signal)).toEqual(first)
    expect(await provider.status({ ...state, providerRef: refOf(first) }, signal)).toEqual(first)
    expect(await provider.status({ ...state, key: 'refund_2' }, signal)).toEqual({ kind: 'absent' })
    expect(await provider.status({ ...state, amountMinor: 999n }, signal)).toMatchObject({ kind: 'unknown' })
    expect(await provider.refund(refundOf(payment, 'refund_2', 251n), signal)).toMatchObject({
      kind: 'declined',
      reason: 'EXCEEDED_MAX_LIMIT',
    })
    expect((await provider.refund(refundOf(payment, 'refund_3', 250n), signal)).kind).toBe('captured')
    expect((await provider.status(payment, signal)).kind).toBe('captured')
  })

  test.each(['before', 'after'] as const)('that was cut %s PayPal had it is found by its key', async (when) => {
    const payment = await paid(paypal, provider, wished(`order_${when}`))
    const refund = refundOf(payment, `refund_${when}`)
    const state: Asked = {
      ...asked(wished(refund.key), null),
      kind: 'refund',
      payment: { key: payment.key, providerRef: payment.providerRef },
    }
    paypal.cut(/refund$/, when)
    expect((await provider.refund(refund, signal)).kind).toBe('unknown')
    expect((await provider.status(state, signal)).kind).toBe(when === 'after' ? 'captured' : 'absent')
    expect((await provider.refund(refund, signal)).kind).toBe('captured')
    expect(sent(/refund$/).filter((each) => each.sent.includes(refund.key))).toHaveLength(1)
  })

  test('of an amount that PayPal cannot express is refused before it is asked', async () => {
    const payment = await paid(paypal, provider, wished('order_twd', { currency: 'TWD', amountMinor: 500n }))
    const before = sent(/refund$/).length
    expect((await provider.refund(refundOf(payment, 'refund_twd', 150n), signal)).kind).toBe('declined')
    expect(sent(/refund$/)).toHaveLength(before)
  })

  test('of an order that PayPal does not have is not known', async () => {
    const payment = asked(wished('order_22'), { kind: 'expired', providerRef: 'NOSUCHORDER' })
    expect((await provider.refund(refundOf(payment, 'refund_5'), signal)).kind).toBe('unknown')
  })
})

test('every request and answer is as PayPal’s published documents have it', () => {
  expect(unpublished(paypal)).toEqual([])
})
