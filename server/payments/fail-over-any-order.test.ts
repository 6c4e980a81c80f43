import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inFlightStates } from '#contract/payment-states.ts'
import type { Act, ScriptedChannels } from '#server/routing/fixtures.ts'
import { keys, openFailingOver, wallet } from './failover-fixtures.ts'
import type { Paying } from './fixtures.ts'

/** Payments over three channels that do anything, in any order; jobs are run by hand. */
let paying: Paying
let channels: ScriptedChannels
beforeAll(async () => {
  ;({ paying, channels } = await openFailingOver())
})
afterAll(() => paying.close())

it('whatever the providers do, no order is taken twice, and none is left while a channel takes it', async () => {
  const act = fc.constantFrom<Act>(
    'take',
    'wait',
    'decline',
    'unavailable',
    'unavailable',
    'silence after taking',
    'silence before taking',
    'silence, then taking',
  )
  // For each channel what it does with the payments that it is asked for, one after the other.
  const script = fc.record({
    A: fc.array(act, { minLength: 1, maxLength: 4 }),
    B: fc.array(act, { minLength: 1, maxLength: 4 }),
    C: fc.array(act, { maxLength: 3 }),
  })
  const wish = fc.constantFrom('start', 'settle', 'settle', 'pay', 'cancel')
  const property = fc.asyncProperty(script, fc.array(wish, { maxLength: 12 }), async (acts, wishes) => {
    await paying.sql('delete from channel_rests where merchant_id = $1')
    for (const key of keys) {
      const left = [...acts[key]]
      channels.act(key, () => left.shift() ?? 'take')
    }
    const order = await paying.link({ country: 'SG' })
    const rows = () =>
      paying.sql<{ order_ref: string; status: string; failover_from: string; status_reason: string }>(
        `select order_ref, status, failover_from, status_reason from payments
         where merchant_id = $1 and payable_ref = '${order}' order by created_at, order_ref`,
      )
    const underWay = async () =>
      (await rows()).filter(({ status }) => (inFlightStates as readonly string[]).includes(status))
    const doAll = async (what: (orderRef: string) => Promise<unknown> | void) => {
      for (const { order_ref: ref } of await underWay()) await what(ref)
    }
    await paying.start(order, wallet)
    for (const one of wishes) {
      if (one === 'start') await paying.start(order, wallet)
      if (one === 'settle') await doAll(paying.settle)
      if (one === 'pay') await doAll(channels.pay)
      if (one === 'cancel') await doAll((ref) => paying.cancel(order, ref))
      expect((await underWay()).length).toBeLessThanOrEqual(1)
    }
    for (let n = 0; n < 30 && (await underWay()).length > 0; n++) {
      await doAll(channels.pay)
      await doAll(paying.settle)
    }
    const ended = await rows()
    expect(await underWay()).toEqual([])
    const taken = ended.filter(({ order_ref: ref }) => channels.taken.has(ref))
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(ended.filter(({ status }) => status === 'Success').map(({ order_ref: ref }) => ref)).toEqual(
      taken.map(({ order_ref: ref }) => ref),
    )
    expect(await paying.linkState(order)).toBe(taken.length === 1 ? 'success' : 'processing')
    for (const { failover_from: from } of ended.filter((row) => row.failover_from !== ''))
      expect(ended.find((row) => row.order_ref === from)).toMatchObject({
        status: 'Failed',
        status_reason: 'PAYMENT_CHANNEL_UNAVAILABLE',
      })
    // A fault is left alone only when every channel has failed so, or the shopper ended it.
    const last = ended.at(-1)
    if (last?.status_reason === 'PAYMENT_CHANNEL_UNAVAILABLE')
      expect(
        new Set(
          channels.asked.filter(({ key }) => ended.some((row) => row.order_ref === key)).map((one) => one.channelKey),
        ).size,
      ).toBe(3)
  })
  await fc.assert(property, { numRuns: 40 })
  expect(await paying.findings()).toEqual([])
}, 120_000)
