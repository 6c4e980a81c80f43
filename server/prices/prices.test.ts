import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Price, PriceDetails, PriceRow } from '#contract/prices.ts'
import { createPlan } from '#contract/prices.ts'
import { openSubscribing, type Subscribing } from '#server/subscriptions/fixtures.ts'
import { signedBody } from '#test/request.ts'
import type { Answer } from '#test/test-app.ts'

/** Prices: what customers can subscribe to. */
let on: Subscribing
beforeAll(async () => {
  on = await openSubscribing()
})
afterAll(() => on.close())

const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_code'],
  answer.body['status_reason'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]
const list = async (body: object): Promise<PriceRow[]> =>
  on.contentOf(await on.ask('POST', `/merchant/subscription/price/${on.paying.merchant.key}/list`, body))

describe('a price', () => {
  it('is what its request says, with a month where no period is named', async () => {
    const notes = [{ key: 'team', value: 'harbour' }]
    const price = await on.price({
      period: undefined,
      name: 'Club',
      description: 'All tours',
      merchant_order_ref: `P-${crypto.randomUUID()}`,
      notes,
      source: 'checkout',
      frequency: 2,
    })
    expect(price).toMatchObject({
      name: 'Club',
      description: 'All tours',
      plan_type: 'REGULAR',
      amount: 100,
      currency: 'SGD',
      frequency: 2,
      period: 'M',
      status: 'active',
      notes,
      source: 'checkout',
      active_subscriptions: 0,
      past_due_subscriptions: 0,
      created_by: 'Test User',
      cancelled_at: null,
    })
    expect(price.order_ref).toMatch(/^[0-9A-Za-z]{27}$/)
  })

  it.each([
    ['week', 'W'],
    ['Quarter', 'Q'],
    ['y', 'Y'],
    ['H', 'H'],
  ])('takes %s for a period', async (period, letter) => {
    expect(await on.price({ period })).toMatchObject({ period: letter })
  })

  it('on demand has neither amount nor rhythm, and its signature none of both', async () => {
    const body = { plan_type: 'ONDEMAND', amount: undefined, frequency: undefined, period: undefined }
    expect(await on.price(body)).toMatchObject({ plan_type: 'ONDEMAND', amount: null, frequency: null, period: null })
    expect(reasons(await on.askForPrice({ ...body, amount: 5 }))).toEqual([
      400, '4041', 'INVALID_AMOUNT', 'amount not_on_demand',
    ]) // prettier-ignore
  })

  it.each([
    [{ period: 'fortnight' }, [400, '4091', 'INVALID_PERIOD', 'period not_a_choice']],
    [{ frequency: 0 }, [400, '4094', 'INVALID_FREQUENCY', 'frequency not_possible']],
    [{ frequency: 1.5 }, [400, '4094', 'INVALID_FREQUENCY', 'frequency not_possible']],
    [{ frequency: 6, period: 'Y' }, [400, '4094', 'INVALID_FREQUENCY', 'frequency not_possible']],
    [{ frequency: undefined }, [400, '4094', 'INVALID_FREQUENCY', 'frequency required']],
    [{ amount: undefined }, [400, '4041', 'INVALID_AMOUNT', 'amount required']],
    [{ name: 'x'.repeat(101) }, [400, '4001', 'INVALID_REQUEST_DATA', 'name too_long']],
  ])('is refused for %j', async (body, fault) => {
    expect(reasons(await on.askForPrice(body))).toEqual(fault)
  })

  it('has hours in the sandbox only', async () => {
    const session = await on.paying.testApp.signIn(on.paying.merchant, { environment: 'live' })
    const answer = await on.askForPrice({ environment: 'live', period: 'hour' }, session)
    expect(reasons(answer)).toEqual([400, '4091', 'INVALID_PERIOD', 'period sandbox_only'])
  })

  it('has a reference of the merchant’s own, which is taken once', async () => {
    const merchant_order_ref = `P-${crypto.randomUUID()}`
    await on.price({ merchant_order_ref })
    expect(reasons(await on.askForPrice({ merchant_order_ref }))).toEqual([
      400, '4002', 'DUPLICATE_TRANSACTION_ERROR', 'merchant_order_ref already_used',
    ]) // prettier-ignore
  })

  it('is a plan to servers, who read its references at the top of the answer', async () => {
    const { session, merchant } = on.paying
    const body = {
      portone_key: merchant.key,
      merchant_order_ref: `Plan_${crypto.randomUUID()}`,
      source: 'api',
      amount: 1000,
      currency: 'USD',
      name: '1000 USD per month',
      description: '1000 USD per month',
      environment: 'sandbox',
      frequency: 1,
      period: 'M',
      plan_type: 'REGULAR',
      notes: [{ key: 'key1', value: 'value1' }],
    }
    const signed = signedBody(
      createPlan,
      { ...body, chaipay_key: merchant.key, portone_key: undefined },
      {
        key: session.signingKey,
        about: merchant.key,
      },
    )
    const answer = await on.ask('POST', '/api/subscription/createPlan', {
      ...body,
      signature_hash: signed['signature_hash'],
    })
    expect(answer.body).toMatchObject({ is_success: true, merchant_order_ref: body.merchant_order_ref })
    const made = on.contentOf<Price>(answer)
    expect(answer.body['order_ref']).toBe(made.order_ref)
    const read = await on.ask('GET', `/api/subscription/plan/${made.order_ref}`)
    expect(read.body).toMatchObject({ is_success: true, order_ref: made.order_ref, content: { amount: 1000 } })
    const cancelled = await on.ask('PUT', `/api/subscription/plan/${made.order_ref}/status/cancelled`, {})
    expect(cancelled.body).toMatchObject({ is_success: true, content: { status: 'cancelled' } })
  })

  it('that is cancelled stays with those who have it, and nobody else gets it', async () => {
    const { order_ref } = await on.price()
    const subscription = await on.active({ price: order_ref })
    const answer = await on.ask('PUT', `/merchant/subscription/price/${order_ref}/status/cancelled`)
    expect(on.contentOf<Price>(answer)).toMatchObject({ status: 'cancelled', active_subscriptions: 1 })
    expect(reasons(await on.askFor({ price_order_ref: order_ref }))).toEqual([
      400, '4085', 'INVALID_PRICE_REF', 'price_order_ref cancelled',
    ]) // prettier-ignore
    expect(await on.read(subscription.order_ref)).toMatchObject({ status: 'active', next_deduction_amount: 100 })
    expect((await on.ask('PUT', `/merchant/subscription/price/${order_ref}/status/cancelled`)).status).toBe(409)
    const details = on.contentOf<PriceDetails>(await on.ask('GET', `/api/subscriptions/prices/${order_ref}`))
    expect(details).toMatchObject({ subscriptions: 1, monthly_revenue: 100, collected_amount: 100 })
    expect(details.timeline.map(({ event }) => event)).toEqual(['created', 'cancelled'])
  })
})

describe('the list of prices', () => {
  it('finds by each filter and by a search, with how many subscriptions each has', async () => {
    const name = `Yearly ${crypto.randomUUID()}`
    const price = await on.price({ name, period: 'Y', currency: 'USD' })
    await on.active({ price: price.order_ref, currency: 'USD' })
    for (const body of [
      { search: name.slice(0, 20).toUpperCase() },
      { search: price.order_ref },
      { filters: { period: 'Y', currency: 'USD' } },
      { filters: { merchant_order_ref: price.merchant_order_ref } },
    ])
      expect(await list(body), JSON.stringify(body)).toMatchObject([{ name, active_subscriptions: 1 }])
    expect(await list({ filters: { status: 'cancelled', period: 'Y', currency: 'USD' } })).toEqual([])
    expect(await list({ filters: { plan_type: 'ONDEMAND', period: 'Y' } })).toEqual([])
    expect(await list({ filters: { created_at: { to: '2020-01-01 00:00:00' } } })).toEqual([])
  })
})
