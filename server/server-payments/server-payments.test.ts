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
