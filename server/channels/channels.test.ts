import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { Connection, PayChannel } from '#contract/channels.ts'
import { openConnecting, paypalKeys, stripeKeys, working, type Connecting, type Shop } from './fixtures.ts'

/** The catalogue, and the channels of a merchant; what providers say of credentials is scripted. */
let connecting: Connecting
let shop: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  Object.assign(connecting.script, { says: () => working, registers: async () => null, asked: [], registered: [] })
  shop = await connecting.newShop()
})

const add = (channel: string, body: object = { creds: stripeKeys }) =>
  shop.ask<Connection>('POST', `add-paychannel/${channel}`, body)

describe('the catalogue', () => {
  const listed = async (body: object = {}) =>
    (await shop.ask<CatalogueChannel[]>('POST', 'list-pay-channels', body)).content

  it('has what a merchant enters, in the form of its mode, and whether it has connected the channel', async () => {
    const [stripe] = (await listed()).filter(({ key }) => key === 'STRIPE')
    expect(stripe).toMatchObject({ is_set_up: false, is_enabled: false, is_supported: true, connections: [] })
    expect(stripe?.credentials.map(({ name, is_secret, pattern }) => [name, is_secret, pattern])).toEqual([
      ['publishable_key', false, expect.stringContaining('pk_test_')],
      ['secret_key', true, expect.stringContaining('sk_test_')],
    ])
    await add('STRIPE')
    expect((await listed()).find(({ key }) => key === 'STRIPE')).toMatchObject({
      is_set_up: true,
      is_enabled: true,
      connections: ['STRIPE'],
    })
  })

  it('is filtered by country, method and type', async () => {
    const keys = async (body: object) => (await listed(body)).map(({ key }) => key)
    expect(await keys({ countries: ['ID'] })).toEqual(expect.arrayContaining(['PAYPAL', 'XENDIT', 'SIMULATOR']))
    expect(await keys({ countries: ['ID'] })).not.toContain('STRIPE')
    expect(await keys({ pmt_method: 'OTC', countries: ['JP'] })).toEqual(['STRIPE', 'SIMULATOR'])
    expect(await keys({ pmt_type: 'PAYOUT' })).toEqual(['XENDIT', 'BANK_FILE', 'SIMULATOR'])
  })
})

describe('a channel that only reconciles', () => {
  it('has no credentials, takes no payment and counts for nothing', async () => {
    const { content } = await add('ADYEN', { creds: {} })
    expect(content).toMatchObject({
      type: 'External',
      is_enabled: false,
      credentials_state: 'none',
      creds: {},
      callback_url: '',
    })
    expect(connecting.script.asked).toEqual([])
    expect(await add('ADYEN', { creds: { api_key: 'x' } })).toMatchObject({
      status: 400,
      reason: 'INVALID_REQUEST_DATA',
    })
    for (const [path, body] of [
      ['paychannel/ADYEN', { is_enabled: true }],
      ['update-pay-methods/ADYEN', { methods: [{ type: 'CARD', is_enabled: true }] }],
      ['/api/channels/{id}/ADYEN/test', {}],
    ] as const)
      expect(await shop.ask('POST', path, body), path).toMatchObject({
        status: 400,
        reason: 'PAYMENT_CHANNEL_NOT_SUPPORTED',
      })
    const called = await connecting.testApp.app.inject({
      method: 'POST',
      url: `/gateway/api/callbacks/ADYEN/${shop.merchant.key}/sandbox`,
      payload: '{}',
    })
    expect(called.statusCode).toBe(404)
    const choices = await shop.ask<{ key: string }[]>('GET', 'list-paychannels')
    expect(choices.content.map(({ key }) => key)).not.toContain('ADYEN')
    await expect(
      connecting.rows(`update payment_channels set is_enabled = true where channel_key = 'ADYEN' returning 1`),
    ).rejects.toThrow('payment_channels_only_reconciles')
  })
})

describe('own channels', () => {
  it('are listed by name, with what they did today', async () => {
    await add('PAYPAL', { creds: paypalKeys })
    const { content } = await shop.ask<PayChannel[]>('GET', 'paychannels')
    expect(content.map(({ key }) => key)).toEqual(['PAYPAL', 'SIMULATOR'])
    expect(content[0]).toMatchObject({
      last_payment_at: null,
      today: { ended: 0, paid: 0 },
      pay_type: 'PAYIN',
      is_va_flow: false,
    })
    for (const [status, at] of [
      ['Success', new Date()],
      ['Failed', new Date()],
      ['Success', new Date(Date.now() - 9 * 86_400_000)],
    ] as const)
      // prettier-ignore
      await pay(status, at)
    const [paypal] = (await shop.ask<PayChannel[]>('GET', 'paychannels')).content
    expect(paypal?.today).toEqual({ ended: 2, paid: 1 })
    expect(Date.now() - Date.parse(`${paypal?.last_payment_at?.replace(' ', 'T')}Z`)).toBeLessThan(60_000)
  })

  const pay = (status: string, at: Date) =>
    connecting.rows(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
       values ($1, 'sandbox', $2, $2, 'link', $2, 1000, 'SGD', $3, 'WALLET', 'PAYPAL', '', '', '', '', '', '', '', '', 'payment_link', $4, $4)`,
      shop.merchant.merchantId,
      crypto.randomUUID(),
      status,
      at,
    )

  it('are nobody else’s', async () => {
    await add('PAYPAL', { creds: paypalKeys })
    const other = await connecting.newShop()
    for (const [method, path, body] of [
      ['POST', 'update-paychannel/PAYPAL', {}],
      ['POST', 'paychannel/PAYPAL', { is_enabled: false }],
      ['GET', 'pay-methods/PAYPAL', undefined],
      ['POST', 'update-pay-methods/PAYPAL', {}],
      ['POST', '/api/channels/{id}/PAYPAL/test', {}],
    ] as const)
      expect(await other.ask(method, path, body), path).toMatchObject({
        status: 404,
        reason: 'INVALID_PAYMENT_CHANNEL_KEY',
      })
    expect((await other.ask<unknown[]>('GET', 'pay-channels/PAYPAL')).content).toEqual([])
  })
})
