import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asked, openPaypal, paid, type TestPaypal, unpublished, wished } from '../../paypal/fixtures.ts'
import { merchantIdOf } from './ids.ts'

/** The simulator as PayPal, where the adapter does not come by. */
let paypal: TestPaypal
const signal = AbortSignal.timeout(60_000)
beforeEach(async () => {
  paypal = await openPaypal()
})
afterEach(async () => {
  expect(unpublished(paypal)).toEqual([])
  await paypal.close()
})

const order = (custom_id: string, fields: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id, amount: { currency_code: 'USD', value: '12.50' } }],
  payment_source: {
    paypal: { experience_context: { return_url: 'https://shop.example/a', cancel_url: 'https://shop.example/b' } },
  },
  ...fields,
})
const create = (custom_id: string, key: string) => paypal.call('/v2/checkout/orders', { body: order(custom_id), key })
const pageOf = (id: unknown) => `${paypal.api}/checkoutnow?token=${String(id)}`
const waiting = (id: unknown) =>
  ({ kind: 'pending', providerRef: '', action: { kind: 'redirect', url: pageOf(id) } }) as const
const issueOf = (json: { [name: string]: unknown }) => (json['details'] as { issue: string }[])[0]?.issue

describe('keys', () => {
  test('of orders are forgotten after six hours, and when they are made to be', async () => {
    const first = await create('a', 'key')
    expect([first.status, (await create('a', 'key')).status]).toEqual([201, 200])
    expect((await create('a', 'key')).json['id']).toBe(first.json['id'])
    await paypal.treat({ forget: true })
    paypal.now = new Date(paypal.now.getTime() + 1)
    const second = await create('a', 'key')
    expect(second.json['id']).not.toBe(first.json['id'])
    paypal.now = new Date(paypal.now.getTime() + 6 * 3_600_000)
    expect((await create('a', 'key')).json['id']).not.toBe(second.json['id'])
  })

  test('of requests at once make one thing', async () => {
    const ids = (await Promise.all([1, 2, 3].map(() => create('a', 'key')))).map(({ json }) => json['id'])
    expect(new Set(ids).size).toBe(1)
  })

  test('of a refund that was refused are free', async () => {
    const provider = paypal.provider()
    const payment = await paid(paypal, provider, wished('order'))
    const { json } = await paypal.call(`/v2/checkout/orders/${payment.providerRef}`)
    const [unit] = json['purchase_units'] as { payments: { captures: { id: string }[] } }[]
    const refund = (value: string) =>
      paypal.call(`/v2/payments/captures/${unit?.payments.captures[0]?.id}/refund`, {
        body: { amount: { currency_code: 'USD', value } },
        key: 'refund',
      })
    const refused = await refund('12.51')
    expect([refused.status, issueOf(refused.json)]).toEqual([422, 'REFUND_AMOUNT_EXCEEDED'])
    expect((await refund('12.50')).status).toBe(201)
    expect((await refund('12.50')).json['status']).toBe('COMPLETED')
  })
})

test('what it knows is in its file', async () => {
  const provider = paypal.provider()
  const payment = await paid(paypal, provider, wished('order'))
  const root = await paypal.root()
  const open = await create('open', 'key')
  await paypal.act(waiting(open.json['id']))
  await paypal.restart()
  expect((await provider.status(payment, signal)).kind).toBe('captured')
  expect(await paypal.root()).toBe(root)
  expect((await create('open', 'key')).json['id']).toBe(open.json['id'])
  const captured = await paypal.call(`/v2/checkout/orders/${String(open.json['id'])}/capture`, { body: {} })
  expect(captured.json['status']).toBe('COMPLETED')
})

