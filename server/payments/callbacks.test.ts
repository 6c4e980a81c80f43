import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Callback } from '#server/providers/provider.ts'
import { masterOf } from '#server/master-merchants/fixtures.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import type { TestMerchant } from '#test/test-app.ts'
import { seedObjects } from '#test/objects.ts'
import type { Paying } from './fixtures.ts'

/** Call-backs of a provider that says about each what the test wants it to say. */
let back: Refunding
let paying: Paying
let told: Callback
let verifying: () => Promise<void>
beforeAll(async () => {
  back = await openRefunding()
  paying = back.paying
})
beforeEach(() => {
  verifying = async () => {}
  paying.testApp.serveParts.services.provider = () => ({
    ...paying.provider,
    verifyCallback: async () => {
      await verifying()
      return told
    },
  })
})
afterAll(() => back.close())

const send = async (to: Pick<TestMerchant, 'key'> = paying.merchant, body = '{"a":1}') => {
  const url = `/gateway/api/callbacks/SIMULATOR/${to.key}/sandbox`
  const headers = { 'content-type': 'application/json' }
  return (await paying.testApp.app.inject({ method: 'POST', url, payload: body, headers })).statusCode
}
const rows = <R extends object>(sql: string, ...values: unknown[]) =>
  paying.testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))
const kept = (orderRef: string) =>
  rows<{ merchant_id: string; event_id: string; outcome: string; effect: string }>(
    'select merchant_id, event_id, outcome, effect from provider_callbacks where order_ref = $1',
    orderRef,
  )
const keptInAll = async () => (await rows('select from provider_callbacks')).length
const queued = (field: 'orderRef' | 'refundId', ref: string) =>
  rows(`select from pgboss.job where data->>'${field}' = $1 and (data->>'nudge')::boolean`, ref)
const started = async () => {
  const { orderRef } = await paying.start(await paying.link({}), { method: 'WALLET' })
  await paying.settle(orderRef)
  return orderRef
}
const at = new Date().toISOString()
const captured = (key: string, changes: object = {}): Callback => ({
  kind: 'event',
  id: crypto.randomUUID(),
  key,
  at,
  outcome: { kind: 'captured', providerRef: 'ref' },
  ...changes,
})

