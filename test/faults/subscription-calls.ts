import { randomUUID } from 'node:crypto'
import { createPrice } from '#contract/prices.ts'
import { createSubscription } from '#contract/subscriptions.ts'
import { ask, cardToken, isCertain, type Answer, type Load } from './client.ts'
import { becomes, type Deployment } from './deployment.ts'
import { anyAddress, anyOf, type Merchant } from './intents.ts'
import { askAs, contentOf } from './invoice-calls.ts'

/** Cards of the simulator by what they do with charges without their holder (docs/simulator.md). */
export const cards = {
  good: '4242424242424242',
  lacksFunds: '4000000000007023',
  noAnswer: '4000000000007072',
  errorAfterEffect: '4000000000007080',
  callbacksThrice: '4000000000007106',
  pendingLate: '4000000000007114',
  callbacksReversed: '4000000000007122',
} as const
export type Card = keyof typeof cards

type Fields = Readonly<Record<string, unknown>>

/** Makes a price of 100 of the merchant's currency a day, or as the fields say. */
export async function makePrice(load: Load, merchant: Merchant, fields: Fields = {}): Promise<string> {
  const { currency } = merchant
  const daily = { amount: 100, frequency: 1, period: 'D', name: 'Harbour club' }
  const body = { environment: 'sandbox', currency, merchant_order_ref: randomUUID(), ...daily, ...fields }
  return contentOf<{ order_ref: string }>(await askAs(load, merchant, createPrice, { body })).order_ref
}
export const onDemand = { plan_type: 'ONDEMAND', amount: undefined, frequency: undefined, period: undefined } as const

/** Asks for a subscription to a price. */
export const subscribe = (load: Load, merchant: Merchant, fields: Fields): Promise<Answer> =>
  askAs(load, merchant, createSubscription, {
    body: {
      environment: 'sandbox',
      currency: merchant.currency,
      merchant_order_ref: randomUUID(),
      customer_name: 'Mei Tan',
      ...fields,
    },
  })

/** Pays a set-up, or a charge by hand, with a card: with one key until the answer is certain. */
export async function payBy(load: Load, ref: string, card: Card): Promise<Answer> {
  const token = await cardToken(load, cards[card])
  const question = {
    method: 'POST',
    path: `/api/checkout/${ref}/attempts`,
    body: { method: 'SUBSCRIPTION_CARD', token, agrees: true },
    headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': anyAddress() },
  } as const
  let answer: Answer | null = null
  const asked = async () => isCertain((answer = await ask(load.journal, anyOf(load.deployment.apis).url, question)))
  if (!(await becomes(asked, 60_000))) throw new Error(`${question.path}: no certain answer`)
  return answer as unknown as Answer
}

/** Makes subscriptions of a merchant, one for each card, and has their customers set them up; their references when all are active. */
export async function setUp(
  load: Load,
  merchant: Merchant,
  wanted: readonly Card[],
  fields: Fields,
): Promise<string[]> {
  const waiting = [...wanted.entries()]
  const made: string[] = []
  const setting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, card] = next
      const { order_ref: ref } = contentOf<{ order_ref: string }>(await subscribe(load, merchant, fields))
      contentOf(await payBy(load, ref, card))
      made[at] = ref
    }
  }
  await Promise.all(Array.from({ length: 8 }, setting))
  const { deployment } = load
  const active = async () =>
    (
      await deployment.sql(`select from subscriptions where order_ref = any ($1) and status <> 'active' limit 1`, [
        made,
      ])
    ).length === 0
  if (!(await becomes(active, 60_000))) throw new Error('not all subscriptions were set up')
  return made
}

/**
 * Time passes for those of these subscriptions whose last boundary was acted on: their next one comes at a moment within the given
 * milliseconds from now. Answers which. Only of daily ones where no clocks change.
 */
export async function timePasses({ sql }: Deployment, refs: readonly string[], withinMs: number): Promise<string[]> {
  const moved = await sql<{ order_ref: string }>(
    `with moved as (
       select merchant_id, environment, order_ref, clock_timestamp() + random() * $2 * interval '1 millisecond' as due
       from subscriptions where order_ref = any ($1) and next_due_at > clock_timestamp() + interval '11 minutes'
       for no key update)
     update subscriptions s set anchor = m.due - (next_period - anchor_period) * interval '1 day', next_due_at = m.due,
       next_act_at = m.due, period_end = m.due, planned = false
     from moved m where (s.merchant_id, s.environment, s.order_ref) = (m.merchant_id, m.environment, m.order_ref)
     returning s.order_ref`,
    [refs, withinMs],
  )
  return moved.map(({ order_ref }) => order_ref)
}

/** Whether nothing of subscriptions is under way: no charge, mandate or job, and nothing is due. */
export async function isAtRest({ sql }: Deployment): Promise<boolean> {
  const open = await sql(
    `select from payments where status in ('Initiated', 'Pending', 'Authorized')
     union all select from refunds where status = 'PENDING'
     union all select from mandates where state = 'requested' or revocation = 'due'
     union all select from subscription_charges where state = 'trying'
     union all select from subscription_changes where state = 'paying'
     union all select from subscriptions where next_act_at < clock_timestamp() + interval '1 second'
     union all select from pgboss.job where name in ('settle-payment', 'act-on-subscription', 'settle-mandate', 'revoke-mandate', 'ask-mandate')
       and state in ('created', 'retry', 'active') and start_after < clock_timestamp() + interval '1 second'
     limit 1`,
  ).catch(() => ['not to be seen'])
  return open.length === 0
}
