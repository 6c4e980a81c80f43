import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cards } from '#server/subscriptions/fixtures.ts'
import { lines, openClocks, type Clocks } from './fixtures.ts'

/** What happens as a clock goes on. */
let on: Clocks
let clock = ''
beforeAll(async () => {
  on = await openClocks()
})
afterAll(() => on.close())
beforeEach(async () => {
  if (clock) await on.removeClock(clock)
  clock = await on.clock()
})
const customer = { customer_time_zone: 'Asia/Singapore', customer_email_address: 'mei@example.com' }
const tied = (body: object = {}, card?: string) => on.active({ ...customer, test_clock: clock, ...body }, card)

describe('a year of a subscription', () => {
  it('is charged monthly at its boundaries, on the 31st or the last day, and told of each', async () => {
    const { order_ref: ref } = await tied()
    const before = performance.now()
    const { state, time, events_done, ...rest } = await on.advance(clock, '2032-01-31 05:00:00')
    expect(performance.now() - before).toBeLessThan(10_000)
    expect([state, time, events_done]).toEqual(['ready', '2032-01-31 05:00:00', 12])
    const days = ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
    const boundaries = [...days.map((day) => `2031-${day}`), '2032-01-31']
    expect(lines(rest)).toEqual(boundaries.map((day, n) => `${day} 04:00 charge_paid 100 ${n + 1}`))
    expect(lines(rest, { messages: true }).filter((line) => line.includes('receipt'))).toHaveLength(12)
    expect(await on.read(ref)).toMatchObject({ collected_count: 13, next_deduction_date: '2032-02-29 04:00:00' })
    const moments = await on.paying.sql<{ simulated_at: Date; now: boolean }>(
      `select simulated_at, created_at < '2031-01-01' as now from payments where source_ref = '${ref}' order by created_at`,
    )
    expect(moments.map(({ simulated_at: at }) => at.toISOString().slice(0, 10))).toEqual(['2031-01-31', ...boundaries])
    expect(moments.every(({ now }) => now)).toBe(true)
  })

  it('is charged by nothing else: neither the planner nor a job at a real moment', async () => {
    const { order_ref: ref } = await tied()
    await on.actAlone(ref)
    await on.runWaiting()
    expect((await on.read(ref)).collected_count).toBe(1)
  })
})

it('a trial ends with a mail three days before and the first charge', async () => {
  const { order_ref: ref } = await tied({ trial_frequency: 1, trial_period: 'W' })
  expect(await on.read(ref)).toMatchObject({ status: 'active', in_trial: true })
  const after = await on.advance(clock, '2031-02-08 00:00:00')
  expect(lines(after, { messages: true })).toEqual([
    '2031-02-04 04:00 message email trial_ends',
    '2031-02-07 04:00 trial_ends',
    '2031-02-07 04:00 charge_paid 100 0',
    '2031-02-07 04:00 message email receipt',
  ])
})

it('a declined charge recovers by a retry at 09:00 where the customer is', async () => {
  await tied({}, cards.lacksFundsOnce)
  expect(lines(await on.advance(clock, '2031-03-31 05:00:00'))).toEqual([
    '2031-02-28 04:00 charge_failed 100 1 FUNDS_LIMIT_ERROR 2031-03-01T01:00:00.000Z',
    '2031-03-01 01:00 charge_paid 100 1',
    '2031-03-01 01:00 recovered',
    '2031-03-31 04:00 charge_paid 100 2',
  ])
})

it('the last retry cancels; the mandate is revoked, and there is no try more in a year', async () => {
  const { order_ref: ref } = await tied({}, cards.lacksFunds)
  const after = await on.advance(clock, '2032-03-31 05:00:00')
  const failed = lines(after).filter((line) => line.includes('charge_failed'))
  expect(failed.map((line) => line.slice(0, 16))).toEqual([
    '2031-02-28 04:00',
    '2031-03-01 01:00',
    '2031-03-03 01:00',
    '2031-03-05 01:00',
    '2031-03-07 01:00',
  ])
  expect(lines(after).at(-1)).toBe('2031-03-07 01:00 cancelled unpaid')
  expect(await on.read(ref)).toMatchObject({ status: 'cancelled', mandate: { state: 'revoked' } })
  const [mandate] = await on.paying.sql(`select revocation from mandates where order_ref = '${ref}'`)
  expect(mandate).toEqual({ revocation: 'done' })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
