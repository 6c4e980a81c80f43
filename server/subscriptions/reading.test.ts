import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SubscriptionRow } from '#contract/subscription-answers.ts'
import { createDeduction, createDeductionByServer } from '#contract/subscription-deductions.ts'
import { rollUpSubscriptions } from '#server/subscription-store/roll-up.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { verify } from '#server/kit/auth/signature.ts'
import { signedBody } from '#test/request.ts'
import type { Call } from '#contract/kit/call.ts'
import { cards, openSubscribing, type Subscribing } from './fixtures.ts'

/** Lists, sums, webhooks and deductions of subscriptions. */
let on: Subscribing
let price: string
let onDemand: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price()).order_ref
  const none = { amount: undefined, frequency: undefined, period: undefined }
  onDemand = (await on.price({ plan_type: 'ONDEMAND', ...none })).order_ref
})
afterAll(() => on.close())

const list = async (body: object): Promise<SubscriptionRow[]> =>
  on.contentOf(await on.ask('POST', `/merchant/subscription/${on.paying.merchant.key}/list`, body))

describe('the list of subscriptions', () => {
  it('finds by each filter and by a search', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const name = `Amina ${crypto.randomUUID()}`
    const { order_ref } = await on.active({ price, customer_email_address: email, customer_name: name })
    const soon = { from: '2020-01-01 00:00:00', to: '2100-01-01 00:00:00' }
    for (const body of [
      { filters: { email: email.toUpperCase() } },
      { search: email },
      { search: name.slice(0, 20).toLowerCase() },
      { search: order_ref },
      { filters: { email, status: ['active', 'past_due'], currency: 'SGD', subscription_type: 'REGULAR' } },
      { filters: { email, price_order_ref: price, paused: 'no', recurring: 'yes' } },
      { filters: { email, next_deduction_date: soon, activated_at: soon, created_at: soon } },
      { filters: { email }, sorting_data: [{ column: 'next_deduction_date', order: 'asc' }] },
    ])
      expect(await list(body), JSON.stringify(body)).toMatchObject([{ order_ref, customer_name: name, paused: false }])
    for (const filters of [
      { status: 'cancelled' },
      { paused: 'yes' },
      { recurring: 'no' },
      { currency: 'USD' },
      { subscription_type: 'ONDEMAND' },
      { ended_at: soon },
      { next_deduction_date: { to: '2020-01-01 00:00:00' } },
    ])
      expect(await list({ filters: { email, ...filters } }), JSON.stringify(filters)).toEqual([])
    const ofPrice = await on.ask(
      'POST',
      `/merchant/subscription/price/${on.paying.merchant.key}/price-subscription-list?environment=sandbox`,
      { price_order_ref: price, filters: { email } },
    )
    expect(on.contentOf(ofPrice)).toMatchObject([{ order_ref }])
  })

  it('is an export with words for codes', async () => {
    const answer = await on.ask('POST', `/api/subscriptions/${on.paying.merchant.key}/export`, {
      format: 'csv',
      language: 'en',
      columns: [{ key: 'price_name' }, { key: 'status' }, { key: 'paused' }, { key: 'recurring_amount' }],
    })
    expect(answer.text).toMatch(/Harbour club,Active,active,No,false,100\.00/)
  })
})

describe('the metrics', () => {
  it('are those of the list, before and after they are added up', async () => {
    const metrics = async () =>
      on
        .contentOf<{ currencies: { currency: string }[] }>(
          await on.ask('GET', `/api/subscriptions/${on.paying.merchant.key}/metrics`),
        )
        .currencies.find(({ currency }) => currency === 'EUR')
    const yearly = (await on.price({ currency: 'EUR', period: 'Y', amount: 120 })).order_ref
    const weekly = (await on.price({ currency: 'EUR', period: 'W', amount: 10 })).order_ref
    await on.active({ price: yearly, currency: 'EUR', quantity: 2 })
    await on.active({ price: weekly, currency: 'EUR' })
    await on.active({ price: weekly, currency: 'EUR', trial_frequency: 1, trial_period: 'M' })
    const { order_ref: gone } = await on.active({ price: yearly, currency: 'EUR' })
    await on.cancel(gone)
    // 240 ÷ 12 + 10 × 30.4375 ÷ 7
    const expected = { active: 3, past_due: 0, monthly_revenue: 63.48, began: 4, lost: 1, recovered: 0 }
    expect(await metrics()).toMatchObject(expected)
    await runJob(
      rollUpSubscriptions as never,
      { ...on.scope, all: 'all' },
      on.paying.testApp.serveParts,
      AbortSignal.abort(),
    )
    expect(await on.paying.sql('select 1 from subscription_deltas where merchant_id = $1')).toEqual([])
    expect(await metrics()).toMatchObject(expected)
    expect(await on.findings()).toEqual([])
  })
})

