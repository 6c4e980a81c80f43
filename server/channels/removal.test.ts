import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { Connection, PayChannel } from '#contract/channels.ts'
import { masterOf } from '#server/master-merchants/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openConnecting, stripeKeys, working, type Connecting, type Shop } from './fixtures.ts'

/** Removing channels, and the addresses of call-backs that are taken away at their providers. */
let connecting: Connecting
let shop: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  connecting.testApp.clock.now = null
  Object.assign(connecting.script, {
    says: () => working,
    registers: async () => null,
    unregisters: async () => {},
    asked: [],
    registered: [],
    unregistered: [],
  })
  shop = await connecting.newShop()
  await add()
  await runJobs(connecting.testApp, { names: ['register-callbacks'] })
})

const add = (creds: object = stripeKeys) => shop.ask<Connection>('POST', 'add-paychannel/STRIPE', { creds })
const remove = (of = shop) => of.ask('POST', '/api/channels/{id}/STRIPE/remove', {})
const own = async () => (await shop.ask<PayChannel[]>('GET', 'paychannels')).content.map(({ key }) => key)
const jobs = () => runJobs(connecting.testApp, { names: ['unregister-callbacks', 'forget-credentials'] })
const inDays = (days: number) => (connecting.testApp.clock.now = new Date(Date.now() + days * 86_400_000))
const row = async (key = 'STRIPE') => {
  const [found] = await connecting.rows<{
    is_enabled: boolean
    sealed: number
    is_forgotten: boolean
    credentials_state: string
  }>(
    `select is_enabled, octet_length(creds_sealed) as sealed, is_forgotten, credentials_state from payment_channels
     where merchant_id = $1 and environment = 'sandbox' and channel_key = $2`,
    shop.merchant.merchantId,
    key,
  )
  return found
}
/** A payment by the channel, in this state. */
const pay = (status: string, of = shop.merchant.merchantId) =>
  connecting.rows(
    `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method,
       channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
     values ($1, 'sandbox', $2, $2, 'link', $2, 1000, 'SGD', $3, 'CARD', 'STRIPE', '', '', '', '', '', '', '', '', 'payment_link', now(), now())`,
    of,
    crypto.randomUUID(),
    status,
  )

