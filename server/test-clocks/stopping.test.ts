import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { cards } from '#server/subscriptions/fixtures.ts'
import { openClocks, type Clocks } from './fixtures.ts'
import { advanceClock } from './jobs.ts'

/** When an advance stops on its way, and how it goes on. */
let on: Clocks
beforeAll(async () => {
  on = await openClocks()
})
afterAll(() => on.close())

const started = '2031-01-31 04:00:00'
const nextDay = '2031-02-28 05:00:00'

describe('an advance stops', () => {
  it('at the 501st event, and goes on with 500 more', async () => {
    const clock = await on.clock()
    await on.active({ test_clock: clock })
    on.contentOf(await on.askToAdvance(clock, nextDay))
    await on.paying.sql(`update test_clocks set events_done = 500 where clock_ref = '${clock}' and merchant_id = $1`)
    expect(await on.arrive(clock)).toMatchObject({ state: 'failed', failure: 'too_many_events', time: started })
    expect(await on.advance(clock, nextDay)).toMatchObject({ state: 'ready', time: nextDay, events_done: 1 })
  })

  it('while the next event waits for what a customer pays by hand, and goes on when that has an end', async () => {
    const clock = await on.clock()
    const { order_ref: ref } = await on.active({ test_clock: clock }, cards.lacksFunds)
    await on.advance(clock, nextDay)
    const [charge] = (await on.read(ref)).charges
    expect(charge).toMatchObject({ state: 'unpaid' })
    const payment = await on.pay(charge?.charge_ref ?? '', cards.asks)
    const stopped = await on.advance(clock, '2031-03-20 05:00:00')
    expect(stopped).toMatchObject({ state: 'failed', failure: 'payment_waits', time: nextDay })
    await on.paying.simulator.act(payment, { act: 'approve' })
    await on.paying.callBack(payment)
    await on.jobs()
    expect(await on.advance(clock, '2031-03-20 05:00:00')).toMatchObject({ state: 'ready' })
    expect(await on.read(ref)).toMatchObject({ status: 'active', charges: [{ state: 'paid' }, { state: 'paid' }] })
  })

  it('when a payment has no outcome after 120 looks, and goes on when it has one', async () => {
    const clock = await on.clock()
    const { order_ref: ref } = await on.active({ test_clock: clock })
    const { provider, testApp } = on.paying
    const looking = { ...on.scope, clockRef: clock, waits: 120 }
    provider.away = true
    try {
      on.contentOf(await on.askToAdvance(clock, nextDay))
      for (let looks = 0; looks < 2; looks++) {
        await runJob(advanceClock as never, looking, testApp.serveParts, new AbortController().signal)
        await on.jobs()
      }
      expect(await on.readClock(clock)).toMatchObject({ state: 'failed', failure: 'payment_waits' })
    } finally {
      provider.away = false
    }
    expect(await on.advance(clock, nextDay)).toMatchObject({ state: 'ready', time: nextDay })
    expect(await on.read(ref)).toMatchObject({ charges: [{ state: 'paid' }, { state: 'paid' }] })
  })
})

it('tries are shown at the clock’s time', async () => {
  const clock = await on.clock()
  const { order_ref: ref } = await on.active({ test_clock: clock })
  await on.advance(clock, nextDay)
  const [charge, first] = (await on.read(ref)).charges
  expect(charge?.tries).toMatchObject([{ at: '2031-02-28 04:00:00' }])
  expect(first?.tries).toMatchObject([{ at: started }])
})

it('live mode has no clocks', async () => {
  const clock = await on.clock()
  const live = await on.paying.testApp.signIn(on.paying.merchant, { environment: 'live' })
  expect(on.contentOf(await on.ask('GET', '/api/test-clocks', undefined, live))).toEqual([])
  expect(await on.askForClock(started, live)).toMatchObject({ status: 409, body: { status_reason: 'INVALID_STATUS_TYPE' } }) // prettier-ignore
  expect((await on.askToAdvance(clock, nextDay, live)).status).toBe(404)
})
