import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRefundByServer, listRefundsByServer } from '#contract/server-refunds.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { addressOf } from '#test/request.ts'

/** Refunds under the path that merchants' servers know. */
let paying: Paying
let authorization: string
beforeAll(async () => {
  paying = await openPaying()
  authorization = `Bearer ${await merchantToken(paying.merchant)}`
})
afterAll(() => paying.close())

async function paid(): Promise<string> {
  const token = await paying.simulator.token('4242424242424242')
  const { orderRef } = await paying.start(await paying.link({}), { token })
  await paying.settle(orderRef)
  expect((await paying.read(orderRef)).status).toBe('Success')
  return orderRef
}
const refund = (orderRef: string, body: object, headers = {}) =>
  paying.testApp.call(null, 'POST', addressOf(createRefundByServer, { order_ref: orderRef }), body, {
    authorization,
    ...headers,
  })
const list = (orderRef: string, by = authorization) =>
  paying.testApp.call(null, 'GET', addressOf(listRefundsByServer, { order_ref: orderRef }), undefined, {
    authorization: by,
  })
const part = {
  refund_type: 'partial',
  amount: 10,
  refund_reason: 'goods returned',
  description: '',
  channel: 'SIMULATOR',
}

it('without a key a refund is made once a minute in the same words, and the answer says so', async () => {
  const orderRef = await paid()
  const [first, again] = [await refund(orderRef, part), await refund(orderRef, part)]
  expect(first.body).toMatchObject({ amountToRefund: 90, is_repeated: false, refundDetails: [{ amount: 10 }] })
  expect(again.body).toMatchObject({ amountToRefund: 90, is_repeated: true, refund_id: first.body['refund_id'] })
  const other = await refund(orderRef, { ...part, refund_reason: 'wrong amount' })
  expect(other.body).toMatchObject({ amountToRefund: 80, is_repeated: false })
  paying.clock.now = new Date(Date.now() + 61_000)
  expect((await refund(orderRef, part)).body).toMatchObject({ amountToRefund: 70, is_repeated: false })
  paying.clock.now = null
})

it('of two at once in the same words one is made', async () => {
  const orderRef = await paid()
  const both = await Promise.all([refund(orderRef, part), refund(orderRef, part)])
  expect(new Set(both.map(({ body }) => body['refund_id'])).size).toBe(1)
  expect((await list(orderRef)).body).toMatchObject({ amountToRefund: 90 })
})

it('with a key it is one of its own, and a full one looks at no amount', async () => {
  const orderRef = await paid()
  const keys = ['a', 'b'].map((name) => ({ 'idempotency-key': `${orderRef}-${name}` }))
  for (const headers of [...keys, keys[1]]) expect((await refund(orderRef, part, headers)).status).toBe(200)
  expect((await list(orderRef)).body).toMatchObject({ amountToRefund: 80 })
  const all = await refund(orderRef, { ...part, refund_type: 'full', amount: 400 })
  expect(all.body).toMatchObject({ amountToRefund: 0 })
  expect((await refund(orderRef, { ...part, channel: 'STRIPE' })).status).toBe(400)
})

it('the refunds of a payment are listed, newest first, to its own merchant alone', async () => {
  const orderRef = await paid()
  const none = await list(orderRef)
  expect(none.body).toMatchObject({ order_ref: orderRef, currency: 'SGD', amountToRefund: 100, refundDetails: [] })
  await refund(orderRef, part)
  paying.clock.now = new Date(Date.now() + 1_000)
  const { body } = await refund(orderRef, { ...part, amount: 20 })
  paying.clock.now = null
  const listed = await list(orderRef)
  expect(listed.status, listed.text).toBe(200)
  expect(listed.body).toMatchObject({ amountToRefund: 70, refundDetails: [{ amount: 20 }, { amount: 10 }] })
  expect(listed.body['refundDetails']).toEqual(body['refundDetails'])
  const stranger = await paying.testApp.addMerchant()
  expect((await list(orderRef, `Bearer ${await merchantToken(stranger)}`)).status).toBe(404)
})