describe('a channel that is removed', () => {
  it('is listed no more and takes nothing, and its address is taken away at the provider', async () => {
    const [address] = connecting.script.registered
    expect((await remove()).status).toBe(200)
    expect(await own()).toEqual(['SIMULATOR'])
    const catalogue = await shop.ask<CatalogueChannel[]>('POST', 'list-pay-channels', {})
    expect(catalogue.content.find(({ key }) => key === 'STRIPE')).toMatchObject({ is_set_up: false, connections: [] })
    expect(await row()).toMatchObject({ is_enabled: false })
    for (const [path, body] of [
      ['paychannel/STRIPE', { is_enabled: true }],
      ['update-paychannel/STRIPE', { name: 'x' }],
      ['update-pay-methods/STRIPE', { methods: [] }],
      ['/api/channels/{id}/STRIPE/test', {}],
      ['/api/channels/{id}/STRIPE/remove', {}],
    ] as const)
      expect((await shop.ask('POST', path, body)).reason, path).toBe('INVALID_PAYMENT_CHANNEL_KEY')
    await jobs()
    expect(connecting.script.unregistered).toEqual([address])
    const acts = await connecting.rows<{ action: string }>(
      `select action from audit_events where merchant_id = $1 and object_ref = 'STRIPE' and result = 'done' order by seq`,
      shop.merchant.merchantId,
    )
    expect(acts.map(({ action }) => action)).toEqual(['channel.add', 'channel.remove', 'channel.forget'])
  })

  it('has to be proved anew, and is the merchant’s own', async () => {
    const other = await connecting.newShop()
    expect((await remove(other)).reason).toBe('INVALID_PAYMENT_CHANNEL_KEY')
    await connecting.rows(`update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`, shop.merchant.merchantId) // prettier-ignore
    expect((await remove()).reason).toBe('STEP_UP_REQUIRED')
    expect(await own()).toContain('STRIPE')
  })

  it('forgets its credentials at once when it took nothing', async () => {
    await remove()
    await jobs()
    // The address goes first.
    inDays(0.1)
    await jobs()
    expect(await row()).toMatchObject({ sealed: 0, is_forgotten: true, credentials_state: 'none' })
    const called = await connecting.testApp.app.inject({
      method: 'POST',
      url: `/gateway/api/callbacks/STRIPE/${shop.merchant.key}/sandbox`,
      payload: '{}',
    })
    expect(called.statusCode).toBe(404)
  })

  it('keeps them until the last refund window is over, and while something is under way', async () => {
    await pay('Success')
    await remove()
    await jobs()
    inDays(300)
    await jobs()
    expect(await row()).toMatchObject({ is_forgotten: false })
    await pay('Pending')
    inDays(366)
    await jobs()
    expect(await row()).toMatchObject({ is_forgotten: false })
    // It was paid at last, and can be refunded from then on.
    await connecting.rows(`update payments set status = 'Success' where merchant_id = $1`, shop.merchant.merchantId)
    inDays(700)
    await jobs()
    expect(await row()).toMatchObject({ is_forgotten: false })
    inDays(732)
    await jobs()
    expect(await row()).toMatchObject({ is_forgotten: true, sealed: 0 })
  })

  it('that only reconciles has nothing to forget, and is connected anew under its key', async () => {
    const adyen = () => shop.ask<Connection>('POST', 'add-paychannel/ADYEN', { creds: {} })
    await adyen()
    expect((await shop.ask('POST', '/api/channels/{id}/ADYEN/remove', {})).status).toBe(200)
    expect(await own()).not.toContain('ADYEN')
    inDays(400)
    await jobs()
    expect(await row('ADYEN')).toMatchObject({ is_forgotten: false, sealed: 0 })
    connecting.testApp.clock.now = null
    expect((await adyen()).content.key).toBe('ADYEN')
  })

  it('leaves refunds to people once its credentials are forgotten', async () => {
    await pay('Success')
    const [payment] = await connecting.rows<{ order_ref: string }>(
      'select order_ref from payments where merchant_id = $1',
      shop.merchant.merchantId,
    )
    const isManual = async () => {
      const { content } = await shop.ask<{ is_manual: boolean }>(
        'GET',
        `/api/refund/getDataByTransaction/${payment?.order_ref}`,
      )
      return content.is_manual
    }
    await remove()
    expect(await isManual()).toBe(false)
    await jobs()
    inDays(366)
    await jobs()
    connecting.testApp.clock.now = null
    expect(await isManual()).toBe(true)
    const body = { type: 'full', reason: 'duplicate' }
    const refund = await shop.ask('POST', `/api/refund/createRefund/${payment?.order_ref}`, body)
    expect(refund.status, refund.answer.text).toBe(200)
    const kept = await connecting.rows<{ manual: boolean }>(
      'select manual from refunds where merchant_id = $1',
      shop.merchant.merchantId,
    )
    expect(kept).toEqual([{ manual: true }])
  })

  it('stays the default of no way', async () => {
    const way = { type: 'QR_CODE', sub_type: 'PAYNOW' }
    await shop.ask('POST', 'update-pay-methods/STRIPE', { methods: [{ ...way, is_default: true }] })
    await remove()
    const defaults = await connecting.rows(
      `select from payment_methods where merchant_id = $1 and channel_key = 'STRIPE' and is_default`,
      shop.merchant.merchantId,
    )
    expect(defaults).toEqual([])
  })
})

