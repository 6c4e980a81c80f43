import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCharging, type Charging } from '#server/subscription-charges/fixtures.ts'
import { cards } from '#server/subscriptions/fixtures.ts'

/** Changes of price and quantity: what is more to pay is charged first, what is less is credit, and nothing is gained by going around. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-03-01T00:00:00Z'))

// March has 31 days in UTC and in Singapore: 2,678,400 seconds. Noon of the 16th leaves a half of them.
const middle = '2031-03-16T12:00:00Z'
const at = (moment: string) => void (on.paying.clock.now = new Date(moment))
const change = (ref: string, body: object) => on.ask('POST', `/api/subscriptions/${ref}/change`, body)
const changed = async (ref: string, body: object) => {
  on.contentOf(await change(ref, body))
  await on.jobs()
  return on.read(ref)
}
interface Preview {
  old_amount: number
  new_amount: number
  to_pay: number
  to_credit: number
  new_period: boolean
  lines: { kind: string; amount: number }[]
  upcoming: { at: string; to_pay: number }[]
}
const preview = async (ref: string, body: object) =>
  on.contentOf<Preview>(await on.ask('POST', `/api/subscriptions/${ref}/preview-change`, body))

describe('a change now with more to pay', () => {
  it('is charged first, by the seconds that are left, as its preview showed it', async () => {
    const { order_ref: ref } = await on.active()
    at(middle)
    const shown = await preview(ref, { quantity: 3 })
    expect(shown).toMatchObject({ old_amount: 100, new_amount: 300, to_pay: 100, to_credit: 0, new_period: false })
    expect(shown.lines).toMatchObject([
      { kind: 'change', amount: 150 },
      { kind: 'change_credit', amount: -50 },
    ])
    const after = await changed(ref, { quantity: 3 })
    expect(on.tries()).toMatchObject([{ amountMinor: 10_000n }])
    expect(after).toMatchObject({ quantity: 3, recurring_amount: 300, collected_amount: 200, collected_count: 1 })
    await on.jump('2031-04-01T00:00:00Z')
    expect(on.tries().at(-1)).toMatchObject({ amountMinor: 30_000n })
  })

  it('in the second of the next boundary, before that has come, is made for nothing', async () => {
    on.paying.clock.now = new Date('2031-03-01T00:00:00.900Z')
    const { order_ref: ref } = await on.active()
    at('2031-04-01T00:00:00.400Z')
    expect(await changed(ref, { quantity: 3 })).toMatchObject({ quantity: 3, collected_amount: 100 })
    await on.jump('2031-04-01T00:00:01Z')
    expect(await on.read(ref)).toMatchObject({ collected_amount: 400 })
  })

  it('that is declined leaves everything as it was', async () => {
    const { order_ref: ref } = await on.active({}, cards.lacksFunds)
    const before = await on.read(ref)
    at(middle)
    const after = await changed(ref, { quantity: 3 })
    expect(on.tries()).toHaveLength(1)
    expect(after).toMatchObject({ status: 'active', quantity: 1, collected_amount: 100 })
    expect(after.changes).toMatchObject([{ state: 'failed' }])
    expect(after.next_deduction_date).toBe(before.next_deduction_date)
    expect(await on.charges(ref)).toEqual(['0 paid', '- cancelled FUNDS_LIMIT_ERROR'])
  })

  it('waits for its money; meanwhile another is refused, and a cancel has the money go back', async () => {
    const { order_ref: ref } = await on.active()
    at(middle)
    on.contentOf(await change(ref, { quantity: 3 }))
    expect((await on.read(ref)).quantity).toBe(1)
    expect((await change(ref, { quantity: 4 })).status).toBe(409)
    on.hooks.beforeAsking = () => on.cancel(ref)
    await on.jobs()
    expect(await on.read(ref)).toMatchObject({ status: 'cancelled', quantity: 1, collected_amount: 100 })
    const [asked] = on.tries()
    expect(await on.paying.read(asked?.key ?? '')).toMatchObject({ late: true })
  })
})

describe('a change now with less to pay', () => {
  it('is credit for the next charges, oldest first, and never money back', async () => {
    const { order_ref: ref } = await on.active({ quantity: 4 })
    at(middle)
    const shown = await preview(ref, { quantity: 1 })
    expect(shown).toMatchObject({ to_pay: 0, to_credit: 150 })
    expect(shown.upcoming.slice(0, 3).map(({ to_pay }) => to_pay)).toEqual([0, 50, 100])
    const after = await changed(ref, { quantity: 1 })
    expect(after).toMatchObject({ quantity: 1, collected_amount: 400 })
    expect(after.credits).toMatchObject([{ amount: 150, left: 150 }])
    await on.jump('2031-04-01T00:00:00Z', '2031-05-01T00:00:00Z', '2031-06-01T00:00:00Z')
    expect(on.tries().map(({ amountMinor }) => amountMinor)).toEqual([5_000n, 10_000n])
    expect(await on.read(ref)).toMatchObject({ collected_count: 4, credits: [{ left: 0 }] })
  })

  it('gains nothing by going up and down, however often', async () => {
    const { order_ref: ref } = await on.active({ quantity: 2 })
    at(middle)
    for (let round = 0; round < 3; round++) {
      await changed(ref, { quantity: 1 })
      await changed(ref, { quantity: 2 })
    }
    const { collected_amount, credits, quantity } = await on.read(ref)
    const left = credits.reduce((sum, credit) => sum + credit.left, 0)
    expect({ quantity, left, collected_amount }).toEqual({ quantity: 2, left: 0, collected_amount: 200 })
  })
})

describe('a change at the next period', () => {
  it('takes nothing now and is charged from the boundary on', async () => {
    const { order_ref: ref } = await on.active()
    const scheduled = await changed(ref, { quantity: 2, when: 'at_next_period' })
    expect(scheduled).toMatchObject({ quantity: 1, next_deduction_amount: 200, changes: [{ state: 'scheduled' }] })
    await on.jump('2031-04-01T00:00:00Z')
    expect(on.tries()).toMatchObject([{ amountMinor: 20_000n }])
    expect(await on.read(ref)).toMatchObject({ quantity: 2, changes: [{ state: 'done' }] })
  })

  it('is replaced by another, and can be taken back', async () => {
    const { order_ref: ref } = await on.active()
    await changed(ref, { quantity: 2, when: 'at_next_period' })
    await changed(ref, { quantity: 5, when: 'at_next_period' })
    on.contentOf(await on.ask('DELETE', `/api/subscriptions/${ref}/change`))
    expect((await on.ask('DELETE', `/api/subscriptions/${ref}/change`)).status).toBe(409)
    await on.jump('2031-04-01T00:00:00Z')
    expect(on.tries()).toMatchObject([{ amountMinor: 10_000n }])
  })
})

describe('another rhythm', () => {
  it('begins a period and an anchor of its own now, less what is left of the old one', async () => {
    const { order_ref: ref } = await on.active()
    const { order_ref: yearly } = await on.price({ amount: 1_000, period: 'Y' })
    at(middle)
    expect(await preview(ref, { price_order_ref: yearly })).toMatchObject({ new_period: true, to_pay: 950 })
    const after = await changed(ref, { price_order_ref: yearly })
    expect(after).toMatchObject({ period: 'Y', collected_amount: 1_050, next_deduction_date: '2032-03-16 12:00:00' })
    await on.jump('2031-04-01T00:00:00Z', '2032-03-16T12:00:00Z')
    expect(on.tries().map(({ amountMinor }) => amountMinor)).toEqual([95_000n, 100_000n])
  })

  it('with the next period begins there', async () => {
    const { order_ref: ref } = await on.active()
    const { order_ref: weekly } = await on.price({ amount: 30, period: 'W' })
    await changed(ref, { price_order_ref: weekly, when: 'at_next_period' })
    await on.jump('2031-04-01T00:00:00Z', '2031-04-08T00:00:00Z')
    expect(on.tries().map(({ amountMinor }) => amountMinor)).toEqual([3_000n, 3_000n])
  })
})

describe('what cannot be changed', () => {
  it('is refused: nothing new, another currency, a cancelled price, what is past due or over', async () => {
    const { order_ref: ref, price_order_ref } = await on.active({}, cards.lacksFunds)
    const status = async (body: object) => (await change(ref, body)).status
    const { order_ref: dollars } = await on.price({ currency: 'USD' })
    const { order_ref: gone } = await on.price()
    await on.ask('PUT', `/merchant/subscription/price/${gone}/status/cancelled`)
    expect(await status({})).toBe(409)
    expect(await status({ quantity: 1, price_order_ref })).toBe(409)
    for (const price of [dollars, gone]) expect(await status({ price_order_ref: price })).toBe(400)
    expect(await status({ quantity: 0 })).toBe(400)
    await on.jump('2031-04-01T00:00:00Z')
    expect(await status({ quantity: 2 })).toBe(409)
    await on.cancel(ref)
    expect(await status({ quantity: 2 })).toBe(409)
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
