import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cards } from '#server/subscriptions/fixtures.ts'
import { openCharging, type Charging } from './fixtures.ts'

/** What becomes of a charge that was declined. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const boundary = '2031-02-28T04:00:00Z'
// 09:00 in Singapore is 01:00 UTC.
const mornings = ['2031-03-01', '2031-03-03', '2031-03-05', '2031-03-07'].map((day) => `${day}T01:00:00Z`)
const customer = { customer_time_zone: 'Asia/Singapore' }
const triedAt = () => on.tries().map(({ at }) => at.toISOString().replace('.000', ''))
const rules = async (body: object) =>
  on.contentOf(await on.ask('PUT', `/api/subscriptions/${on.paying.merchant.key}/retry-rules`, body))
const messages = async (ref: string) =>
  (
    await on.paying.sql<{ kind: string }>(
      `select kind from subscription_messages where order_ref = '${ref}' and kind not in ('set_up', 'receipt', 'method_expires') order by at, kind`,
    )
  ).map(({ kind }) => kind)

describe('a charge declined for a reason that time mends', () => {
  it('is tried after 1, 3, 5 and 7 days at 09:00 where the customer is; then the subscription is cancelled', async () => {
    const { order_ref: ref } = await on.active(customer, cards.lacksFunds)
    await on.jump(boundary)
    expect(await on.read(ref)).toMatchObject({ status: 'past_due' })
    await on.jump(...mornings.flatMap((at) => [new Date(Date.parse(at) - 1_000), at]))
    expect(triedAt()).toEqual([boundary, ...mornings])
    expect(await on.read(ref)).toMatchObject({ status: 'cancelled', end_reason: 'unpaid' })
    await on.jump('2031-03-31T04:00:00Z', '2032-01-31T04:00:00Z')
    expect(on.tries()).toHaveLength(5)
    expect((await messages(ref)).filter((kind) => kind === 'failed').length).toBeGreaterThan(0)
  })

  it('recovers by the try that is paid, and goes on at its calendar', async () => {
    const { order_ref: ref } = await on.active(customer, cards.lacksFundsOnce)
    await on.jump(boundary)
    expect((await on.read(ref)).status).toBe('past_due')
    await on.jump(mornings[0] as string)
    expect(await on.read(ref)).toMatchObject({
      status: 'active',
      collected_count: 2,
      next_deduction_date: '2031-03-31 04:00:00',
    })
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
  })

  it('stays past due where the merchant’s rules say so', async () => {
    await rules({ days: [2], last_act: 'keep', revision: 0 })
    const { order_ref: ref } = await on.active(customer, cards.lacksFunds)
    await on.jump(boundary, '2031-03-01T01:00:00Z', '2031-03-02T01:00:00Z', '2031-03-20T01:00:00Z')
    expect(triedAt()).toEqual([boundary, '2031-03-02T01:00:00Z'])
    expect((await on.read(ref)).status).toBe('past_due')
    expect(await messages(ref)).toContain('last_notice')
    await rules({ days: [1, 3, 5, 7], last_act: 'cancel', revision: 1 })
  })

  it('is tried no more at or after the next boundary, and is written off there', async () => {
    // 08:30 where the customer is: the retry of the seventh day would come after the next boundary.
    await on.begin('2031-01-31T00:30:00Z')
    const weekly = { price: { period: 'W', frequency: 1 }, ...customer }
    const { order_ref: ref } = await on.active(weekly, cards.lacksFunds)
    await on.jump('2031-02-07T00:30:00Z', '2031-02-08T01:00:00Z', '2031-02-10T01:00:00Z', '2031-02-12T01:00:00Z')
    expect(on.tries()).toHaveLength(4)
    await on.jump('2031-02-14T00:30:00Z', '2031-02-14T01:00:00Z')
    expect(await on.charges(ref)).toEqual(['0 paid', '1 written_off FUNDS_LIMIT_ERROR', '2 unpaid FUNDS_LIMIT_ERROR'])
    expect(on.tries().at(-1)).toMatchObject({ amountMinor: 10_000n, at: new Date('2031-02-14T00:30:00Z') })
  })

  it('is added to the next period’s charge where it accumulates, and all of it is paid at once', async () => {
    await on.begin('2031-01-31T00:30:00Z')
    const weekly = { price: { period: 'W', frequency: 1 }, allow_accumulate: 'Y', ...customer }
    const { order_ref: ref } = await on.active(weekly, cards.lacksFunds)
    await on.jump('2031-02-07T00:30:00Z', '2031-02-14T00:30:00Z')
    expect(on.tries().map(({ amountMinor }) => amountMinor)).toEqual([10_000n, 20_000n])
    expect(await on.charges(ref)).toEqual(['0 paid', '1 carried FUNDS_LIMIT_ERROR', '2 unpaid FUNDS_LIMIT_ERROR'])
    const [charge] = (await on.read(ref)).charges
    await on.pay(charge?.charge_ref ?? '', cards.good)
    await on.jobs()
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid', '2 paid'])
    expect(await on.read(ref)).toMatchObject({ status: 'active', collected_count: 3, collected_amount: 300 })
  })

  it('is tried at most ten times in thirty days by one mandate', async () => {
    await rules({ days: [], last_act: 'keep', revision: 2 })
    const daily = { price: { period: 'D', frequency: 1 }, ...customer }
    const { order_ref: ref } = await on.active(daily, cards.lacksFunds)
    const days = Array.from({ length: 20 }, (_, n) => new Date(Date.parse('2031-02-01T04:00:00Z') + n * 86_400_000))
    await on.jump(...days)
    expect(on.tries()).toHaveLength(10)
    expect((await on.read(ref)).status).toBe('past_due')
    await rules({ days: [1, 3, 5, 7], last_act: 'cancel', revision: 3 })
  })
})

describe('a charge declined for a reason that time does not mend', () => {
  it('is not tried again, and the customer is asked for another method at once', async () => {
    const { order_ref: ref } = await on.active(customer, '4000000000007031')
    await on.jump(boundary, '2031-03-31T04:00:00Z')
    expect(on.tries()).toHaveLength(2)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid', '2 unpaid INVALID_CARD_LOST_ERROR'])
    await on.jump('2031-04-01T01:00:00Z', '2031-04-03T01:00:00Z', '2031-04-05T01:00:00Z')
    expect(on.tries()).toHaveLength(2)
    expect(await messages(ref)).toEqual(['failed'])
    await on.jump('2031-04-07T01:00:00Z')
    expect(on.tries()).toHaveLength(2)
    expect((await on.read(ref)).status).toBe('cancelled')
  })

  it('is charged by the new method that the customer gives, and goes on by it', async () => {
    const { order_ref: ref } = await on.active(customer, '4000000000007031')
    await on.jump(boundary, '2031-03-31T04:00:00Z')
    const [charge] = (await on.read(ref)).charges
    await on.pay(charge?.charge_ref ?? '', cards.good)
    await on.jobs()
    expect(await on.read(ref)).toMatchObject({ status: 'active', mandate: { masked: '424242******4242' } })
    await on.jump('2031-04-30T04:00:00Z')
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid', '2 paid', '3 paid'])
  })
})

describe('a charge that the bank asks about', () => {
  it('is not tried without the customer, who confirms it on its page', async () => {
    const { order_ref: ref } = await on.active(customer, cards.asks)
    expect((await on.read(ref)).status).toBe('active')
    await on.jump(boundary, ...mornings.slice(0, 2))
    expect(on.tries()).toHaveLength(1)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 unpaid INVALID_CARD_3DS_ERROR'])
    expect(await messages(ref)).toEqual(['confirm'])
    const [charge] = (await on.read(ref)).charges
    const payment = await on.pay(charge?.charge_ref ?? '', cards.asks)
    await on.paying.simulator.act(payment, { act: 'approve' })
    await on.paying.callBack(payment)
    await on.jobs()
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
    expect((await on.read(ref)).status).toBe('active')
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