describe('a channel that is connected anew', () => {
  it('has its key again when the account is the same, with all its ways', async () => {
    await shop.ask('POST', 'update-pay-methods/STRIPE', { methods: [{ type: 'QR_CODE', sub_type: 'PAYNOW', is_enabled: false }] }) // prettier-ignore
    await pay('Success')
    await remove()
    const again = await add({ ...stripeKeys, secret_key: 'sk_test_9876543210' })
    expect(again.content).toMatchObject({ key: 'STRIPE', name: 'Stripe', is_enabled: true, callback_state: 'pending' })
    expect(again.content.creds['secret_key']).toMatch(/210$/)
    const off = await connecting.rows(
      `select from payment_methods where merchant_id = $1 and channel_key = 'STRIPE' and not is_enabled`,
      shop.merchant.merchantId,
    )
    expect(off).toEqual([])
    // What was to be forgotten is needed again, and the address stays.
    await runJobs(connecting.testApp, { names: ['register-callbacks', 'unregister-callbacks'] })
    inDays(800)
    await jobs()
    expect(await row()).toMatchObject({ is_enabled: true, is_forgotten: false })
    connecting.testApp.clock.now = null
    expect((await shop.ask<Connection[]>('GET', 'pay-channels/STRIPE')).content[0]?.callback_state).toBe('registered')
  })

  it('has another key when the account is another, while the first may still refund', async () => {
    await pay('Success')
    await remove()
    connecting.script.says = () => ({ ...working, account: 'acct_2' }) as typeof working
    expect((await add({ ...stripeKeys, secret_key: 'sk_test_9876543210' })).content.key).toBe('STRIPE_2')
  })

  it('takes the key of a forgotten one when no other is free', async () => {
    let account = 0
    connecting.script.says = () => ({ ...working, account: `other_${account}` }) as typeof working
    for (account = 1; account < 5; account++) await add({ ...stripeKeys, secret_key: `sk_test_${account}234567890` })
    await remove()
    account = 9
    const next = () => add({ ...stripeKeys, secret_key: 'sk_test_9999999999' })
    expect(await next()).toMatchObject({ status: 400, reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT' })
    await jobs()
    inDays(0.1)
    await jobs()
    connecting.testApp.clock.now = null
    expect((await next()).content).toMatchObject({ key: 'STRIPE', is_enabled: true, credentials_state: 'working' })
  })
})

describe('a lent channel', () => {
  it('goes with its lender’s, and keeps the credentials while a borrower’s payment may be refunded', async () => {
    const master = await masterOf(connecting.testApp)
    const owned = await master.add({ name: 'Borrower', use_master_merchant_creds: true, country: 'SG' })
    await master.ask('POST', '/merchants/{key}/add-paychannel/STRIPE', { creds: stripeKeys })
    const borrowed = async () => {
      const { body } = await master.ask('GET', `/merchants/${owned.key}/paychannels`)
      return (body.content as unknown as PayChannel[]).map(({ key }) => key)
    }
    expect(await borrowed()).toContain('STRIPE')
    const refused = await master.ask('POST', `/api/channels/${owned.key}/STRIPE/remove`, {})
    expect(refused.body['status_reason']).toBe('PAYMENT_CHANNEL_LENT')
    await pay('Success', owned.uuid)
    const removed = await master.ask('POST', '/api/channels/{key}/STRIPE/remove', {})
    expect(removed.status, removed.text).toBe(200)
    expect(await borrowed()).not.toContain('STRIPE')
    const forgotten = async () =>
      (
        await connecting.rows<{ is_forgotten: boolean }>(
          `select is_forgotten from payment_channels c join merchants m using (merchant_id)
           where c.channel_key = 'STRIPE' and (m.merchant_id = $1 or m.merchant_id = (select master_id from merchants where merchant_id = $1))`,
          owned.uuid,
        )
      ).map(({ is_forgotten }) => is_forgotten)
    await jobs()
    inDays(1)
    await jobs()
    expect(await forgotten()).toEqual([false, false])
    inDays(367)
    await jobs()
    expect(await forgotten()).toEqual([true, true])
  })
})

describe('another public address', () => {
  it('is registered, and the old one is taken away a day later', async () => {
    const { services } = connecting.testApp.serveParts
    const before = services.publicUrl
    const [old] = connecting.script.registered
    services.publicUrl = 'https://new.example.com'
    try {
      await shop.ask('POST', '/api/channels/{id}/STRIPE/test', {})
      await runJobs(connecting.testApp, { names: ['register-callbacks'] })
      expect(connecting.script.registered.at(-1)).toMatch(/^https:\/\/new\.example\.com\//)
      await jobs()
      inDays(0.9)
      await jobs()
      expect(connecting.script.unregistered).toEqual([])
      inDays(1.1)
      await jobs()
      expect(connecting.script.unregistered).toEqual([old])
      const left = await connecting.rows('select from left_callbacks where merchant_id = $1', shop.merchant.merchantId)
      expect(left).toEqual([])
    } finally {
      services.publicUrl = before
    }
  })

  it('is taken away again and again until the provider does it', async () => {
    connecting.script.unregisters = () => Promise.reject(new Error(`no, ${stripeKeys.secret_key}`))
    await remove()
    await jobs()
    expect(connecting.script.unregistered).toHaveLength(1)
    connecting.script.unregisters = async () => {}
    inDays(0.1)
    await jobs()
    expect(connecting.script.unregistered).toHaveLength(2)
    inDays(0.2)
    await jobs()
    expect(connecting.script.unregistered).toHaveLength(2)
  })
})
