import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantToken } from '#test/merchant-token.ts'

/** The paths that merchants' servers know, by the tokens that they have. */
let paying: Paying
let bearers: Record<'signed' | 'auth', string>
beforeAll(async () => {
  paying = await openPaying()
  const { merchant, testApp } = paying
  const secret = { portone_key: merchant.key, portone_secret: merchant.secret }
  const { body } = await testApp.call(null, 'POST', '/api/merchant/auth-token', secret)
  bearers = { signed: await merchantToken(merchant), auth: (body.content as unknown as { token: string }).token }
})
afterAll(() => paying.close())

type Ask = {
  method?: 'GET' | 'POST' | 'PUT'
  body?: object
  by?: keyof typeof bearers
  headers?: Record<string, string>
}
const ask = (path: string, { method = 'GET', body, by = 'signed', headers = {} }: Ask = {}) =>
  paying.testApp.call(null, method, path, body, { authorization: `Bearer ${bearers[by]}`, ...headers })
const contentOf = async (path: string, asking: Ask = {}) => {
  const answer = await ask(path, asking)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as Record<string, never>
}
async function paid() {
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  const payment = await paying.read(orderRef)
  expect(payment.status).toBe('Success')
  return { link, orderRef, order: payment.merchant_order_ref }
}

describe('a payment', () => {
  it('is read by its order and by its reference, in our names and in those that servers know', async () => {
    const { orderRef, order } = await paid()
    const { key } = paying.merchant
    for (const by of ['signed', 'auth'] as const) {
      expect(await contentOf(`/api/transaction/${order}/status`, { by })).toMatchObject({
        order_ref: orderRef,
        status: 'Success',
        channel_order_ref: expect.stringMatching(/./),
      })
      const whole = await contentOf(`/api/${key}/transaction-details`, {
        method: 'POST',
        body: { order_ref: orderRef },
        by,
      })
      expect(whole).toMatchObject({ order_ref: orderRef, method_name: 'CARD', method_key: 'SIMULATOR_CARD' })
      expect(whole).toMatchObject({ is_refund_allowed: true, merchant_key: key, user_configured_field1: '' })
    }
    expect((await ask('/api/transaction/nothing/status')).status).toBe(404)
  })

  it('takes a description and five fields of its merchant, and keeps what is not sent', async () => {
    const { orderRef, order } = await paid()
    const path = `/api/${paying.merchant.key}/update-transaction-details/${order}`
    const sent = { description: 'Tea for two', user_configured_field2: 'two' }
    expect(await contentOf(path, { method: 'PUT', body: sent })).toEqual(sent)
    await contentOf(path, { method: 'PUT', body: { user_configured_field5: 'five' } })
    const read = { method: 'POST' as const, body: { order_ref: orderRef } }
    expect(await contentOf(`/api/${paying.merchant.key}/transaction-details`, read)).toMatchObject({
      ...sent,
      user_configured_field1: '',
      user_configured_field5: 'five',
    })
  })

  it('is listed with its like, by page and by cursor', async () => {
    await paid()
    const path = `/api/merchant/${paying.merchant.key}/fetch-all-payments`
    const body = {
      page: 1,
      size: 1,
      from: '2022-12-11T09:05:35.803Z',
      to: '2100-01-01T00:00:00.000Z',
      environment: 'sandbox',
    }
    const first = await ask(path, { method: 'POST', body })
    expect(first.status, first.text).toBe(200)
    const page = first.body['body'] as { content: { order_ref: string }[]; next_cursor: string }
    expect(page).toMatchObject({ page: 1, size: 1, number_of_elements: 1, total_elements: expect.any(Number) })
    expect(page.content).toMatchObject([{ method_key: 'SIMULATOR_CARD', status: 'Success' }])
    const next = await ask(path, { method: 'POST', body: { size: 1, cursor: page.next_cursor } })
    expect(next.text).not.toContain(String(page.content[0]?.order_ref))
  })

  it('of cash is completed by the signature of a server, which stands for a step-up', async () => {
    const link = await paying.link({ country: 'SG' })
    const { orderRef } = await paying.start(link, { method: 'COD', phone: '+6560000000' })
    const { merchant_order_ref: order } = await paying.read(orderRef)
    const said = { client_key: paying.merchant.key, merchant_order_ref: order, status: 'Success' }
    const body = (secret: string) => ({ merchant_order_ref: order, status: 'Success', signature: sign(said, secret) })
    const set = (secret: string) => ask('/api/transaction/status', { method: 'PUT', body: body(secret) })
    expect((await set('another')).status).toBe(400)
    expect((await set(paying.merchant.secret)).status).toBe(200)
    const { status, timeline } = await paying.read(orderRef)
    expect(status).toBe('Success')
    expect(JSON.stringify(timeline)).toContain('merchant server')
  })
})