it('a subscription that recovered twice counts once, as the list has it once', async () => {
  const { order_ref: price_order_ref } = await on.price({ currency: 'THB' })
  const { order_ref } = await on.active({ price: price_order_ref, currency: 'THB' }, cards.lacksFunds)
  const recovered = async () => {
    const metrics = await on.ask('GET', `/api/subscriptions/${on.paying.merchant.key}/metrics`)
    const { currencies } = on.contentOf<{ currencies: { currency: string; recovered: number }[] }>(metrics)
    return currencies.find(({ currency }) => currency === 'THB')?.recovered
  }
  for (const counted of [1, 1]) {
    on.contentOf(await on.ask('PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: order_ref }))
    await on.jobs()
    const [charge] = (await on.read(order_ref)).charges
    await on.pay(charge?.charge_ref ?? '', cards.lacksFunds)
    await on.jobs()
    expect(await on.read(order_ref)).toMatchObject({ status: 'active' })
    expect(await recovered()).toBe(counted)
  }
  expect(await on.findings()).toEqual([])
})

describe('a deduction', () => {
  const deduct = (call: Call, subscription_order_ref: string, body: object = {}) => {
    const { session, merchant } = on.paying
    const asked = {
      amount: 30,
      currency: 'SGD',
      merchant_order_ref: `D-${crypto.randomUUID()}`,
      subscription_order_ref,
      ...body,
    }
    return on.ask('POST', call.path, signedBody(call, asked, { key: session.signingKey, about: merchant.key }))
  }
  const active = (body: object = {}) =>
    on.active({ price: onDemand, subscription_type: 'ONDEMAND', initial_amount: 20, max_amount: 50, ...body })

  it('is charged by the mandate a moment later', async () => {
    const { order_ref } = await active()
    const answer = await deduct(createDeductionByServer, order_ref)
    expect(answer.body).toMatchObject({ is_success: true, status: 'Initiated' })
    expect(on.contentOf(answer)).toMatchObject({ state: 'due', amount: 30, subscription_order_ref: order_ref })
    await on.jobs()
    expect(await on.read(order_ref)).toMatchObject({
      status: 'active',
      collected_amount: 50,
      charges: [
        { kind: 'deduction', state: 'paid', amount: 30, charge_ref: answer.body['order_ref'] },
        { kind: 'initial' },
      ],
    })
    const records = await on.ask('POST', `/merchant/subscription/${order_ref}/txns-records`, {})
    expect(on.contentOf(records)).toMatchObject([
      { amount: 30, period: null, attempt: 1, status: 'Success' },
      { amount: 20, period: null, attempt: 1, status: 'Success' },
    ])
    expect(await on.read(order_ref)).toMatchObject({ collected_count: 2, collected_amount: 50 })
  })

  it('is refused above the most, for a reference that was used, beside another, and of one that has ended', async () => {
    const { order_ref } = await active()
    const reason = async (answer: ReturnType<typeof deduct>) => (await answer).body['status_reason']
    expect(await reason(deduct(createDeduction, order_ref, { amount: 50.01 }))).toBe('INVALID_AMOUNT')
    expect(await reason(deduct(createDeduction, order_ref, { currency: 'USD' }))).toBe('INVALID_AMOUNT')
    expect(await reason(deduct(createDeduction, 'A'.repeat(27)))).toBe('INVALID_SUBSCRIPTION_ORDER_REF')
    const merchant_order_ref = `D-${crypto.randomUUID()}`
    expect((await deduct(createDeduction, order_ref, { merchant_order_ref })).status).toBe(200)
    expect(await reason(deduct(createDeduction, order_ref))).toBe('TRANSACTION_UNDER_REVIEW')
    await on.jobs()
    expect(await reason(deduct(createDeduction, order_ref, { merchant_order_ref }))).toBe('DUPLICATE_TRANSACTION_ERROR')
    await on.cancel(order_ref)
    expect(await reason(deduct(createDeduction, order_ref))).toBe('INVALID_STATUS_TYPE')
    const regular = await on.active({ price })
    expect(await reason(deduct(createDeduction, regular.order_ref))).toBe('INVALID_STATUS_TYPE')
  })
})

describe('the webhook', () => {
  it('tells each visible change in the flat body of the documents, signed by the merchant’s secret', async () => {
    const { merchant } = on.paying
    const body = { name: 'Subscriptions', url: 'https://shop.example/hook', type: 'subscription' }
    on.contentOf(await on.ask('POST', `/merchants/${merchant.key}/webhooks`, body))
    const { order_ref } = await on.active({ price, recurrance_count: 3, customer_email_address: 'mei@example.com' })
    await on.cancel(order_ref)
    const told = await on.paying.sql<{ body: Record<string, unknown> }>(
      `select body::jsonb as body from webhook_events where merchant_id = $1 and object_ref = '${order_ref}' order by event_id`,
    )
    expect([...new Set(told.map(({ body: one }) => one['status']))]).toEqual(['Created', 'Active', 'Cancelled'])
    const active = told.find(({ body: one }) => one['collected_count'] === 1)?.body ?? {}
    expect(active).toMatchObject({
      allow_accumulate: 'N',
      recurring_amount: 100,
      chaipaykey: merchant.key,
      currency: 'SGD',
      customer_email_address: 'mei@example.com',
      environment: 'sandbox',
      frequency: 1,
      period: 'M',
      plan_order_ref: price,
      recurrance_count: 3,
      status: 'Active',
      subscription_type: 'REGULAR',
      total_amount: 300,
      collected_amount: 100,
      next_deduction_amount: 100,
    })
    expect(String(active['next_deduction_date'])).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/)
    const sent = await on.ask('GET', `/api/subscriptions/${order_ref}/webhooks`)
    const deliveries = on.contentOf<{ type: string; webhook_name: string; body: string }[]>(sent)
    expect(deliveries.map(({ type, webhook_name }) => `${webhook_name}: ${type}`)).toEqual(
      told.map(() => 'Subscriptions: subscription'),
    )
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ status: 'Cancelled' })
    for (const { body: one } of told) {
      const signed = Object.fromEntries(
        ['currency', 'merchant_order_ref', 'order_ref', 'status'].map((name) => [name, String(one[name])]),
      )
      expect(verify(signed, merchant.secret, String(one['signature_hash'])).ok).toBe(true)
    }
  })
})
