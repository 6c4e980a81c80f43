import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscription-answers.ts'
import { createSubscriptionByServer } from '#contract/subscriptions.ts'
import { signedBody } from '#test/request.ts'
import type { Answer } from '#test/test-app.ts'
import { openSubscribing, type Subscribing } from './fixtures.ts'

/** Making a subscription: what it says, what it comes to, and what is refused. */
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

const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_code'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('a subscription', () => {
  it('waits to be set up, and shows what it would come to', async () => {
    const made = await on.create({
      price,
      quantity: 3,
      recurrance_count: 3,
      additional_costs: [{ key: 'delivery', value: 10 }],
      customer_email_address: 'mei.tan@example.com',
      country: 'SG',
      allow_accumulate: 'Y',
      notes: [{ key: 'gift', value: 'yes' }],
    })
    expect(made).toMatchObject({
      status: 'created',
      subscription_type: 'REGULAR',
      email: 'mei.tan@example.com',
      price_name: 'Harbour club',
      recurring_amount: 300,
      total_amount: 910,
      total_additional_cost: 10,
      additional_costs: [{ key: 'delivery', value: 10 }],
      collected_count: 0,
      collected_amount: 0,
      recurrance_count: 3,
      allow_accumulate: 'Y',
      next_deduction_date: null,
      next_deduction_amount: null,
      in_trial: false,
      paused: false,
      rule: null,
      upcoming: [],
      charges: [],
      mandate: null,
    })
    expect(made.link).toMatch(new RegExp(`/pay/${made.order_ref}$`))
    const days = (new Date(`${made.expiry_date}Z`).getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  it.each([
    ['plan_order_ref', (ref: string) => ({ plan_order_ref: ref })],
    ['price', (ref: string) => ({ price: { order_ref: ref, currency: 'SGD' } })],
    ['plan', (ref: string) => ({ plan: { order_ref: ref } })],
  ])('is to a price that %s names', async (_, named) => {
    expect(on.contentOf(await on.askFor(named(price)))).toMatchObject({ price_order_ref: price })
  })

  const trial = { trial_frequency: 7, trial_period: 'D' }
  it.each<[Record<string, unknown>, unknown[]]>([
    [{ price_order_ref: undefined }, [400, '4085']],
    [{ price_order_ref: 'A'.repeat(27) }, [400, '4085']],
    [{ currency: 'USD' }, [400, '4085', 'currency other_currency']],
    [{ plan: { order_ref: 'A'.repeat(27) } }, [400, '4001', 'price_order_ref contradicts']],
    [{ subscription_type: 'ONDEMAND' }, [400, '4001', 'subscription_type contradicts']],
    [{ quantity: 0 }, [400, '4086', 'quantity not_possible']],
    [{ quantity: 1.5 }, [400, '4086', 'quantity not_possible']],
    [{ recurrance_count: 0 }, [400, '4087', 'recurrance_count not_possible']],
    [{ recurrance_count: 2.5 }, [400, '4087', 'recurrance_count not_possible']],
    [{ additional_costs: [{ key: 'tax', value: -1 }] }, [400, '4090', 'additional_costs.0.value negative']],
    [{ additional_costs: [{ key: 'tax', value: 0.001 }] }, [400, '4090', 'additional_costs.0.value too_many_decimals']],
    [{ ...trial, trial_period: 'fortnight' }, [400, '4091', 'trial_period not_a_choice']],
    [{ ...trial, trial_period: '' }, [400, '4091', 'trial_period required']],
    [{ ...trial, trial_frequency: 0 }, [400, '4094', 'trial_frequency not_possible']],
    [{ trial_period: 'D' }, [400, '4094', 'trial_frequency required']],
    [{ ...trial, started_at: inDays(3) }, [400, '4001', 'started_at contradicts']],
    [{ started_at: inDays(-1) }, [400, '4001', 'started_at in_the_past']],
    [{ started_at: inDays(800) }, [400, '4001', 'started_at too_late']],
    [{ expiry_date: inDays(-1) }, [400, '4001', 'expiry_date in_the_past']],
    [{ max_amount: 5 }, [400, '4041', 'max_amount only_on_demand']],
    [{ notify_by_email: true }, [400, '4064', 'customer_email_address required']],
    [{ notify_by_phone: true }, [400, '4064', 'customer_phone_number required']],
    [{ test_clock: 'A'.repeat(27) }, [404, '5001']],
  ])('is refused for %j', async (body, fault) => {
    expect(reasons(await on.askFor({ price_order_ref: price, ...body }))).toEqual(fault)
  })

  it.each<[Record<string, unknown>, unknown[]]>([
    [{ recurrance_count: 2 }, [400, '4087', 'recurrance_count not_on_demand']],
    [{ started_at: inDays(3) }, [400, '4001', 'started_at not_on_demand']],
    [{ initial_amount: 10, max_amount: 5 }, [400, '4041', 'initial_amount above_max_amount']],
  ])('on demand is refused for %j', async (body, fault) => {
    const answer = await on.askFor({ price_order_ref: onDemand, subscription_type: 'ONDEMAND', ...body })
    expect(reasons(answer)).toEqual(fault)
  })

  it('has a reference of the merchant’s own, which is taken once', async () => {
    const merchant_order_ref = `S-${crypto.randomUUID()}`
    await on.create({ price, merchant_order_ref })
    const again = await on.askFor({ price_order_ref: price, merchant_order_ref })
    expect(reasons(again)).toEqual([400, '4002', 'merchant_order_ref already_used'])
  })

  it('is made by a shop’s server as its documents say, and answered with its references at the top', async () => {
    const { session, merchant } = on.paying
    const usd = (await on.price({ currency: 'USD', amount: 1000 })).order_ref
    const body = {
      merchant_order_ref: `Subscription_${crypto.randomUUID()}`,
      source: 'api',
      customer_email_address: 'someone@example.com',
      customer_name: 'NGUYEN VAN A',
      customer_phone_number: '+919876543210',
      description: "Product name for the customer's subscription purchase",
      quantity: 1,
      currency: 'USD',
      country_code: 'US',
      environment: 'sandbox',
      allow_accumulate: 'Y',
      recurrance_count: 3,
      notify_by_email: false,
      notify_by_phone: false,
      plan_order_ref: usd,
      subscription_type: 'REGULAR',
      notes: [{ key: 'special_instructions', value: 'Deliver between 9-11 AM' }],
      additional_costs: [
        { key: 'tax', value: 50 },
        { key: 'shipping', value: 25 },
      ],
      started_at: '',
      trial_frequency: 7,
      trial_period: 'D',
      success_url: 'https://shop.example/success.html',
      failure_url: 'https://shop.example/failure.html',
      pending_url: 'https://shop.example/pending.html',
    }
    const { signature_hash } = signedBody(
      createSubscriptionByServer,
      { ...body, chaipay_key: merchant.key },
      {
        key: session.signingKey,
        about: merchant.key,
      },
    )
    const answer = await on.ask('POST', '/api/subscription/createSubscription', {
      ...body,
      portone_key: merchant.key,
      signature_hash,
    })
    const made = on.contentOf<Subscription>(answer)
    expect(answer.body).toMatchObject({
      is_success: true,
      merchant_order_ref: body.merchant_order_ref,
      order_ref: made.order_ref,
      subscription_link: made.link,
    })
    expect(made).toMatchObject({ trial_frequency: 7, trial_period: 'D', total_amount: 3075, country: 'US' })
  })
})

describe('a preview', () => {
  const preview = (body: object) =>
    on.ask('POST', '/api/subscriptions/preview', { currency: 'SGD', price_order_ref: price, ...body })
  it('has the next twelve charges as they would be if it were set up now, the first with the costs', async () => {
    on.paying.clock.now = new Date('2026-01-31T04:00:00Z')
    const answer = await preview({ additional_costs: [{ key: 'fee', value: 5 }], recurrance_count: 20 })
    on.paying.clock.now = null
    const { upcoming, ...rest } = on.contentOf<{ upcoming: { at: string; amount: number }[] }>(answer)
    expect(rest).toMatchObject({
      due_now: 105,
      total_amount: 2005,
      rule: { period: 'M', frequency: 1, day: 31, or_last_day: true, time: '12:00', time_zone: 'Asia/Singapore' },
    })
    expect(upcoming.map(({ at }) => at.slice(0, 10)).slice(0, 4)).toEqual([
      '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30',
    ]) // prettier-ignore
    expect(upcoming.map(({ amount }) => amount).slice(0, 2)).toEqual([105, 100])
    expect(upcoming).toHaveLength(12)
  })

  it('takes nothing now with a trial, and writes nothing', async () => {
    const before = await on.paying.sql('select order_ref from subscriptions')
    expect(on.contentOf(await preview({ trial_frequency: 1, trial_period: 'W' }))).toMatchObject({ due_now: 0 })
    expect(await on.paying.sql('select order_ref from subscriptions')).toHaveLength(before.length)
  })
})
