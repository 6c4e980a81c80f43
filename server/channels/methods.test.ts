import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { openConnecting, stripeKeys, type Connecting, type Shop } from './fixtures.ts'

/** The ways to pay of channels as a merchant sets them, and what is offered then. */
let connecting: Connecting
let shop: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  shop = await connecting.newShop()
  const added = await shop.ask('POST', 'add-paychannel/STRIPE', { creds: stripeKeys })
  expect(added.status, added.answer.text).toBe(200)
})

const set = (body: object, channel = 'STRIPE') => shop.ask<PayMethod[]>('POST', `update-pay-methods/${channel}`, body)
const listed = async (channel = 'STRIPE') => (await shop.ask<PayMethod[]>('GET', `pay-methods/${channel}`)).content
const wayOf = (methods: readonly PayMethod[], type: string, subType = '') =>
  methods.find((way) => way.type === type && way.sub_type === subType)
const paynow = { type: 'QR_CODE', sub_type: 'PAYNOW' }
const card = { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' }
/** The channel that takes a way, for an amount. */
const taker = async (
  way: { type: string; sub_type: string },
  { amount = '100', currency = 'SGD', country = 'SG' } = {},
) => {
  const query = `amount=${amount}&currency=${currency}&country_code=${country}`
  const { content } = await shop.ask<Record<string, { sub_type: string; payment_channel_key: string }[]>>(
    'GET',
    `paymethodsbyKey?${query}`,
  )
  return content[way.type]?.find(({ sub_type }) => sub_type === way.sub_type)?.payment_channel_key
}

describe('the ways of a channel', () => {
  it('are those of the catalogue, with its bounds and what can be refunded', async () => {
    const methods = await listed()
    expect(wayOf(methods, 'QR_CODE', 'PAYNOW')).toEqual({
      type: 'QR_CODE',
      sub_type: 'PAYNOW',
      display_name: 'PayNow',
      countries: ['SG'],
      currencies: ['SGD'],
      refunds: { kind: 'several', days: 90, most: null },
      payment_channel_key: 'STRIPE',
      is_enabled: true,
      is_default: false,
      tokenization_possible: false,
      logo: '',
      limits: expect.arrayContaining([{ currency: 'SGD', minimum: 0.5, maximum: 999_999.99 }]),
      channel_limits: expect.arrayContaining([{ currency: 'SGD', minimum: 0.5, maximum: 999_999.99 }]),
      instalments: [],
    })
    expect(wayOf(methods, 'UPI')).toBeUndefined()
  })

  it('stay what they are where nothing is sent', async () => {
    const before = await listed()
    await set({ methods: [{ ...paynow, is_enabled: false }] })
    const after = await listed()
    expect(wayOf(after, 'QR_CODE', 'PAYNOW')?.is_enabled).toBe(false)
    const others = (methods: PayMethod[]) => methods.filter(({ sub_type }) => sub_type !== 'PAYNOW')
    expect(others(after)).toEqual(others(before))
    await set({ methods: [{ ...paynow, limits: [{ currency: 'SGD', maximum: 50 }] }] })
    expect(wayOf(await listed(), 'QR_CODE', 'PAYNOW')).toMatchObject({
      is_enabled: false,
      limits: expect.arrayContaining([{ currency: 'SGD', minimum: 0.5, maximum: 50 }]),
    })
    const [audit] = await connecting.rows<{ action: string; changes: object }>(
      'select action, changes from audit_events where merchant_id = $1 order by seq desc limit 1',
      shop.merchant.merchantId,
    )
    expect(audit).toEqual({
      action: 'methods.update',
      changes: { 'QR_CODE.PAYNOW.limits': { before: '', after: 'SGD –50.00' } },
    })
  })

  it.each([
    ['a way that the channel has not', { methods: [{ type: 'UPI' }] }, 'INVALID_PAYMENT_METHOD'],
    [
      'a sub-type that the channel has not',
      { methods: [{ type: 'QR_CODE', sub_type: 'QRIS' }] },
      'INVALID_PAYMENT_METHOD',
    ],
    ['plans of a channel without instalments', { instalments: [] }, 'INVALID_PAYMENT_METHOD'],
    [
      'a default that is off',
      { methods: [{ ...paynow, is_enabled: false, is_default: true }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    ['a way twice', { methods: [paynow, paynow] }, 'PAYMENT_METHOD_CONFIGURATION_ERROR'],
    [
      'a currency of another place',
      { methods: [{ ...paynow, limits: [{ currency: 'USD', minimum: 1 }] }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    [
      'a currency twice',
      { methods: [{ ...card, limits: [{ currency: 'SGD' }, { currency: 'SGD' }] }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    [
      'bounds that exclude everything',
      { methods: [{ ...paynow, limits: [{ currency: 'SGD', minimum: 9, maximum: 8 }] }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    [
      'less than the channel takes',
      { methods: [{ ...paynow, limits: [{ currency: 'SGD', minimum: 0.49 }] }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    [
      'more than the channel takes',
      { methods: [{ ...paynow, limits: [{ currency: 'SGD', maximum: 1_000_000 }] }] },
      'PAYMENT_METHOD_CONFIGURATION_ERROR',
    ],
    [
      'an amount with too many decimals',
      { methods: [{ ...paynow, limits: [{ currency: 'SGD', minimum: 1.001 }] }] },
      'INVALID_AMOUNT',
    ],
  ])('are not set to %s, and nothing else is', async (_name, body, reason) => {
    const before = await listed()
    const { methods = [] } = body as { methods?: object[] }
    const answer = await set({
      ...body,
      methods: [{ type: 'WALLET', sub_type: 'ALIPAY', is_enabled: false }, ...methods],
    })
    expect(answer).toMatchObject({ status: 400, reason })
    expect(await listed()).toEqual(before)
  })
})

describe('a default', () => {
  const defaults = async (way: typeof card) => {
    const rows = await connecting.rows<{ channel_key: string }>(
      `select channel_key from payment_methods where merchant_id = $1 and environment = 'sandbox' and type = $2 and sub_type = $3 and is_default`,
      shop.merchant.merchantId,
      way.type,
      way.sub_type,
    )
    return rows.map(({ channel_key }) => channel_key)
  }

  it('moves from channel to channel, and takes the payment', async () => {
    expect(await taker(card)).toBe('SIMULATOR')
    await set({ methods: [{ ...card, is_default: true }] })
    expect(await defaults(card)).toEqual(['STRIPE'])
    expect(await taker(card)).toBe('STRIPE')
    await set({ methods: [{ ...card, is_default: true }] }, 'SIMULATOR')
    expect(await defaults(card)).toEqual(['SIMULATOR'])
    await set({ methods: [{ ...card, is_enabled: false }] }, 'SIMULATOR')
    expect(await defaults(card)).toEqual([])
    expect(await taker(card)).toBe('STRIPE')
  })

  it('is one, whoever asks at once', async () => {
    for (let n = 0; n < 5; n++) {
      await Promise.all(
        ['STRIPE', 'SIMULATOR'].map((channel) => set({ methods: [{ ...paynow, is_default: true }] }, channel)),
      )
      expect(await defaults(paynow)).toHaveLength(1)
    }
  })
})

describe('what is offered', () => {
  it('keeps within the merchant’s bounds and the channel’s, and goes to the next channel beyond them', async () => {
    await set({ methods: [{ ...card, is_default: true, limits: [{ currency: 'SGD', minimum: 10, maximum: 1_000 }] }] })
    for (const [amount, channel] of [
      ['9.99', 'SIMULATOR'],
      ['10', 'STRIPE'],
      ['1000', 'STRIPE'],
      ['1000.01', 'SIMULATOR'],
    ] as const)
      // prettier-ignore
      expect([amount, await taker(card, { amount })]).toEqual([amount, channel])
    expect(await taker(card, { amount: '0.49', currency: 'USD' })).toBe('SIMULATOR')
    expect(await taker(card, { amount: '0.5', currency: 'USD' })).toBe('STRIPE')
  })

  it('is only where the channel may be used, in currencies and amounts that its provider can express', async () => {
    await shop.ask('POST', 'paychannel/SIMULATOR', { is_enabled: false })
    const grab = { type: 'WALLET', sub_type: 'GRABPAY' }
    expect(await taker(grab)).toBe('STRIPE')
    expect(await taker(grab, { country: 'TH', currency: 'THB' })).toBeUndefined()
    await shop.ask('POST', 'update-paychannel/STRIPE', { country: 'MY' })
    expect(await taker(grab)).toBeUndefined()
    const paypal = { type: 'WALLET', sub_type: 'PAYPAL' }
    await shop.ask('POST', 'add-paychannel/PAYPAL', {
      creds: { client_id: 'A'.repeat(40), client_secret: 'E'.repeat(40) },
    })
    expect(await taker(paypal, { amount: '10', currency: 'TWD', country: 'TW' })).toBe('PAYPAL')
    expect(await taker(paypal, { amount: '10.5', currency: 'TWD', country: 'TW' })).toBeUndefined()
    expect(await taker(paypal, { currency: 'IDR', country: 'ID' })).toBeUndefined()
    // Only accounts of Malaysia take ringgit.
    expect(await taker(paypal, { currency: 'MYR', country: 'MY' })).toBeUndefined()
  })
})

describe('instalment plans', () => {
  const plan = {
    months: 6,
    minimum: 50,
    currency: 'SGD',
    interest_percent: '1.25',
    is_merchant_sponsored: true,
    bank_code: '',
  }
  const instalment = { type: 'INSTALLMENT', sub_type: '' }

  it('are replaced as a whole, and limit what is offered', async () => {
    const { content } = await set({ instalments: [plan, { ...plan, months: 12, minimum: null }] }, 'SIMULATOR')
    expect(wayOf(content, 'INSTALLMENT')?.instalments).toEqual([plan, { ...plan, months: 12, minimum: null }])
    await set({ instalments: [plan] }, 'SIMULATOR')
    expect(await taker(instalment, { amount: '50' })).toBe('SIMULATOR')
    expect(await taker(instalment, { amount: '49.99' })).toBeUndefined()
    await set({ methods: [{ ...paynow, is_enabled: false }] }, 'SIMULATOR')
    expect(wayOf(await listed('SIMULATOR'), 'INSTALLMENT')?.instalments).toEqual([plan])
    await set({ instalments: [] }, 'SIMULATOR')
    expect(await taker(instalment, { amount: '49.99' })).toBe('SIMULATOR')
  })

  it.each([
    ['months that nobody can choose', { months: 7 }],
    ['more interest than the amount', { interest_percent: '100.01' }],
    ['a currency of no place', { currency: 'EUR' }],
  ])('are not of %s', async (_name, change) => {
    expect(await set({ instalments: [{ ...plan, ...change }] }, 'SIMULATOR')).toMatchObject({
      status: 400,
      reason: 'PAYMENT_METHOD_CONFIGURATION_ERROR',
    })
    expect((await set({ instalments: [plan, plan] }, 'SIMULATOR')).status).toBe(400)
  })
})