describe('it refuses', () => {
  test.each([
    [{ intent: 'SALE' }, 400, 'INVALID_PARAMETER_VALUE'],
    [{ payment_source: undefined }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ purchase_units: [{ amount: { currency_code: 'VND', value: '1000' } }] }, 422, 'INVALID_CURRENCY_CODE'],
    [{ purchase_units: [{ amount: { currency_code: 'JPY', value: '10.00' } }] }, 422, 'DECIMAL_PRECISION'],
    [{ purchase_units: [{ amount: { currency_code: 'USD', value: '1.005' } }] }, 422, 'DECIMAL_PRECISION'],
    [{ purchase_units: [{ amount: { currency_code: 'USD', value: '0.00' } }] }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('%j', async (fields, status, issue) => {
    const refused = await paypal.call('/v2/checkout/orders', { body: order('a', fields) })
    expect([refused.status, issueOf(refused.json)]).toEqual([status, issue])
    // What is sent wrongly is no request of the documents.
    paypal.exchanged.length = 0
  })

  test('a capture before the payer agreed, of another intent, of another account and a second time', async () => {
    const { json } = await create('a', 'key')
    const capture = (id = json['id']) => paypal.call(`/v2/checkout/orders/${String(id)}/capture`, { body: {} })
    expect(issueOf((await capture()).json)).toBe('ORDER_NOT_APPROVED')
    expect(issueOf((await capture('NOSUCHORDER')).json)).toBe('INVALID_RESOURCE_ID')
    await paypal.act(waiting(json['id']))
    const authorize = await paypal.call(`/v2/checkout/orders/${String(json['id'])}/authorize`, { body: {} })
    expect(issueOf(authorize.json)).toBe('ACTION_DOES_NOT_MATCH_INTENT')
    expect((await capture()).status).toBe(201)
    expect(issueOf((await capture()).json)).toBe('ORDER_ALREADY_CAPTURED')
  })

  test('who has no token, in PayPal’s form', async () => {
    const answer = await request(`${paypal.api}/v2/checkout/orders/X`, { headers: { authorization: 'Bearer A21AAx' } })
    expect([answer.statusCode, await answer.body.json()]).toEqual([
      401,
      expect.objectContaining({ name: 'AUTHENTICATION_FAILURE' }),
    ])
  })
})

describe('the page', () => {
  test('shows what is asked for, runs nothing, and leads back', async () => {
    const { json } = await paypal.call('/v2/checkout/orders', {
      body: order('a', {
        purchase_units: [
          { custom_id: 'a', description: '<script>1</script>', amount: { currency_code: 'USD', value: '1234.50' } },
        ],
      }),
    })
    const page = await request(pageOf(json['id']))
    const html = await page.body.text()
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(html).toContain('1,234.50 USD')
    expect(html).not.toContain('<script>')
    expect(await paypal.act(waiting(json['id']), { act: 'cancel' })).toContain('https://shop.example/b?token=')
    expect(await paypal.act(waiting(json['id']))).toContain('https://shop.example/a?token=')
    const after = await (await request(pageOf(json['id']))).body.text()
    expect(after).toContain('You agreed to pay.')
    expect((await request(pageOf('NOSUCHORDER'))).statusCode).toBe(404)
  })

  test('that is left keeps the order open', async () => {
    const provider = paypal.provider()
    const begun = await provider.authorise(wished('order'), signal)
    await paypal.act(begun, { act: 'cancel' })
    expect(await provider.status(asked(wished('order'), begun), signal)).toEqual(begun)
  })
})

describe('a partner', () => {
  const referral = (tracking_id: string) =>
    paypal.call('/v2/customer/partner-referrals', {
      body: {
        tracking_id,
        partner_config_override: { return_url: 'https://console.example/back' },
        operations: [{ operation: 'API_INTEGRATION' }],
        products: ['EXPRESS_CHECKOUT'],
        legal_consents: [{ type: 'SHARE_DATA_CONSENT', granted: true }],
      },
    })
  const integration = (merchant: string | null, partner = merchantIdOf('acme')) =>
    paypal.call(`/v1/customer/partners/${partner}/merchant-integrations/${merchant}`)

  test('refers a merchant, whose e-mail address and account become ready one after the other', async () => {
    const { json } = await referral('ember')
    const action = (json['links'] as { rel: string; href: string }[]).find(({ rel }) => rel === 'action_url')
    const connect = async (email: string, account: string) => {
      const body = new URLSearchParams({ email, account }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await request(action?.href ?? '', { method: 'POST', headers, body })
      return new URL(String(answer.headers['location'])).searchParams
    }
    expect((await request(action?.href ?? '')).statusCode).toBe(200)
    const back = await connect('open', 'inactive')
    expect(back.get('merchantId')).toBe('ember')
    const merchant = back.get('merchantIdInPayPal')
    const states = []
    for (const [email, account] of [
      ['open', 'inactive'],
      ['confirmed', 'inactive'],
      ['confirmed', 'active'],
    ] as const) {
      await connect(email, account)
      const { primary_email_confirmed, payments_receivable } = (await integration(merchant)).json
      states.push([primary_email_confirmed, payments_receivable])
    }
    expect(states).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    const found = await paypal.call(
      `/v1/customer/partners/${merchantIdOf('acme')}/merchant-integrations?tracking_id=ember`,
    )
    expect(found.json).toEqual({ merchant_id: merchant, tracking_id: 'ember' })
    expect((await integration(merchant, merchantIdOf('other'))).status).toBe(403)
    expect((await integration('NOSUCHMERCHANT')).status).toBe(404)
    // The list by tracking id is in no document.
    paypal.exchanged.splice(
      0,
      paypal.exchanged.length,
      ...paypal.exchanged.filter(({ path }) => !path.endsWith('integrations')),
    )
  })
})