describe('a call-back', () => {
  it('that is forged finds nothing here; one that is ignored is answered, and neither is kept', async () => {
    const before = await keptInAll()
    told = { kind: 'forged', why: 'signature' }
    expect(await send()).toBe(404)
    told = { kind: 'ignored', why: 'another kind of event' }
    expect(await send()).toBe(200)
    told = captured('an-order-of-another-system')
    expect(await send()).toBe(200)
    expect(await keptInAll()).toBe(before)
    expect(await send(paying.merchant, 'x'.repeat(256 * 1024 + 1))).toBe(413)
  })

  it('that is forged costs one transaction, at an address that is known to be a channel’s', async () => {
    told = { kind: 'forged', why: 'signature' }
    await send()
    const { database } = paying.testApp.serveParts
    const { transaction } = database
    let transactions = 0
    database.transaction = (...asked) => ((transactions += 1), transaction(...asked))
    for (let n = 0; n < 5; n++) expect(await send()).toBe(404)
    database.transaction = transaction
    expect(transactions).toBe(5)
  })

  it('finds a channel that was not there before', async () => {
    const url = `/gateway/api/callbacks/SIMULATOR_2/${paying.merchant.key}/sandbox`
    const call = async () => (await paying.testApp.app.inject({ method: 'POST', url, payload: '{}' })).statusCode
    told = { kind: 'ignored', why: 'nothing' }
    expect(await call()).toBe(404)
    const added = `/merchants/${paying.merchant.key}/add-paychannel/SIMULATOR`
    expect((await paying.call('POST', added, { creds: {} })).text).toContain('SIMULATOR_2')
    expect(await call()).toBe(200)
  })

  it('is verified without a transaction', async () => {
    const orderRef = await started()
    told = captured(orderRef)
    let open: unknown[] = ['not asked']
    verifying = async () => {
      open = await rows(
        `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
    }
    expect(await send()).toBe(200)
    expect(open).toEqual([])
    expect((await paying.read(orderRef)).status).toBe('Success')
  })

  it('that proves nothing makes us ask, and its event counts once', async () => {
    const orderRef = await started()
    told = { kind: 'ask', id: 'evt_ask', key: orderRef, at }
    expect(await send()).toBe(200)
    expect(await send()).toBe(200)
    expect((await paying.read(orderRef)).status).toBe('Pending')
    expect(await kept(orderRef)).toMatchObject([{ event_id: 'evt_ask', outcome: 'provider_asked', effect: 'applied' }])
    expect(await queued('orderRef', orderRef)).toHaveLength(1)
  })

  it('that makes us ask about a refund leaves the refund to the provider’s answer', async () => {
    paying.testApp.serveParts.services.provider = () => paying.provider
    const paid = await back.paid()
    const refundId = await back.refund(paid)
    paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, verifyCallback: async () => told })
    told = { kind: 'ask', id: 'evt_refund', key: refundId, at }
    expect(await send()).toBe(200)
    expect(await queued('refundId', refundId)).toHaveLength(1)
    expect((await back.read(paid)).refundDetails).toMatchObject([{ refund_status: 'PENDING' }])
  })

  it('of an approval makes the job complete the payment', async () => {
    const orderRef = await started()
    told = captured(orderRef, { outcome: { kind: 'approved', providerRef: 'ref' } })
    await send()
    await send()
    expect(await queued('orderRef', orderRef)).toHaveLength(1)
  })
})

it('of one channel about a payment of another changes nothing', async () => {
  const orderRef = await started()
  await paying.sql(`update payments set channel_key = 'OTHER' where merchant_id = $1 and order_ref = '${orderRef}'`)
  told = captured(orderRef)
  expect(await send()).toBe(200)
  expect(await kept(orderRef)).toEqual([])
  await paying.sql(`update payments set channel_key = 'SIMULATOR' where merchant_id = $1 and order_ref = '${orderRef}'`)
  expect((await paying.read(orderRef)).status).toBe('Pending')
})

describe('at the address of a lender', () => {
  it('a call-back about a payment of its borrower is applied as the borrower, and about no other merchant’s', async () => {
    const master = await masterOf(paying.testApp)
    const owned = await master.add({ name: 'Borrower', use_master_merchant_creds: true, country: 'SG' })
    const borrower = { ...paying.merchant, merchantId: owned.uuid, key: owned.key, slug: 'x' }
    const objects = await seedObjects(paying.testApp, borrower, 'Borrower')
    await rows('delete from refunds where merchant_id = $1', owned.uuid)
    const { orderRef } = await paying.start(objects.of('paymentLink'), { method: 'WALLET' })
    const status = async () => (await rows('select status from payments where order_ref = $1', orderRef))[0]

    for (const merchantKey of [master.merchant.key, paying.merchant.key, 'nobody', undefined]) {
      told = captured(orderRef, merchantKey === undefined ? {} : { merchantKey })
      expect(await send(master.merchant)).toBe(200)
    }
    told = captured(orderRef, { merchantKey: owned.key })
    // Another merchant's address, with the channel of the same name that it lends to nobody.
    expect(await send(paying.merchant)).toBe(200)
    expect(await kept(orderRef)).toEqual([])
    expect(await status()).toMatchObject({ status: 'Initiated' })

    expect(await send(master.merchant)).toBe(200)
    expect(await status()).toMatchObject({ status: 'Success' })
    expect(await kept(orderRef)).toMatchObject([{ merchant_id: owned.uuid, effect: 'applied' }])
    // The same event at the borrower's own address counts no second time.
    expect(await send(borrower)).toBe(200)
    expect(await kept(orderRef)).toHaveLength(1)
  })
})
