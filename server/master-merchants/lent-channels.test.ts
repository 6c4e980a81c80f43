import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { seedObjects } from '#test/objects.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { channelOf } from '#server/channels/channel.ts'
import { masterOf, type Master } from './fixtures.ts'

/** A merchant that takes payments by its master's channels: what it has is its own, but the credentials. */
let paying: Paying
let master: Master
beforeAll(async () => {
  paying = await openPaying()
  master = await masterOf(paying.testApp)
})
afterAll(() => paying.close())

const rows = <R extends object>(sql: string, ...values: unknown[]) =>
  paying.testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))
const channelsOf = (uuid: string) =>
  rows<{ channel_key: string; is_enabled: boolean; lender_id: string | null; sealed: number }>(
    `select c.channel_key, c.is_enabled, l.lender_id, octet_length(c.creds_sealed) as sealed from payment_channels c
     left join lent_channels l using (merchant_id, environment, channel_key) where c.merchant_id = $1 and environment = 'sandbox'`,
    uuid,
  )
const credentialsOf = (merchantId: string) =>
  ownTransaction(paying.testApp.serveParts, { merchantId, environment: 'sandbox' }, { requestId: 'test' }, (ctx) =>
    channelOf(ctx, 'SIMULATOR'),
  )

describe('a merchant that has its master’s channels', () => {
  it('pays by the master’s credentials, which are nowhere but at the master', async () => {
    const owned = await master.add({ name: 'Borrower', use_master_merchant_creds: true, country: 'SG' })
    expect(owned.use_master_merchant_creds).toBe(true)
    expect(await channelsOf(owned.uuid)).toEqual([
      { channel_key: 'SIMULATOR', is_enabled: true, lender_id: master.merchant.merchantId, sealed: 0 },
    ])
    const channel = await credentialsOf(owned.uuid)
    expect(channel).toMatchObject({ merchantKey: owned.key, credentials: { account: master.merchant.slug } })
    const used: unknown[] = []
    const { services } = paying.testApp.serveParts
    const real = services.provider
    services.provider = (name, credentials, environment) => (
      used.push(credentials),
      real(name, credentials, environment)
    )
    const objects = await seedObjects(
      paying.testApp,
      { ...paying.merchant, merchantId: owned.uuid, slug: 'x' },
      'Borrower',
    )
    await rows(`delete from refunds where merchant_id = $1`, owned.uuid)
    const started = await paying.start(objects.of('paymentLink'), { method: 'WALLET' })
    expect(started.status, started.text).toBe(200)
    const data = { merchantId: owned.uuid, environment: 'sandbox', orderRef: started.orderRef, asks: 0 }
    await runJob(settlePayment as never, data, paying.testApp.serveParts, new AbortController().signal)
    services.provider = real
    expect(used).toContainEqual({ account: master.merchant.slug })
    const [payment] = await rows<{ status: string; channel_order_ref: string | null }>(
      'select status, channel_order_ref from payments where order_ref = $1',
      started.orderRef,
    )
    expect(payment).toMatchObject({ status: 'Pending', channel_order_ref: expect.stringMatching(/./) })
    const without = await master.add({ name: 'Alone' })
    expect(await channelsOf(without.uuid)).toMatchObject([{ channel_key: 'SIMULATOR', lender_id: null }])
  })

  it('follows what becomes of them, at once, and loses them with the master but for what was taken', async () => {
    const owned = await master.add({ name: 'Follower', use_master_merchant_creds: true, country: 'SG' })
    const { merchantId } = master.merchant
    const enable = (to: boolean) =>
      rows('update payment_channels set is_enabled = $2 where merchant_id = $1', merchantId, to)
    const enabled = async () => (await channelsOf(owned.uuid)).map(({ is_enabled }) => is_enabled)
    await enable(false)
    expect(await enabled()).toEqual([false])
    await enable(true)
    expect(await enabled()).toEqual([true])
    await rows(`update fee_plans set percent_fee = 7 where merchant_id = $1`, merchantId)
    const fees = await rows<{ percent_fee: string }>(
      'select percent_fee from fee_plans where merchant_id = $1',
      owned.uuid,
    )
    expect(new Set(fees.map(({ percent_fee }) => Number(percent_fee)))).toEqual(new Set([7]))
    await rows(`update payment_methods set is_enabled = false where merchant_id = $1 and type = 'CARD'`, merchantId)
    const cards = await rows<{ is_enabled: boolean }>(
      `select is_enabled from payment_methods where merchant_id = $1 and type = 'CARD'`,
      owned.uuid,
    )
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.every(({ is_enabled }) => !is_enabled)).toBe(true)
    await master.move({ remove_merchants: [owned.uuid] })
    expect(await enabled()).toEqual([false])
    // A refund of what was taken goes where the money is.
    expect((await credentialsOf(owned.uuid)).credentials).toEqual({ account: master.merchant.slug })
    await master.move({ add_merchants: [owned.uuid] })
    expect(await enabled()).toEqual([true])
  })

  it('is never served by another merchant: the application can lend nothing, and finds no credentials out of scope', async () => {
    const owned = await master.add({ name: 'Only Mine', use_master_merchant_creds: true })
    const stranger = await paying.testApp.addMerchant()
    const asStranger = <R extends object>(sql: string, values: unknown[]) =>
      paying.testApp.serveParts.database.transaction(
        { merchantIds: [stranger.merchantId], environment: 'sandbox' },
        (tx) => tx.query<R>(sql, values),
      )
    const [one] = await asStranger('select * from find_lent_credentials($1, $2, $3)', [
      owned.uuid,
      'sandbox',
      'SIMULATOR',
    ])
    expect(one).toBeUndefined()
    await expect(
      asStranger('insert into lent_channels values ($1, $2, $3, $4)', [
        stranger.merchantId,
        'sandbox',
        'SIMULATOR',
        master.merchant.merchantId,
      ]),
    ).rejects.toThrow(/permission denied/)
    await expect(asStranger('select lend_channels($1)', [stranger.merchantId])).rejects.toThrow(/permission denied/)
  })
})
