import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#contract/kit/call.ts'
import { createPlan } from '#contract/prices.ts'
import { createDeductionByServer } from '#contract/subscription-deductions.ts'
import { createSubscriptionByServer } from '#contract/subscriptions.ts'
import { signedBody } from '#test/request.ts'
import type { Answer } from '#test/test-app.ts'
import { openSubscribing, type Subscribing } from './fixtures.ts'

/** The calls of merchants' servers, sent as the family's documents print them; only keys and references are the test's own. */
let on: Subscribing
beforeAll(async () => {
  on = await openSubscribing()
})
afterAll(() => on.close())

type Body = Record<string, unknown>
const ours = read<{ plan: Body; subscription: Body }>(join(import.meta.dirname, '../../test/samples/subscription-calls.json')) // prettier-ignore
const folder = join(import.meta.dirname, '../../../shared/data/peers/portone_global/examples/subscriptions__')
const published = existsSync(`${folder}creating-a-regular-plan__1.json`)
const example = (name: string) => read<Body>(`${folder}${name}.json`)

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** Sends a body as it stands with the merchant's key, a plan that there is, and a signature made from what is sent. */
function send(call: Call, body: Body, plan?: string): Promise<Answer> {
  const { session, merchant } = on.paying
  const sent = {
    ...body,
    merchant_order_ref: `${String(body['merchant_order_ref'])}_${crypto.randomUUID()}`,
    portone_key: merchant.key,
    ...(plan && { plan_order_ref: plan }),
  }
  const own = { ...sent, chaipay_key: merchant.key, portone_key: undefined }
  const { signature_hash } = signedBody(call, own, { key: session.signingKey, about: merchant.key })
  return on.ask('POST', call.path, { ...sent, signature_hash })
}

/** What the documents show of an answer, by name and type; every name must be there. */
const expectShape = ({ status, body }: Answer, documented: Body) => {
  expect({ status, body }).toMatchObject({ status: Number(documented['status_code']) })
  const typesOf = (fields: Body) =>
    Object.fromEntries(Object.keys(documented).map((name) => [name, typeof fields[name]]))
  expect(typesOf(body)).toEqual(typesOf(documented))
}

const madeShape = { is_success: true, merchant_order_ref: '', order_ref: '', status_code: '200' }
const subscribedShape = { ...madeShape, subscription_link: '' }

it('a plan and a subscription to it are made by calls as a shop sends them', async () => {
  const plan = await send(createPlan, ours.plan)
  expectShape(plan, madeShape)
  const subscription = await send(createSubscriptionByServer, ours.subscription, plan.body['order_ref'] as string)
  expectShape(subscription, subscribedShape)
  expect(subscription.body.content).toMatchObject({ total_amount: 310, trial_frequency: 14, trial_period: 'D' })
})

it('a refusal says that it is none, also one that comes before the call', async () => {
  const refused = await send(createPlan, { ...ours.plan, period: 'fortnight' })
  expect(refused).toMatchObject({ status: 400, body: { is_success: false, status_reason: 'INVALID_PERIOD' } })
  const large = await send(createPlan, { ...ours.plan, description: 'x'.repeat(3_000_000) })
  expect(large).toMatchObject({ status: 413, body: { is_success: false } })
  const own = await on.askForPrice({ period: 'fortnight' })
  expect(own.body).not.toHaveProperty('is_success')
})

it.runIf(published)('the published examples are taken as they stand and answered in their shapes', async () => {
  const plan = await send(createPlan, example('creating-a-regular-plan__1'))
  expectShape(plan, example('creating-a-regular-plan__2'))
  const ref = plan.body['order_ref'] as string
  const regular = example('creating-a-regular-subscription__1')
  expectShape(await send(createSubscriptionByServer, regular, ref), example('creating-a-regular-subscription__2'))

  const onDemand = {
    plan_type: 'ONDEMAND',
    amount: undefined,
    frequency: undefined,
    period: undefined,
    currency: 'USD',
  }
  const { order_ref } = await on.price(onDemand)
  const wish = example('creating-an-on-demand-subscription__1')
  expectShape(await send(createSubscriptionByServer, wish, order_ref), example('creating-a-regular-subscription__2'))
})

it.runIf(published)('a deduction and a refusal are answered in the published shapes', async () => {
  const onDemand = { plan_type: 'ONDEMAND', amount: undefined, frequency: undefined, period: undefined }
  const price = (await on.price(onDemand)).order_ref
  const { order_ref } = await on.active({ price, subscription_type: 'ONDEMAND', initial_amount: 20 })
  const asked = { amount: 30, currency: 'SGD', subscription_order_ref: order_ref, merchant_order_ref: 'Taken' }
  expectShape(await send(createDeductionByServer, asked), example('creating-an-on-demand-deduction__2'))

  const refused = await send(createPlan, { ...ours.plan, period: 'fortnight' })
  expectShape(refused, example('creating-a-regular-plan__3'))
})
