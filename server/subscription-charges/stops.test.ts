import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCharging, type Charging } from './fixtures.ts'

/** Catching up after a stop of ours. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const triedAt = () => on.tries().map(({ at }) => at.toISOString().slice(0, 16))
const ofDays = { price: { period: 'D', frequency: 1 } }
const missedMails = (ref: string) =>
  on.paying.sql(`select from subscription_messages where order_ref = '${ref}' and kind = 'missed'`)

describe('after a stop of ours', () => {
  it('of an hour the charge is made at once, and nobody is told of a missed one', async () => {
    const { order_ref: ref } = await on.active()
    await on.jump('2031-02-28T05:00:00Z')
    expect(triedAt()).toEqual(['2031-02-28T05:00'])
    expect(await missedMails(ref)).toEqual([])
  })

  it('of days the missed periods are charged in order, one a day, each as its own charge with a mail', async () => {
    const { order_ref: ref } = await on.active(ofDays)
    // Boundaries at 04:00 of 1, 2 and 3 February passed.
    await on.work('2031-01-31T06:00:00Z')
    on.paying.clock.now = new Date('2031-02-03T10:00:00Z')
    await on.work('2031-02-06T11:00:00Z')
    const { charges } = await on.read(ref)
    expect(triedAt().slice(0, 3)).toEqual(['2031-02-03T10:00', '2031-02-04T10:00', '2031-02-05T10:00'])
    expect(
      charges
        .toReversed()
        .slice(1, 4)
        .map(({ n, state, due_at }) => [n, state, due_at.slice(0, 10)]),
    ).toEqual([
      [1, 'paid', '2031-02-01'],
      [2, 'paid', '2031-02-02'],
      [3, 'paid', '2031-02-03'],
    ])
    expect(await missedMails(ref)).toHaveLength(charges.filter(({ n }) => n !== 0).length)
  })

  it('of 40 days a month is charged once and late, and the calendar stays', async () => {
    const { order_ref: ref } = await on.active()
    await on.jump('2031-04-09T04:00:00Z')
    expect(triedAt()).toEqual(['2031-04-09T04:00'])
    await on.jump('2031-04-10T04:00:00Z')
    expect(triedAt()).toHaveLength(2)
    expect((await on.read(ref)).next_deduction_date).toBe('2031-04-30 04:00:00')
  })

  it('the merchant may forgive a missed one, which is then never charged', async () => {
    const { order_ref: ref } = await on.active({}, '4000000000007023')
    await on.jump('2031-04-09T04:00:00Z')
    const [charge] = (await on.read(ref)).charges
    const forgive = { charge_ref: charge?.charge_ref }
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/forgive`, forgive))
    expect(await on.charges(ref)).toEqual(['0 paid', '1 forgiven FUNDS_LIMIT_ERROR'])
    expect(await on.read(ref)).toMatchObject({ status: 'active', collected_count: 1 })
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
