import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lines, openClocks, type Clocks } from './fixtures.ts'

/** What ends or changes as a clock goes on. */
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

it('a pause ends by itself at its moment, and boundaries that it passed over are not charged', async () => {
  const { order_ref: ref } = await tied()
  on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/pause`, { until: '2031-04-01 00:00:00' }))
  expect(lines(await on.advance(clock, '2031-05-01 00:00:00'))).toEqual([
    '2031-04-01 00:00 resumed',
    '2031-04-30 04:00 charge_paid 100 3',
  ])
})

it('a change of the next period is made at its boundary, and a cancel at the period’s end ends it there', async () => {
  const { order_ref: ref } = await tied()
  on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/change`, { quantity: 3, when: 'at_next_period' }))
  expect(lines(await on.advance(clock, '2031-03-01 00:00:00'))).toEqual([
    '2031-02-28 04:00 changed Harbour club 3',
    '2031-02-28 04:00 charge_paid 300 1',
  ])
  await on.cancel(ref, { at: 'period_end' })
  expect(lines(await on.advance(clock, '2031-06-01 00:00:00')).at(-1)).toBe('2031-03-31 04:00 cancelled')
})

it('counted periods complete, and a link that nobody used expires', async () => {
  await tied({ recurrance_count: 2 })
  await on.create({ test_clock: clock })
  expect(lines(await on.advance(clock, '2031-06-01 00:00:00'))).toEqual([
    '2031-02-28 04:00 charge_paid 100 1',
    '2031-03-02 04:00 expired',
    '2031-03-31 04:00 completed',
  ])
})

it('a card that ends is told of 30 days before, ends, and is charged no more', async () => {
  await tied({}, '4000000000007064')
  const seen = lines(await on.advance(clock, '2031-04-01 00:00:00'), { messages: true })
  expect(seen).toContain('2031-03-01 12:00 method_expires')
  expect(seen.filter((line) => line.includes('INVALID_CARD_EXPIRED_ERROR'))).toHaveLength(1)
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
