import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscription-answers.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { cards, openSubscribing, type Subscribing } from './fixtures.ts'

/** Setting a subscription up: what its customer agrees to, and what is taken then. */
let on: Subscribing
let price: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price()).order_ref
})
afterEach(async () => {
  on.paying.clock.now = null
  expect(await on.findings()).toEqual([])
})
afterAll(() => on.close())

const mandates = (ref: string) =>
  on.paying.sql<{ state: string; revocation: string; end_reason: string; token: Buffer | null }>(
    `select state, revocation, end_reason, token from mandates where merchant_id = $1 and order_ref = '${ref}'`,
  )
const events = ({ timeline }: Subscription) => timeline.map(({ event }) => event)

describe('a set-up', () => {
  it('takes the first period with the costs, and is active with a calendar from that moment', async () => {
    on.paying.clock.now = new Date('2027-01-31T04:00:00Z')
    const made = await on.create({ price, quantity: 2, additional_costs: [{ key: 'fee', value: 5 }] })
    const orderRef = await on.pay(made.order_ref)
    const active = await on.read(made.order_ref)
    expect(active).toMatchObject({
      status: 'active',
      collected_count: 1,
      collected_amount: 205,
      next_deduction_date: '2027-02-28 04:00:00',
      next_deduction_amount: 200,
      mandate: { state: 'active', method: 'SUBSCRIPTION_CARD', masked: expect.stringMatching(/4242$/) as string },
      rule: { day: 31, or_last_day: true, time: '12:00' },
    })
    expect(active.charges).toMatchObject([
      {
        kind: 'period',
        n: 0,
        state: 'paid',
        amount: 205,
        merchant_order_ref: `${made.order_ref}_0`,
        lines: [
          { kind: 'period', quantity: 2, amount: 200 },
          { kind: 'additional_cost', key: 'fee', amount: 5 },
        ],
        tries: [{ payment_ref: orderRef, status: 'Success' }],
      },
    ])
    expect(active.upcoming.map(({ at }) => at.slice(0, 10)).slice(0, 3)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
    const payment = await on.paying.read(orderRef)
    expect(payment).toMatchObject({ subscription_order_ref: made.order_ref, amount: 205 })
  })

  it('keeps the consent as it was shown, and never tells by what it is charged', async () => {
    const { order_ref } = await on.active({ price, recurrance_count: 6 })
    const answer = await on.ask('GET', `/merchant/subscription/${order_ref}`)
    const { mandate } = on.contentOf<Subscription>(answer)
    expect(mandate?.text).toMatch(
      /I allow .+ to charge me 100\.00\sSGD every month until I cancel.* after 6 payments\.$/,
    )
    expect(answer.text).not.toMatch(/token/)
    const [{ token } = { token: null }] = await on.paying.sql<{ token: Buffer | null }>(
      'select token from mandates where merchant_id = $1 order by agreed_at desc limit 1',
    )
    expect(token?.toString('latin1')).not.toMatch(/tok|mandate/)
  })

  it('needs the customer’s consent', async () => {
    const { order_ref } = await on.create({ price })
    const token = await on.paying.simulator.token(cards.good)
    const { status, text } = await on.paying.start(order_ref, { method: 'SUBSCRIPTION_CARD', token })
    expect([status, text.includes('"agrees"')]).toEqual([400, true])
  })

  it('that is declined leaves it to be set up by another', async () => {
    const { order_ref } = await on.create({ price })
    await on.pay(order_ref, '4000000000000002')
    expect(await on.read(order_ref)).toMatchObject({ status: 'created', mandate: null, charges: [] })
    expect(await mandates(order_ref)).toMatchObject([{ state: 'failed', token: null }])
    await on.pay(order_ref)
    expect(await on.read(order_ref)).toMatchObject({ status: 'active', collected_count: 1 })
  })

  it('with a trial takes nothing, and begins the calendar where the trial ends', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const made = await on.create({ price, trial_frequency: 7, trial_period: 'D' })
    const paid = await on.paying.start(made.order_ref, { method: 'SUBSCRIPTION_CARD', token: 'x', agrees: true })
    expect(paid).toMatchObject({ status: 409, reason: 'INVALID_STATUS_TYPE' })
    expect(await on.agree(made.order_ref)).toMatchObject({ state: 'done' })
    expect(await on.read(made.order_ref)).toMatchObject({
      status: 'active',
      in_trial: true,
      collected_count: 0,
      charges: [],
      next_deduction_date: '2027-03-08 09:00:00',
      mandate: { state: 'active' },
    })
    const charged = await on.reach(made.order_ref, '2027-03-08T09:00:00Z')
    expect(charged).toMatchObject({ in_trial: false, collected_count: 1, next_deduction_date: '2027-04-08 09:00:00' })
  })

  it('ahead of its start waits for that', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const { order_ref } = await on.active({ price, started_at: '2027-03-15T00:00:00Z' })
    expect(await on.read(order_ref)).toMatchObject({
      status: 'active',
      in_trial: false,
      next_deduction_date: '2027-03-15 00:00:00',
      collected_count: 0,
    })
  })

  it('of a card that is refused says why', async () => {
    const { order_ref } = await on.create({ price, trial_frequency: 1, trial_period: 'M' })
    expect(await on.agree(order_ref, '4000000000000002')).toMatchObject({
      state: 'declined',
      reason: expect.stringMatching(/./) as string,
    })
    expect(await on.read(order_ref)).toMatchObject({ status: 'created' })
  })

  it('on demand takes the first amount, and has no calendar', async () => {
    const none = { amount: undefined, frequency: undefined, period: undefined }
    const onDemand = (await on.price({ plan_type: 'ONDEMAND', ...none })).order_ref
    const active = await on.active({
      price: onDemand,
      subscription_type: 'ONDEMAND',
      initial_amount: 20,
      max_amount: 50,
    })
    expect(active).toMatchObject({
      status: 'active',
      collected_amount: 20,
      collected_count: 1,
      rule: null,
      upcoming: [],
      charges: [{ kind: 'initial', state: 'paid', amount: 20 }],
    })
  })

  it('is possible until the link expires', async () => {
    const { order_ref } = await on.create({ price })
    on.paying.clock.now = new Date(Date.now() + 31 * 86_400_000)
    const data = { ...on.scope, kind: 'subscription', ref: order_ref }
    await runJob(expirePayable as never, data, on.paying.testApp.serveParts, new AbortController().signal)
    const expired = await on.read(order_ref)
    expect(expired).toMatchObject({ status: 'expired' })
    expect(events(expired)).toEqual(['created', 'expired'])
    expect((await on.cancel(order_ref)).status).toBe(409)
  })
})