describe('a refund', () => {
  const refund = (orderRef: string, body: object, headers = {}) =>
    ask(`/api/refund/${orderRef}`, { method: 'POST', body, headers })
  const part = {
    refund_type: 'partial',
    amount: 10,
    refund_reason: 'goods returned',
    description: '',
    channel: 'SIMULATOR',
  }

  it('without a key is made once a minute in the same words, and the answer says so', async () => {
    const { orderRef } = await paid()
    const [first, again] = [await refund(orderRef, part), await refund(orderRef, part)]
    expect(first.body).toMatchObject({ amountToRefund: 90, is_repeated: false, refundDetails: [{ amount: 10 }] })
    expect(again.body).toMatchObject({ amountToRefund: 90, is_repeated: true, refund_id: first.body['refund_id'] })
    const other = await refund(orderRef, { ...part, refund_reason: 'wrong amount' })
    expect(other.body).toMatchObject({ amountToRefund: 80, is_repeated: false })
    paying.clock.now = new Date(Date.now() + 61_000)
    expect((await refund(orderRef, part)).body).toMatchObject({ amountToRefund: 70, is_repeated: false })
    paying.clock.now = null
  })

  it('of two at once in the same words is made once', async () => {
    const { orderRef } = await paid()
    const both = await Promise.all([refund(orderRef, part), refund(orderRef, part)])
    expect(new Set(both.map(({ body }) => body['refund_id'])).size).toBe(1)
    expect((await ask(`/api/refund/${orderRef}`)).body).toMatchObject({ amountToRefund: 90 })
  })

  it('with a key is one of its own, and a full one looks at no amount', async () => {
    const { orderRef } = await paid()
    const keys = ['a', 'b'].map((name) => ({ 'idempotency-key': `${orderRef}-${name}` }))
    for (const headers of [...keys, keys[1]]) expect((await refund(orderRef, part, headers)).status).toBe(200)
    expect((await ask(`/api/refund/${orderRef}`)).body).toMatchObject({ amountToRefund: 80 })
    const all = await refund(orderRef, { ...part, refund_type: 'full', amount: 400 })
    expect(all.body).toMatchObject({ amountToRefund: 0 })
    expect((await refund(orderRef, { ...part, channel: 'STRIPE' })).status).toBe(400)
  })

  it('is answered in the form that the family publishes', async () => {
    const { orderRef } = await paid()
    await refund(orderRef, part)
    const { body } = await ask(`/api/refund/${orderRef}`)
    for (const { amountToRefund, refundDetails } of publishedRefunds()) {
      expect(typeof body['amountToRefund']).toBe(typeof amountToRefund)
      const [own] = body['refundDetails'] as unknown as object[]
      for (const shown of refundDetails)
        for (const [name, value] of Object.entries(shown))
          expect(typeof own?.[name as keyof typeof own], name).toBe(typeof value)
    }
  })
})

/** The published examples where they are at hand, and the committed one of our own. */
function publishedRefunds(): { amountToRefund: number; refundDetails: object[] }[] {
  const [samples, published] = [
    join(import.meta.dirname, '../../test/samples/family'),
    join(import.meta.dirname, '../../../shared/data/peers/portone_global/examples'),
  ]
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])
  const found = [...filesIn(samples), ...filesIn(published)].filter((name) => /refund/.test(name))
  expect(found.length).toBeGreaterThan(0)
  return found.map((name) => JSON.parse(readFileSync(name, 'utf8')))
}

