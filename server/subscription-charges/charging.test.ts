import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCharging, type Charging } from './fixtures.ts'

/** What is charged, when, and how often. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

describe('a period of a subscription', () => {
  it('is charged at its boundary and never before, in advance, without the customer', async () => {
    const { order_ref: ref } = await on.active()
    await on.jump('2031-02-28T03:59:59Z')
    expect(on.tries()).toEqual([])
    await on.jump('2031-02-28T04:00:00Z')
    expect(on.tries()).toMatchObject([{ amountMinor: 10_000n }])
    await on.jump('2031-03-31T04:00:00Z', '2031-04-30T04:00:00Z')
    expect(on.tries()).toHaveLength(3)
    expect(await on.read(ref)).toMatchObject({ status: 'active', collected_count: 4, collected_amount: 400 })
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid', '2 paid', '3 paid'])
  })

  it('is charged once, however often and late its jobs run', async () => {
    const { order_ref: ref } = await on.active()
    on.paying.clock.now = new Date('2031-02-28T04:00:00Z')
    await Promise.all([on.act(ref), on.act(ref), on.act(ref), on.act(ref)])
    await on.act(ref)
    expect(on.tries()).toHaveLength(1)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
  })

  it('completes the subscription once the counted ones are paid and the last has ended', async () => {
    const { order_ref: ref } = await on.active({ recurrance_count: 2 })
    await on.jump('2031-02-28T04:00:00Z', '2031-03-31T03:59:00Z')
    expect(await on.read(ref)).toMatchObject({ status: 'active', next_deduction_date: null, collected_count: 2 })
    await on.jump('2031-03-31T04:00:00Z', '2031-04-30T04:00:00Z')
    expect(await on.read(ref)).toMatchObject({ status: 'completed', end_reason: 'completed' })
    expect(on.tries()).toHaveLength(1)
  })

  it('has the additional costs once, with the first charge', async () => {
    const { order_ref: ref } = await on.active({ additional_costs: [{ key: 'Setup', value: 10 }], quantity: 3 })
    await on.jump('2031-02-28T04:00:00Z')
    expect(on.asked.map(({ amountMinor }) => amountMinor)).toEqual([31_000n, 30_000n])
    expect((await on.read(ref)).collected_amount).toBe(610)
  })

  it('of a trial takes nothing until the trial has ended', async () => {
    const { order_ref: ref } = await on.active({ trial_frequency: 1, trial_period: 'W' })
    expect(await on.read(ref)).toMatchObject({ status: 'active', in_trial: true, collected_amount: 0 })
    await on.jump('2031-02-07T03:59:59Z')
    expect(on.asked).toEqual([])
    await on.jump('2031-02-07T04:00:00Z')
    expect(await on.read(ref)).toMatchObject({ in_trial: false, collected_amount: 100, collected_count: 1 })
  })
})

describe('an answer that never comes', () => {
  it('is asked for, and its charge is not made a second time', async () => {
    const { order_ref: ref } = await on.active({}, '4000000000007080')
    await on.jump('2031-02-28T04:00:00Z', '2031-02-28T04:10:00Z', '2031-02-28T06:00:00Z')
    expect(new Set(on.tries().map(({ key }) => key)).size).toBe(1)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
  })
})

describe('the planner', () => {
  it('makes jobs for what falls due within the hour, and none that sleeps longer', async () => {
    const { order_ref: ref } = await on.active()
    const waiting = () =>
      on.paying.sql<{ start: Date }>(
        `select start_after as start from pgboss.job where name = 'act-on-subscription' and data->>'orderRef' = '${ref}'`,
      )
    await on.jump('2031-02-28T02:00:00Z')
    expect(await waiting()).toEqual([])
    await on.work('2031-02-28T03:30:00Z')
    expect(on.tries()).toEqual([])
    await on.work('2031-02-28T04:30:00Z')
    expect(on.tries()).toMatchObject([{ at: new Date('2031-02-28T04:00:00Z') }])
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
