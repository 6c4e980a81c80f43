import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/kit/call.ts'
import { listPriceSubscriptions as ofPriceCall, listSubscriptions as listCall } from '#contract/subscriptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { actOnSubscription, planSubscriptions } from '#server/subscription-charges/jobs.ts'
import { listWaiting } from '#server/subscription-store/mandates.ts'
import { listDueMessages } from '#server/subscription-store/messages.ts'
import { statements } from '#test/check-statements.ts'
import { openSubscribing, type Subscribing } from './fixtures.ts'
import { listPriceSubscriptions, listSubscriptions } from './list.ts'
import { subscriptionPayable } from './payable.ts'

/** Which indexes the questions about many subscriptions read, as requests and jobs ask them: under row-level security. */
let on: Subscribing
let price: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price()).order_ref
  const { order_ref } = await on.active({ price })
  for (const statement of [
    manyPrices(price),
    ...[manySubscriptions, manyMandates, manyMessages].map((of) => of(order_ref)),
  ])
    await on.paying.sql(statement)
  await on.paying.sql('analyze subscriptions, mandates, subscription_messages')
})
afterAll(() => on.close())

/** Copies of a row with other references; of twenty subscriptions some are in each state, and few in another currency. */
const manyPrices = (ref: string) => `insert into prices select copy.* from prices p, generate_series(1, 20) n,
  jsonb_populate_record(p, jsonb_build_object('price_ref', 'price-' || n, 'merchant_order_ref', n)) copy where p.price_ref = '${ref}'`
const manySubscriptions = (ref: string) => `
  insert into subscriptions select copy.* from subscriptions s, generate_series(1, 4000) n,
    lateral (select now() - n * interval '4 hours' as at, n * 7919 % 1009 / 1009.0 * interval '1000 days' as life) t,
    jsonb_populate_record(s, jsonb_build_object('order_ref', md5(n::text), 'merchant_order_ref', n,
      'price_ref', 'price-' || 1 + n / 20 % 20, 'currency', case when n % 97 = 0 then 'USD' else s.currency end, 'created_at', at,
      'activated_at', at, 'recovered_at', case when n % 20 = 3 then at + life end, 'paused_at', case when n % 20 = 5 then at end,
      'next_due_at', case when n % 20 < 16 then now() + life end, 'next_act_at', case when n % 20 < 16 then now() + life end, 'planned', n % 20 = 4,
      'status', case when n % 20 < 15 then 'active' when n % 20 = 15 then 'past_due' when n % 20 < 19 then 'cancelled' else 'created' end,
      'ended_at', case when n % 20 between 16 and 18 then at + life end)) copy where s.order_ref = '${ref}'`
const manyMandates = (ref: string) => `
  insert into mandates select copy.* from mandates m join subscriptions s on s.order_ref <> m.order_ref,
    jsonb_populate_record(m, jsonb_build_object('order_ref', s.order_ref, 'mandate_ref', s.order_ref, 'provider_key', s.order_ref)) copy
  where m.order_ref = '${ref}'`
const manyMessages = (ref: string) => `
  insert into subscription_messages select copy.* from (select * from subscription_messages where order_ref = '${ref}' limit 1) m
    join subscriptions s on s.order_ref <> m.order_ref,
    jsonb_populate_record(m::subscription_messages, jsonb_build_object('order_ref', s.order_ref, 'state', 'sent')) copy`

/** The plans of the rows and of the total of a list, each with its values. */
async function plansOf(list: (ctx: Ctx) => Promise<object>): Promise<{ rows: string; total: string }> {
  const plans: string[] = []
  await on.inside(async (ctx) => {
    const { query } = ctx.tx
    ctx.tx.query = async (text, values) => {
      const plan = await query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
      return query(text, values)
    }
    await list(ctx)
  })
  const [rows = '', total = ''] = plans
  return { rows, total }
}
const listed = (body: Input<typeof listCall>['body']) => plansOf((ctx) => listSubscriptions(ctx, body))
const ofPrice = (body: Omit<Input<typeof ofPriceCall>['body'], 'price_order_ref'>) =>
  plansOf((ctx) => listPriceSubscriptions(ctx, { price_order_ref: 'price-1', ...body }))

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
const since = (daysAgo: number) => ({ from: day(daysAgo), to: day(-1) })
const lost = (daysAgo: number) =>
  ({ status: 'cancelled', ended_at: since(daysAgo), activated_at: { to: day(-1) } }) as const

