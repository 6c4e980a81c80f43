import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cards } from '#server/subscriptions/fixtures.ts'
import { openCharging, type Charging } from './fixtures.ts'

/** Nothing is charged after a cancel, by no path; and nothing in a pause. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())
beforeEach(() => on.begin('2031-01-31T04:00:00Z'))

const boundary = '2031-02-28T04:00:00Z'
const cancel = async (ref: string) => expect((await on.cancel(ref)).status).toBe(200)
const pause = async (ref: string) => on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/pause`, {}))
const refunds = () =>
  on.paying.sql<{ amount: string; payment: string; state: string }>(
    'select amount_minor::text as amount, order_ref as payment, status as state from refunds where merchant_id = $1 order by created_at',
  )

describe('after a cancel', () => {
  it('the planner, a job that comes late, a retry, a deduction and a trigger charge nothing', async () => {
    const { order_ref: ref } = await on.active({}, cards.lacksFunds)
    await on.jump(boundary)
    expect(on.tries()).toHaveLength(1)
    await cancel(ref)
    const before = on.asked.length
    await on.jump('2031-03-01T01:00:00Z', '2031-03-08T01:00:00Z', '2031-03-31T04:00:00Z', '2032-03-31T04:00:00Z')
    await on.act(ref)
    for (const [method, path, body] of [
      ['POST', `/api/subscriptions/${ref}/retry`, {}],
      ['PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: ref }],
    ] as const)
      expect((await on.ask(method, path, body)).status, path).toBe(409)
    await on.jobs()
    expect(on.asked).toHaveLength(before)
    expect(await on.read(ref)).toMatchObject({ status: 'cancelled', next_deduction_date: null })
    expect(await on.charges(ref)).toEqual(['0 paid', '1 cancelled FUNDS_LIMIT_ERROR'])
  })

  it('a charge that was claimed before is not asked for when the provider has not been asked yet', async () => {
    const { order_ref: ref } = await on.active()
    on.paying.clock.now = new Date(boundary)
    await on.actAlone(ref)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 trying'])
    await cancel(ref)
    await on.jobs()
    expect(on.tries()).toEqual([])
    expect(await on.charges(ref)).toEqual(['0 paid', '1 cancelled'])
    expect((await on.read(ref)).collected_amount).toBe(100)
  })

  it('money that was on its way goes back in full in the transaction that books it, and the customer is told', async () => {
    const { order_ref: ref } = await on.active()
    // The cancel commits between the last look and the provider's hearing of it.
    on.hooks.beforeAsking = () => cancel(ref)
    await on.jump(boundary)
    const [asked] = on.tries()
    expect(await on.paying.read(asked?.key ?? '')).toMatchObject({ late: true })
    expect(await refunds()).toMatchObject([{ amount: '10000', payment: asked?.key }])
    expect(await on.read(ref)).toMatchObject({ status: 'cancelled', collected_amount: 100, collected_count: 1 })
    const told = await on.paying.sql(
      `select kind from subscription_messages where order_ref = '${ref}' and kind = 'money_back'`,
    )
    expect(told).toHaveLength(1)
  })

  it('an unknown charge that the provider has never seen is not sent again', async () => {
    const { order_ref: ref } = await on.active()
    on.paying.provider.away = true
    await on.jump(boundary)
    expect(on.tries()).toHaveLength(1)
    await cancel(ref)
    on.paying.provider.away = false
    await on.jump('2031-02-28T05:00:00Z', '2031-02-28T06:00:00Z', '2031-03-01T06:00:00Z')
    expect(on.tries()).toHaveLength(1)
    expect((await on.paying.read(on.tries()[0]?.key ?? '')).status).toBe('Failed')
  })

  it('its mandate is revoked at the provider too', async () => {
    const { order_ref: ref } = await on.active()
    const [mandate] = await on.paying.sql<{ key: string }>(
      `select provider_key as key from mandates where order_ref = '${ref}'`,
    )
    await cancel(ref)
    on.paying.provider.away = false
    await on.jobs()
    const outcome = await on.paying.simulator.provider.mandates?.status(
      { key: mandate?.key ?? '', token: '', providerRef: '' },
      AbortSignal.timeout(5_000),
    )
    expect(outcome).toMatchObject({ kind: 'revoked' })
  })

  it('whoever comes first of a cancel and a charge, no money is kept after the cancel', async () => {
    for (let round = 0; round < 6; round++) {
      await on.begin('2031-01-31T04:00:00Z')
      const { order_ref: ref } = await on.active()
      on.paying.clock.now = new Date(boundary)
      await Promise.all([on.actAlone(ref), cancel(ref)])
      await on.jobs()
      expect((await on.read(ref)).collected_amount).toBe(100)
    }
  })
})

describe('a cancel at the end of the period', () => {
  it('charges nothing more and ends there', async () => {
    const { order_ref: ref } = await on.active()
    await on.cancel(ref, { at: 'period_end' })
    await on.jump('2031-02-28T03:00:00Z')
    expect((await on.read(ref)).status).toBe('active')
    await on.jump(boundary)
    expect((await on.read(ref)).status).toBe('cancelled')
    expect(on.tries()).toEqual([])
  })
})

describe('a pause', () => {
  it('charges and counts nothing; resumed, it goes on at the next boundary of the same anchor', async () => {
    const { order_ref: ref } = await on.active({ recurrance_count: 3 })
    await pause(ref)
    await on.jump(boundary, '2031-03-31T04:00:00Z', '2031-04-10T04:00:00Z')
    expect(on.tries()).toEqual([])
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/resume`, {}))
    await on.jobs()
    expect(on.tries()).toEqual([])
    expect((await on.read(ref)).next_deduction_date).toBe('2031-04-30 04:00:00')
    await on.jump('2031-04-30T04:00:00Z', '2031-05-31T04:00:00Z', '2031-06-30T04:00:00Z')
    expect(await on.read(ref)).toMatchObject({ status: 'completed', collected_count: 3 })
  })

  it('ends by itself at its moment', async () => {
    const { order_ref: ref } = await on.active()
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/pause`, { until: '2031-03-15 00:00:00' }))
    await on.jump(boundary, '2031-03-15T00:00:00Z')
    expect(await on.read(ref)).toMatchObject({ paused: false, next_deduction_date: '2031-03-31 04:00:00' })
    expect(on.tries()).toEqual([])
  })

  it('lets a charge that was claimed before be, when the provider has not been asked yet; resumed, it is tried', async () => {
    const { order_ref: ref } = await on.active()
    on.paying.clock.now = new Date(boundary)
    await on.actAlone(ref)
    await pause(ref)
    await on.jobs()
    expect(on.tries()).toEqual([])
    expect(await on.charges(ref)).toEqual(['0 paid', '1 due'])
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/resume`, {}))
    await on.jobs()
    expect(on.tries()).toHaveLength(1)
    expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
  })

  it('refunds in full what was on its way', async () => {
    const { order_ref: ref } = await on.active()
    on.hooks.beforeAsking = () => pause(ref)
    await on.jump(boundary)
    expect(await refunds()).toContainEqual(expect.objectContaining({ payment: on.tries()[0]?.key, amount: '10000' }))
    expect((await on.read(ref)).collected_amount).toBe(100)
  })

  it('stops the retries of what is past due, which is tried once when it is resumed', async () => {
    const { order_ref: ref } = await on.active({}, cards.lacksFunds)
    await on.jump(boundary)
    await pause(ref)
    await on.jump('2031-03-01T01:00:00Z', '2031-03-03T01:00:00Z', '2031-03-07T05:00:00Z')
    expect(on.tries()).toHaveLength(1)
    on.contentOf(await on.ask('POST', `/api/subscriptions/${ref}/resume`, {}))
    await on.jobs()
    expect(on.tries()).toHaveLength(2)
  })
})

it('the sums of all this agree with the ledger', async () => {
  expect(await on.findings()).toEqual([])
})
