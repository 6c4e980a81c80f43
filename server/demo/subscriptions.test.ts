import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeKinds, subscriptionStates } from '#contract/subscription-states.ts'
import { verify } from '#server/audit-log/fixtures.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import type { PastEffect } from '#server/providers/simulator/past.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { verifySubscriptions } from '#server/subscription-store/verify.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { seedSubscriptions } from './subscriptions.ts'

/** The demo's subscriptions: what users, customers and jobs would have left behind in a year, in every state. */
let testApp: TestApp
let owner: { merchantId: string; environment: 'sandbox' }
let past: readonly PastEffect[]
beforeAll(async () => {
  testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  await testApp.signIn(merchant)
  owner = { merchantId: merchant.merchantId, environment: 'sandbox' }
  const database = openDatabase(testApp.parts.ownerUrl, { most: 1, statementMs: 60_000 })
  past = await ownTransaction({ ...testApp.serveParts, database }, owner, { requestId: 'test' }, (ctx) =>
    seedSubscriptions(ctx, { seller: 'acme', subscriptions: 48 }),
  ).finally(() => database.close())
}, 60_000)
afterAll(() => testApp.close())
const ask = <R extends object>(sql: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, [owner.merchantId]))

it('are in every state, and charges, sums and ledger agree', async () => {
  const states = await ask<{ status: string }>('select distinct status from subscriptions where merchant_id = $1')
  expect(states.map(({ status }) => status).toSorted()).toEqual([...subscriptionStates.states].toSorted())
  expect(await verifySubscriptions(testApp.owner, owner)).toEqual([])
  expect(await verifyLedger(testApp.owner, owner)).toEqual([])
  expect(await verifySums(testApp.owner, owner)).toEqual([])
})

it('look like a business: few are past due, some recovered, each kind of charge is there', async () => {
  const [shown] = await ask<Record<string, number | boolean>>(
    `select count(*)::int as count, count(distinct price_ref)::int as prices,
       count(*) filter (where in_trial and status = 'active')::int > 0 as trials, count(*) filter (where paused_at is not null)::int > 0 as paused,
       count(*) filter (where cancels_at_period_end)::int > 0 as ending, count(*) filter (where recovered_at is not null)::int > 2 as recovered,
       count(*) filter (where end_reason = 'unpaid')::int > 2 as lost,
       (count(*) filter (where status = 'past_due'))::real / count(*) filter (where status in ('active', 'past_due')) as "pastDue"
     from subscriptions where merchant_id = $1`,
  )
  expect(shown).toMatchObject({ prices: 6, trials: true, paused: true, ending: true, recovered: true, lost: true })
  expect(shown?.['count']).toBe(48)
  expect(shown?.['pastDue']).toBeGreaterThan(0.02)
  expect(shown?.['pastDue']).toBeLessThan(0.2)
  const kinds = await ask<{ kind: string }>('select distinct kind from subscription_charges where merchant_id = $1')
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...chargeKinds].toSorted())
  // Each half of the year has more who began than who left.
  const halves = await ask<{ grows: boolean }>(
    `select sum((activated_at is not null)::int) > sum((activated_at is not null and ended_at is not null)::int) * 2 as grows
     from subscriptions where merchant_id = $1 group by created_at > now() - interval '182 days'`,
  )
  expect(halves).toEqual([{ grows: true }, { grows: true }])
})

it('leave nothing of the past to do, and nothing falls due at once', async () => {
  const left = await ask(
    `select from subscriptions where merchant_id = $1 and next_act_at < now()
     union all select from subscription_messages where merchant_id = $1 and state = 'planned' and at < now()
     union all select from mandates where merchant_id = $1 and (state = 'requested' or revocation = 'due')
     union all select from payments where merchant_id = $1 and status not in ('Success', 'Failed')
     union all select from messages where merchant_id = $1 and state = 'pending'`,
  )
  expect(left).toEqual([])
  const [burst] = await ask<{ most: bigint }>(
    `select max(count) as most from (select count(*) from subscriptions where merchant_id = $1 and next_act_at is not null
     group by date_trunc('hour', next_act_at)) hours`,
  )
  expect(Number(burst?.most)).toBeLessThan(6)
})

it('are known to the provider, each payment and mandate, so that they can be refunded and charged', async () => {
  const payments = await ask<{ key: string }>(
    `select order_ref as key from payments where merchant_id = $1 and status = 'Success' order by 1`,
  )
  const mandates = await ask<{ key: string }>('select provider_key as key from mandates where merchant_id = $1')
  expect(payments.length).toBeGreaterThan(130)
  const told = past.filter((one) => 'amountMinor' in one && 'key' in one)
  expect(told.map(({ key }) => key).toSorted()).toEqual(payments.map(({ key }) => key).toSorted())
  const granted = past.filter((one) => 'grant' in one || ('mandate' in one && one.mandate && 'grant' in one.mandate))
  expect(granted.map((one) => 'key' in one && one.key).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
    mandates.map(({ key }) => key).toSorted((a, b) => String(a).localeCompare(String(b))),
  )
  // Sealed, and only of those by which somebody is charged.
  const [sealed] = await ask(
    `select bool_and((token is not null) = (state = 'active')) as kept, bool_and(token is null or token::text not like '%mtk%') as sealed
     from mandates where merchant_id = $1`,
  )
  expect(sealed).toEqual({ kept: true, sealed: true })
})

it('have each act of a user in the audit log, at its moment and sealed', async () => {
  const acts = await ask(
    `select object_ref, at, actor_name, action from audit_events
     where merchant_id = $1 and (action like 'subscription.%' or action = 'price.create') order by object_ref, at, action`,
  )
  const done = await ask(
    `with acts (type, event, action) as (values ('price', 'created', 'price.create'), ('subscription', 'created', 'subscription.create'),
       ('subscription', 'cancelled', 'subscription.cancel'), ('subscription', 'cancels_at_period_end', 'subscription.cancel'),
       ('subscription', 'paused', 'subscription.pause'), ('subscription', 'resumed', 'subscription.resume'),
       ('subscription', 'charge_forgiven', 'subscription.forgive'), ('subscription', 'deduction_asked', 'subscription.deduct'),
       ('subscription', 'change_asked', 'subscription.change'), ('subscription', 'change_scheduled', 'subscription.change'))
     select object_ref, at, actor_name, action from timeline join acts using (event)
     where merchant_id = $1 and object_type = acts.type and actor_name <> '' order by object_ref, at, action`,
  )
  expect(done.length).toBeGreaterThan(60)
  expect(acts).toEqual(done)
  expect(await verify(testApp)).toEqual([])
})
