import { afterAll, beforeAll, expect, it } from 'vitest'
import { declineReasons, declines, type DeclineReason } from '#contract/declines.ts'
import type { RetryRules } from '#contract/subscription-retries.ts'
import { openClocks, type Clocks } from './fixtures.ts'

/** Each reason of a decline gives the tries that the screen of the retry rules shows. */
let on: Clocks
beforeAll(async () => {
  on = await openClocks()
  const { provider } = on.paying
  const { authorise } = provider
  // Off-session each customer is declined for the reason that is their name.
  provider.authorise = (request, signal) => {
    const { mandate, payerName } = request
    const reason = declineReasons.find((one) => one === payerName)
    if (!reason || !mandate || !('offSession' in mandate)) return authorise(request, signal)
    return Promise.resolve({ kind: 'declined', providerRef: '', reason, providerText: '' })
  }
})
afterAll(() => on.close())

it('after a decline, by its reason', async () => {
  const path = `/api/subscriptions/${on.paying.merchant.key}/retry-rules`
  const { days, last_act } = on.contentOf<RetryRules>(await on.ask('GET', path))
  expect(days.length).toBeGreaterThan(1)
  const clock = await on.clock()
  const reasonOf = new Map<string, DeclineReason>()
  for (const reason of declineReasons) {
    const body = { test_clock: clock, customer_name: reason, customer_time_zone: 'Asia/Singapore' }
    reasonOf.set((await on.active(body)).order_ref, reason)
  }
  const { events } = await on.advance(clock, '2031-03-30 00:00:00')
  const boundary = '2031-02-28 04:00:00'
  // 09:00 in Singapore.
  const mornings = days.map((day) => `2031-03-${String(day).padStart(2, '0')} 01:00:00`)
  for (const [ref, reason] of reasonOf) {
    const own = events.filter(({ order_ref }) => order_ref === ref)
    const tries = own.filter(({ event }) => event === 'charge_failed')
    const retried = declines[reason].retry === 'soft'
    expect([reason, ...tries.map(({ at }) => at)]).toEqual([reason, boundary, ...(retried ? mornings : [])])
    expect(tries.map(({ facts }) => facts['reason'])).toEqual(tries.map(() => reason))
    expect([reason, own.at(-1)?.event, own.at(-1)?.at]).toEqual([
      reason,
      last_act === 'cancel' ? 'cancelled' : 'given_up',
      mornings.at(-1),
    ])
  }
  expect(await on.findings()).toEqual([])
})
