import { afterAll, beforeAll, expect, it } from 'vitest'
import { mandateStates, subscriptionStates } from '#contract/subscription-states.ts'
import { verify } from '#server/audit-log/fixtures.ts'
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
  past = await ownTransaction({ ...testApp.serveParts, database: testApp.owner }, owner, { requestId: 'test' }, (ctx) =>
    seedSubscriptions(ctx, { seller: 'acme', subscriptions: 200 }),
  )
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
