import { expect, type RunningApp } from './fixtures.ts'
import { newSigned, readAsUser, sent } from './actions.ts'
import type { Subscription } from '#contract/subscription-answers.ts'

/** Subscriptions whose customers have set them up, for the console's screens. All is done by the API, as a shop's server and the customer's page do it. */

const admin = 'admin@acme.example'

interface Price {
  order_ref: string
  currency: string
  plan_type: 'REGULAR' | 'ONDEMAND'
}

/** A price: 30.00 SGD a month without more. */
export async function pricedAt(
  app: RunningApp,
  price: Readonly<Record<string, unknown>> = {},
  username = admin,
): Promise<Price> {
  const isOnDemand = price['plan_type'] === 'ONDEMAND'
  const rhythm = isOnDemand ? {} : { amount: 30, frequency: 1, period: 'M' }
  const names = ['currency', 'merchant_order_ref', ...(isOnDemand ? [] : ['amount', 'frequency'])]
  const asked = { currency: 'SGD', ...rhythm, ...price }
  return (await newSigned(app, '/merchant/subscription/createPrice', asked, username, names)) as unknown as Price
}

/** The reference of a subscription to a price that nobody has set up yet. */
export async function offered(
  app: RunningApp,
  { order_ref: price_order_ref, currency, plan_type }: Price,
  subscription: Readonly<Record<string, unknown>> = {},
  username = admin,
): Promise<string> {
  const isOnDemand = plan_type === 'ONDEMAND'
  const names = ['currency', 'failure_url', 'merchant_order_ref', 'success_url', ...(isOnDemand ? [] : ['quantity'])]
  const quantity = isOnDemand ? {} : { quantity: 1 }
  const asked = { price_order_ref, currency, subscription_type: plan_type, ...quantity, ...subscription }
  const made = await newSigned(app, '/merchant/subscription/createSubscription', asked, username, names)
  return String(made['order_ref'])
}

/** The reference of one that is set up with a card of the simulator's, and active. */
export async function subscribed(
  app: RunningApp,
  price: Price,
  { card = '4242424242424242', ...subscription }: Readonly<Record<string, unknown>> & { card?: string } = {},
): Promise<string> {
  const ref = await offered(app, price, subscription)
  const isFree = 'trial_period' in subscription || 'started_at' in subscription
  const token = await tokenOf(app, ref, card)
  const answer = await fetch(`${app.url}/gateway/api/checkout/${ref}/${isFree ? 'mandates' : 'attempts'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'SUBSCRIPTION_CARD', token, agrees: true, shopper_name: 'Mei Tan' }),
  })
  expect(answer.status, await answer.text()).toBe(200)
  await untilIt(app, ref, ({ status }) => status === 'active')
  return ref
}

/** Exchanges a card for a token, as the form of the customer's page does. */
async function tokenOf(app: RunningApp, ref: string, number: string): Promise<string> {
  const page = await (await fetch(`${app.url}/pay/${ref}`)).text()
  const of = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(page)?.[1] ?? ''
  const answer = await fetch(of('token_url'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ publishable_key: of('publishable_key'), number, exp_month: '12', exp_year: '34', cvc: '123', holder: 'Mei Tan' }),
  })
  return ((await answer.json()) as { token: string }).token
} // prettier-ignore

export const readSubscription = async (app: RunningApp, ref: string): Promise<Subscription> =>
  (await readAsUser(app, `/merchant/subscription/${ref}`)) as Subscription

/** Waits until the worker has brought a subscription there. */
export async function untilIt(
  app: RunningApp,
  ref: string,
  is: (subscription: Subscription) => boolean,
): Promise<void> {
  await expect.poll(async () => is(await readSubscription(app, ref)), { timeout: 10_000, intervals: [100] }).toBe(true)
}

/** Has the next period be charged now, and waits until its first try is over. */
export async function charged(app: RunningApp, ref: string): Promise<void> {
  const { charges } = await readSubscription(app, ref)
  await sent(app, 'PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: ref })
  await untilIt(app, ref, (now) => now.charges.length > charges.length && now.charges[0]?.state !== 'trying')
}

/** Acts on a subscription as another user does: `pause`, `retry`, `change`. */
export const actOn = (app: RunningApp, ref: string, act: string, body: object = {}): Promise<unknown> =>
  sent(app, 'POST', `/api/subscriptions/${ref}/${act}`, body)

export const cancelNow = (app: RunningApp, ref: string): Promise<unknown> =>
  sent(app, 'PUT', `/merchant/subscription/${ref}/status/cancelled`, {})