describe('a cancel', () => {
  it('ends what was never set up, and is safe to repeat', async () => {
    const { order_ref } = await on.create({ price })
    for (const _ of [1, 2]) expect((await on.cancel(order_ref, { reason: 'ordered twice' })).status).toBe(200)
    expect(await on.read(order_ref)).toMatchObject({ status: 'cancelled', end_reason: 'ordered twice' })
    const { reason } = await on.paying.start(order_ref, { method: 'SUBSCRIPTION_CARD', token: 'x', agrees: true })
    expect(reason).toBe('INVALID_STATUS_TYPE')
  })

  it('leaves nothing to come, and has the provider end the mandate', async () => {
    const { order_ref } = await on.active({ price })
    await on.cancel(order_ref)
    await on.jobs()
    expect(await on.read(order_ref)).toMatchObject({
      status: 'cancelled',
      next_deduction_date: null,
      next_deduction_amount: null,
      upcoming: [],
      mandate: { state: 'revoked' },
    })
    expect(await mandates(order_ref)).toMatchObject([{ state: 'revoked', revocation: 'done', token: null }])
  })

  it('while the set-up is being paid gives the money back in full', async () => {
    const { order_ref } = await on.create({ price })
    const { orderRef } = await on.paying.start(order_ref, { method: 'SUBSCRIPTION_BANK_TRANSFER', agrees: true })
    await on.paying.settle(orderRef)
    expect((await on.cancel(order_ref)).status).toBe(200)
    await on.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
    await on.paying.settle(orderRef)
    expect(await on.paying.read(orderRef)).toMatchObject({ status: 'Success', late: true, refunding: 100 })
    await on.jobs()
    expect(await on.paying.read(orderRef)).toMatchObject({ refunded: 100 })
    expect(await on.read(order_ref)).toMatchObject({ status: 'cancelled', collected_amount: 0, charges: [] })
  })

  it('at the period’s end lets the period run out, and charges nothing more', async () => {
    on.paying.clock.now = new Date('2027-05-10T00:00:00Z')
    const { order_ref } = await on.active({ price })
    await on.cancel(order_ref, { at: 'period_end', reason: 'moved' })
    expect(await on.read(order_ref)).toMatchObject({
      status: 'active',
      cancels_at_period_end: true,
      next_deduction_date: null,
    })
    const after = await on.reach(order_ref, '2027-06-10T00:00:00Z')
    expect(after).toMatchObject({ status: 'cancelled', end_reason: 'moved', collected_count: 1 })
    expect(after.charges).toHaveLength(1)
  })
})
