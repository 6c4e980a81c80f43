import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCharging, type Charging } from '#server/subscription-charges/fixtures.ts'
import { cards } from '#server/subscriptions/fixtures.ts'
import { verifySubscriptions } from './verify.ts'

/** The verifier finds each thing that was changed by hand. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
  await on.begin('2031-01-31T04:00:00Z')
})
afterAll(() => on.close())

const findings = () => verifySubscriptions(on.paying.testApp.owner, on.scope)

it('finds nothing in what was paid, is past due, paused, in a trial, on demand, changed, given back and over', async () => {
  const none = { amount: undefined, frequency: undefined, period: undefined }
  const onDemand = { price: { plan_type: 'ONDEMAND', ...none }, subscription_type: 'ONDEMAND', initial_amount: 20 }
  const paused = await on.active()
  const changed = await on.active()
  await Promise.all([
    on.active({ additional_costs: [{ key: 'Key', value: 5 }] }),
    on.active({ price: { period: 'W', frequency: 2 } }, cards.lacksFunds),
    on.active({ trial_frequency: 1, trial_period: 'M' }),
    on.active(onDemand),
    on.active({ recurrance_count: 1 }),
  ])
  on.contentOf(await on.ask('POST', `/api/subscriptions/${paused.order_ref}/pause`, {}))
  on.contentOf(await on.ask('POST', `/api/subscriptions/${changed.order_ref}/change`, { quantity: 3 }))
  const over = await on.active()
  await on.cancel(over.order_ref)
  await on.jump('2031-02-14T04:00:00Z', '2031-02-28T04:00:00Z', '2031-03-31T04:00:00Z')
  expect(await findings()).toEqual([])
})

/** What is broken, by the invariant that is broken with it. `$ref` is a subscription that has paid, `$over` one that was cancelled past due. */
const breaks: Record<string, string> = {
  'what was collected is what payments took in time, less what went back': `update subscriptions set collected_minor = collected_minor + 1 where order_ref = '$ref'`,
  'a charge that is paid has the payment that paid it, for its amount': `update subscription_charges set payment_ref = 'none' where order_ref = '$ref'`,
  'a payment in time has paid a charge': `delete from subscription_charges where order_ref = '$ref'`,
  'a charge, and a set-up, is paid once': `
    insert into payments select other.* from payments p,
      jsonb_populate_record(null::payments, to_jsonb(p) || '{"order_ref": "another"}') other where p.source_ref = '$ref'`,
  'a period is charged once': `
    insert into subscription_charges select other.* from subscription_charges c, jsonb_populate_record(
      null::subscription_charges, to_jsonb(c) || '{"charge_ref": "another", "merchant_order_ref": "another"}') other
    where c.order_ref = '$ref'`,
  'counts are those of the charges': `update subscriptions set made_periods = made_periods + 1 where order_ref = '$ref'`,
  'nothing is to come of one that is over': `update subscription_charges set state = 'unpaid', closed_at = null where order_ref = '$over' and state = 'cancelled'`,
  'nothing is claimed after the end': `update subscription_charges set claimed_at = seconds_after(claimed_at, 86400) where order_ref = '$over' and tries > 0`,
  'no money is kept of what came too late': `update payments set late = true where source_ref = '$ref'`,
  'roll-ups are what their subscriptions add up to': `update subscription_deltas set active = active + 1 where price_ref = '$price'`,
  'monthly revenue is its formula over the subscriptions': `update subscription_deltas set recurring_minor = recurring_minor + 1 where price_ref = '$price'`,
  'days count who began, was lost and recovered': `update subscription_deltas set began = began + 1 where price_ref = '$price'`,
  // Last, since no job can open what is not sealed.
  'one mandate at most is active, and none of one that is over': `update mandates set state = 'active', token = '\\x00' where order_ref = '$over'`,
}

/** The second layer, which refuses some of this. */
const indexes = ['payments_paid_once', 'subscription_charges_once']

it.each(Object.entries(breaks))('finds that %s where it is not so', async (invariant, broken) => {
  for (const index of indexes) await on.paying.sql(`drop index if exists ${index}`)
  const { order_ref: ref, price_order_ref: price } = await on.active()
  const { order_ref: over } = await on.active({}, cards.lacksFunds)
  await on.ask('PUT', '/api/subscription/triggerNextDeduction', { subscription_order_ref: over })
  await on.jobs()
  await on.cancel(over)
  const of = async () => (await findings()).flatMap((one) => (one.invariant === invariant ? [one.detail] : []))
  const before = await of()
  const text = broken.replaceAll('$ref', ref).replaceAll('$over', over).replaceAll('$price', price)
  expect(await on.paying.sql(`${text} returning 1`)).not.toEqual([])
  expect(await of()).not.toEqual(before)
})

it('has a break for each invariant', async () => {
  const found = new Set((await findings()).map(({ invariant }) => invariant))
  expect([...found].toSorted()).toEqual(Object.keys(breaks).toSorted())
})
