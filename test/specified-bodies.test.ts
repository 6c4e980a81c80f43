import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sign } from '#server/kit/auth/signature.ts'
import { masterOf } from '#server/master-merchants/fixtures.ts'
import { newAddress } from '#server/registration/fixtures.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import type { Answer } from './test-app.ts'
import { rowsOfFile } from './unzip.ts'

/** Bodies that the specification's console sends are taken as they are. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>) =>
  back.paying.testApp.call(back.session, method, path.replace('{key}', back.paying.merchant.key), body, headers)
const contentOf = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const reasonsOf = ({ body }: Answer) =>
  (body['errors'] as { reason: string }[] | undefined)?.map(({ reason }) => reason)
const byHand = async (method = 'DIRECT_BANK_TRANSFER') => {
  const { orderRef, text } = await back.paying.start(await back.paying.link({}), { method })
  if (!orderRef) throw new Error(text)
  await back.paying.settle(orderRef)
  return back.paying.read(orderRef)
}

describe('a refund', () => {
  it('takes the currency of its payment where none is sent, and any text as its reason', async () => {
    const orderRef = await back.paid()
    const body = { type: 'partial', amount: 12.5, currency: undefined, reason: 'the parcel was wet' }
    expect(contentOf(await back.ask(orderRef, body))).toMatchObject({
      currency: 'SGD',
      amount: 12.5,
      refund_reason: 'the parcel was wet',
    })
    expect(reasonsOf(await back.ask(orderRef, { ...body, amount: 1.005 }))).toEqual(['too_many_decimals'])
    expect(reasonsOf(await back.ask(orderRef, { ...body, amount: 0 }))).toEqual(['not_positive'])
    expect(reasonsOf(await back.ask(orderRef, { ...body, currency: 'USD' }))).toEqual(['other_currency'])
  })

  it('and a payment by hand end by a status alone; an empty reason is kept as such', async () => {
    const { merchant } = back.paying
    const payment = await byHand()
    const { merchant_order_ref, order_ref } = payment
    const signed = { client_key: merchant.key, merchant_order_ref, status: 'Success' }
    const signature = sign(signed, back.session.signingKey)
    const ended = await ask('PUT', '/merchants/transaction/status', {
      status: 'Success',
      merchant_order_ref,
      signature,
    })
    expect(contentOf(ended)).toMatchObject({ status: 'Success' })
    const refundId = await back.refund(order_ref)
    expect(contentOf(await back.setStatus(refundId, 'SUCCESS', { reason: undefined }))).toMatchObject({
      refund_status: 'SUCCESS',
    })
  })
})

describe('other calls', () => {
  it('export-payments takes merchant_keys: its own, and none of a stranger’s', async () => {
    const { merchant, testApp } = back.paying
    const stranger = await testApp.addMerchant()
    const own = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/merchant/${merchant.key}/export-payments`,
      headers: { authorization: `Bearer ${back.session.token}` },
      payload: { merchant_keys: [merchant.key] },
    })
    expect(own.statusCode).toBe(200)
    expect(rowsOfFile(own.rawPayload).length).toBeGreaterThan(1)
    const foreign = await ask('POST', '/merchant/{key}/export-payments', { merchant_keys: [stranger.key] })
    expect(foreign.status).toBe(404)
  })

  it('analytics take a period in the singular, and none at all', async () => {
    const time_filter = { from: '2026-11-01 00:00:00', to: '2026-11-03 00:00:00' }
    const bars = async (more: object) => {
      const asked = await ask('POST', '/merchants/{key}/analytics/txn-bar-chart-metrics', { time_filter, ...more })
      return contentOf<{ bars: string[] }>(asked).bars.length
    }
    expect(await bars({ period: 'hour' })).toBe(await bars({ period: 'hours' }))
    expect(await bars({})).toBe(await bars({ period: 'days' }))
  })

  it('a sub-user is made inactive, and is written to only when activated and invited', async () => {
    const email_address = newAddress()
    const body = {
      name: 'New One',
      email_address,
      phone_number: '+6591234567',
      roles: ['payment-user'],
      is_active: false,
    }
    expect(contentOf(await ask('POST', '/merchants/{key}/subUser', body))).toMatchObject({ is_active: false })
    expect(await back.paying.sql(`select from messages where recipient = '${email_address}'`)).toEqual([])
  })

  it('update-webhook takes enabled alone, and leaves the rest', async () => {
    const made = { name: 'hook', url: 'https://shop.example/hook', type: 'refund' }
    const { uuid } = contentOf<{ uuid: string }>(await ask('POST', '/merchants/{key}/webhooks', made))
    expect(contentOf(await ask('PUT', '/merchants/{key}/update-webhook', { uuid, enabled: false }))).toMatchObject({
      ...made,
      enabled: false,
    })
  })

  it('paymethodsbyKey holds the amount to the currency, and a subscription to ways of its own', async () => {
    const methods = (query: string) => ask('GET', `/merchants/{key}/paymethodsbyKey?currency=JPY&${query}`)
    expect(reasonsOf(await methods('amount=1.5'))).toEqual(['too_many_decimals'])
    expect(reasonsOf(await methods('amount=x'))).toEqual(['not_a_number'])
    expect(Object.keys(contentOf<object>(await methods('amount=15&source=default')))).toContain('CARD')
    expect(Object.keys(contentOf<object>(await methods('amount=15&source=subscription')))).toEqual([
      'SUBSCRIPTION_CARD',
    ])
  })
})

describe('a master', () => {
  it('invites managed and owned merchants in any case; an owned one is there at once', async () => {
    const master = await masterOf(back.paying.testApp)
    const invite = (email: string, merchant_type: string) =>
      master.ask('POST', '/master-merchant/{key}/merchants/invite', { email, merchant_type })
    const [managed, owned] = [newAddress(), newAddress()]
    expect((await invite(managed, 'managed')).status).toBe(200)
    expect(await master.names()).not.toContain(managed)
    expect((await invite(owned, 'Owned')).status).toBe(200)
    expect(await master.names()).toContain(owned)
    expect((await master.invites()).map(({ merchant_type }) => merchant_type).toSorted()).toEqual(['MANAGED', 'OWNED'])
    expect((await invite(newAddress(), 'other')).status).toBe(400)
  })
})