describe('a payment link', () => {
  const order = (changes: object = {}) => {
    const body = {
      portone_key: paying.merchant.key,
      merchant_order_id: crypto.randomUUID(),
      amount: 12.5,
      currency: 'SGD',
      ...changes,
    }
    const said = { amount: '12.5', client_key: paying.merchant.key, currency: 'SGD', failure_url: '', success_url: '' }
    const signature_hash = sign({ ...said, merchant_order_id: body.merchant_order_id }, paying.merchant.secret)
    return { ...body, signature_hash }
  }
  const create = (changes: object = {}) => ask('/api/paymentLink', { method: 'POST', body: order(changes) })

  it('is made from what servers send, read under each path, changed and cancelled', async () => {
    const billing_details = {
      billing_name: 'Mei',
      billing_surname: 'Tan',
      billing_email: 'mei@shop.example',
      billing_phone: '+6581234567',
      billing_address: { city: 'Singapore', country_code: 'SG', line_1: '1 Road', postal_code: '1' },
    }
    const made = await create({
      billing_details,
      country_code: 'SG',
      show_items: true,
      source: 'api',
      order_details: [{ id: 'a' }],
    })
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({
      payment_link_ref: expect.stringMatching(/^\w{27}$/),
      payment_link: expect.stringMatching(/\/pay\/\w{27}$/),
      content: {
        customer_name: 'Mei Tan',
        email: 'mei@shop.example',
        phone: '+6581234567',
        city: 'Singapore',
        country: 'SG',
      },
    })
    const { payment_link_ref: ref, content } = made.body as unknown as {
      payment_link_ref: string
      content: { merchant_order_ref: string }
    }
    const order = content.merchant_order_ref
    const status = { merchantOrderRef: order, paymentLinkRef: ref, status: 'created', transactionsList: [] }
    expect(await contentOf(`/api/paymentLink/${ref}/fetch-status`)).toEqual(status)
    expect(await contentOf(`/api/merchant/${paying.merchant.key}/paymentLink/${order}/status`)).toEqual(status)
    const old = await ask(`/api/paymentLink/${order}/status`)
    expect(old.body.content).toEqual(status)
    expect(old.headers['deprecation']).toMatch(/^@\d+$/)

    const change = {
      amount: 20,
      description: 'Changed',
      expiry_date: '2036-01-01T00:00:00.000Z',
      customer_details: { name: 'Lin' },
    }
    const path = `/api/update-paylink/${ref}`
    expect(await contentOf(path, { method: 'PUT', body: change })).toMatchObject({
      amount: 20,
      description: 'Changed',
      customer_name: 'Lin',
      email: 'mei@shop.example',
      expires_at: '2036-01-01 00:00:00',
    })
    expect((await ask(path, { method: 'PUT', body: { expiry_date: '2020-01-01T00:00:00Z' } })).status).toBe(400)
    expect((await ask(path, { method: 'PUT', body: { currency: 'MYR' } })).status).toBe(400)
    expect((await ask(`/api/paymentLink/${ref}/status/success`, { method: 'PUT' })).status).toBe(404)
    await contentOf(`/api/paymentLink/${ref}/status/cancelled`, { method: 'PUT' })
    expect((await ask(path, { method: 'PUT', body: change })).status).toBe(409)
  })

  it('is not changed while an attempt is under way', async () => {
    const { content } = (await create()).body as unknown as { content: { link_ref: string } }
    await paying.start(content.link_ref, { token: await paying.simulator.token('4242424242424242') })
    const path = `/api/update-paylink/${content.link_ref}`
    expect((await ask(path, { method: 'PUT', body: { amount: 1 } })).body['status_reason']).toBe(
      'TRANSACTION_UNDER_REVIEW',
    )
  })
})

describe('what a server sets up', () => {
  it('are webhooks, under the types that it knows', async () => {
    const path = `/api/merchant/${paying.merchant.key}/webhook`
    const body = { name: 'shop', url: 'https://shop.example/hook', type: 'payment_status', environment: 'sandbox' }
    expect(await contentOf(path, { method: 'POST', body })).toMatchObject({
      name: 'shop',
      enabled: true,
      type: 'payment',
    })
    expect(await contentOf(`${path}?environment=sandbox`)).toMatchObject([{ name: 'shop' }])
  })

  it('are connections, whose credentials are only shown masked', async () => {
    const path = (channel: string) => `/api/merchant/${paying.merchant.key}/${channel}`
    const read = await contentOf(path('pay-channel/SIMULATOR?environment=sandbox&payType=PAYIN'))
    expect(read).toMatchObject([{ key: 'SIMULATOR', pay_type: 'PAYIN', is_enabled: true, creds: {} }])
    const body = { creds: {}, country: 'SG', environment: 'sandbox' }
    const changed = await contentOf(path('add-pay-channel/SIMULATOR'), { method: 'PUT', body })
    expect(changed).toEqual({
      MerchantUUID: paying.merchant.merchantId,
      PaymentChannelKey: 'SIMULATOR',
      maskedData: {},
    })
    expect((await ask(path('add-pay-channel/NOTHING'), { method: 'POST', body })).status).toBe(404)
  })
})