describe('the list of subscriptions reads its rows in order from an index of its filter, and counts in an index alone', () => {
  it.each([
    ['all', {}, 'newest', ''],
    ['of a state', { status: 'past_due' }, 'by_status', 'by_status'],
    ['of a currency', { currency: 'USD' }, 'by_currency', 'by_currency'],
    ['on demand', { subscription_type: 'ONDEMAND' }, 'on_demand', 'on_demand'],
    ['paused', { paused: 'yes' }, 'paused', 'paused'],
    ['active in a currency', { currency: 'USD', status: 'active' }, 'by_currency_and_status', 'by_currency_and_status'],
    ['monthly revenue', { currency: 'SGD', recurring: 'yes' }, 'recurring', 'recurring'],
    ['monthly revenue in a rare currency', { currency: 'USD', recurring: 'yes' }, 'recurring', 'recurring'],
    ['new', { currency: 'SGD', activated_at: since(30) }, 'newest', 'by_activated'],
    ['recovered', { currency: 'SGD', recovered_at: since(900) }, 'recovered_newest', 'recovered'],
    ['lost', { currency: 'SGD', ...lost(900) }, 'lost_newest', 'lost'],
  ] as const)('%s', async (_, filters, rows, total) => {
    const plans = await listed({ filters })
    expect(plans.rows).toMatch(inOrder(rows))
    expect(plans.rows).not.toMatch(/Sort/)
    expect(plans.total).toMatch(alone(total))
  })

  it('of a price, and past due ones of a price', async () => {
    const all = await ofPrice({})
    expect(all.rows).toMatch(inOrder('by_price'))
    expect(all.total).toMatch(alone('by_price'))
    const pastDue = await ofPrice({ filters: { status: 'past_due' } })
    expect(pastDue.rows).toMatch(inOrder('by_price_and_status'))
    expect(pastDue.total).toMatch(alone('by_price_and_status'))
  })

  it('next due first', async () => {
    const { rows } = await listed({ sorting_data: [{ column: 'next_deduction_date', order: 'asc' }] })
    expect(rows).toMatch(/Index Scan using subscriptions_by_next /)
    expect(rows).not.toMatch(/Sort/)
  })
})

const inOrder = (index: string) => new RegExp(`Index Scan Backward using subscriptions_${index} `)
const alone = (index: string) => new RegExp(`Index Only Scan using subscriptions_${index}`)

/** The plan, for any values, of the one statement that a job sends in this form. */
async function planOf(ask: (ctx: Ctx) => Promise<unknown> | undefined, form: RegExp): Promise<string> {
  await on.inside(async (ctx) => ask(ctx))
  const [text = '', ...others] = [...statements].filter((sent) => form.test(sent))
  expect(others, text).toEqual([])
  const values = new Set(text.match(/\$\d+/g)).values().map(() => 'null')
  return on.inside(async ({ tx }) => {
    await tx.query(`prepare looked_at as ${text}`, [])
    const lines = await tx.query<{ 'QUERY PLAN': string }>(`explain execute looked_at (${[...values].join()})`, [])
    await tx.query('deallocate looked_at', [])
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}

describe('a job finds what is due by an index of that alone, whose condition stands in the text of its statement', () => {
  const found = /^select "order_ref" from "subscriptions" /.source
  const mandates = /^select "mandate_ref" from "mandates" .*/.source
  it.each([
    ['subscriptions_to_plan', `${found}.*"planned" = false`, (ctx) => planSubscriptions.overdue?.list(ctx, ctx.now)],
    [
      'subscriptions_to_act',
      `${found}.*order by "next_act_at"`,
      (ctx) => actOnSubscription.overdue?.list(ctx, ctx.now),
    ],
    ['subscriptions_unused', `${found}.*"expires_at" <`, (ctx) => subscriptionPayable.listOverdue(ctx, ctx.now)],
    [
      'mandates_requested',
      `${mandates}"state" = 'requested' and "provider_key" = `,
      (ctx) => listWaiting(ctx, 'set-up', ctx.now),
    ],
    ['mandates_to_revoke', `${mandates}"revocation" = 'due'`, (ctx) => listWaiting(ctx, 'revocation', ctx.now)],
    [
      'subscription_messages_planned',
      '^select distinct "order_ref" from "subscription_messages"',
      (ctx) => listDueMessages(ctx, ctx.now),
    ],
  ] as [string, string, (ctx: Ctx) => Promise<unknown> | undefined][])('%s', async (index, form, ask) => {
    expect(await planOf(ask, new RegExp(form))).toMatch(new RegExp(`Scan (using|on) ${index} `))
  })
})
