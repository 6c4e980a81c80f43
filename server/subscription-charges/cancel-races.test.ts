import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cards } from '#server/subscriptions/fixtures.ts'
import { cancelSubscription } from '#server/subscriptions/cancel.ts'
import { pause } from './pause.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { openCharging, type Charging } from './fixtures.ts'

/**
 * Every path to a charge waits at the subscription's row while somebody cancels or pauses it, and looks at the row as it is then. The
 * order is made certain: the path begins while the other holds the row, and goes on when that has committed.
 */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const boundary = '2031-02-28T04:00:00Z'
/** The seconds before the boundary are over, and an unpaid charge waits where the card lacks funds. */
const toBoundary = () => void (on.paying.clock.now = new Date(boundary))
const pastDue = async () => {
  const { order_ref } = await on.active({}, cards.lacksFunds)
  await on.jump(boundary)
  return order_ref
}

/** Each begins a charge of the subscription, if it can; some wait for a moment that has come by then. */
const paths: Record<string, () => Promise<{ ref: string; charge: () => Promise<unknown> }>> = {
  async 'the job of a boundary'() {
    const { order_ref: ref } = await on.active()
    toBoundary()
    return { ref, charge: () => on.actAlone(ref) }
  },
  async 'the job of a retry'() {
    const ref = await pastDue()
    on.paying.clock.now = new Date('2031-03-01T04:00:00Z')
    return { ref, charge: () => on.actAlone(ref) }
  },
  async 'a retry by the merchant'() {
    const ref = await pastDue()
    return { ref, charge: () => on.ask('POST', `/api/subscriptions/${ref}/retry`, {}) }
  },
  async 'a trigger of the next period'() {
    const { order_ref: ref } = await on.active()
    const body = { subscription_order_ref: ref }
    return { ref, charge: () => on.ask('PUT', '/api/subscription/triggerNextDeduction', body) }
  },
  async 'a change with more to pay'() {
    const { order_ref: ref } = await on.active()
    return { ref, charge: () => on.ask('POST', `/api/subscriptions/${ref}/change`, { quantity: 3 }) }
  },
  async 'the customer who pays by hand'() {
    const ref = await pastDue()
    const [charge] = (await on.read(ref)).charges
    const token = await on.paying.simulator.token(cards.good)
    const body = { method: 'SUBSCRIPTION_CARD', token, agrees: true }
    return { ref, charge: () => on.paying.start(charge?.charge_ref ?? '', body) }
  },
}

const ends: Record<string, (ctx: Ctx, ref: string) => Promise<unknown>> = {
  cancel: (ctx, ref) => cancelSubscription(ctx, ref, {}),
  pause: async (ctx, ref) => pause(ctx, await existingSubscription(ctx, ref, { lock: true }), null),
}

describe.each(Object.entries(ends))('that waits for a %s', (_end, end) => {
  it.each(Object.entries(paths))('%s claims nothing, and the provider is asked for nothing', async (_path, arrange) => {
    const { ref, charge } = await arrange()
    on.asked.length = 0
    const waiting = await on.inside(async (ctx) => {
      await end(ctx, ref)
      await ctx.tx.query('select 1', [])
      const begun = charge()
      await expect.poll(isWaiting, { interval: 5 }).toBe(true)
      return { begun }
    })
    await waiting.begun
    await on.jobs()
    expect(on.asked).toEqual([])
    expect((await on.read(ref)).charges.filter(({ state }) => state === 'trying')).toEqual([])
  })
})

/** Whether a transaction of this database waits at a lock. */
const isWaiting = async () =>
  (
    await on.paying.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    )
  ).length > 0

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
