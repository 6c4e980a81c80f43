import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openXendit, type TestXendit } from '#server/providers/xendit/fixtures.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** Payments by the shopper's calls and the payment job, whose channel is Xendit. */
let paying: Paying
let surface: TestXendit
beforeAll(async () => {
  paying = await openPaying()
  surface = await openXendit()
  paying.testApp.serveParts.services.provider = () => surface.provider
})
afterAll(async () => {
  await paying.close()
  await surface.close()
})
afterEach(async () => {
  await surface.manner({})
  expect(surface.faults.splice(0)).toEqual([])
})

const dana = { method: 'WALLET', sub_type: 'DANA' }
const idOf = async (orderRef: string) => {
  const { json } = await surface.call(`/payment_requests?reference_id=${orderRef}`)
  const { data } = json as { data: { id: string }[] }
  expect(data).toHaveLength(1)
  return data[0]?.id ?? ''
}

test('a wallet sends the shopper away, and the payment is taken once', async () => {
  const link = await paying.link({ country: 'ID', currency: 'IDR' })
  const { orderRef } = await paying.start(link, dana)
  await paying.settle(orderRef)
  const waiting = await paying.attempt(link, orderRef)
  expect(waiting).toMatchObject({ state: 'waiting', action: { kind: 'redirect' } })
  await surface.simulator.act(`xendit:${await idOf(orderRef)}`, { act: 'approve' })
  await paying.settle(orderRef)
  expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'paid' })
  expect(await paying.linkState(link)).toBe('success')
  expect(await paying.findings()).toEqual([])
})

test('a payment whose creation was not answered is found by its reference, and not made twice', async () => {
  const link = await paying.link({ country: 'ID', currency: 'IDR' })
  await surface.manner({ fault: 'reset-after', times: 1 })
  const { orderRef } = await paying.start(link, dana)
  await paying.settle(orderRef)
  await paying.settle(orderRef)
  await surface.simulator.act(`xendit:${await idOf(orderRef)}`, { act: 'approve' })
  await paying.settle(orderRef)
  expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'paid' })
})

test('an account that is refused takes nothing, and the attempt ends by the provider’s fault', async () => {
  const link = await paying.link({ country: 'ID', currency: 'IDR' })
  await surface.manner({ fault: 'unauthorised' })
  const { orderRef } = await paying.start(link, dana)
  await paying.settle(orderRef)
  expect(await paying.attempt(link, orderRef)).toMatchObject({
    state: 'declined',
    reason: 'PAYMENT_CHANNEL_UNAVAILABLE',
  })
})

test('a call-back with the token makes the provider be asked, and moves nothing itself; another is not there', async () => {
  const link = await paying.link({ country: 'ID', currency: 'IDR' })
  const { orderRef } = await paying.start(link, dana)
  await paying.settle(orderRef)
  const id = await idOf(orderRef)
  const body = {
    event: 'payment.succeeded',
    created: new Date().toISOString(),
    data: {
      id: 'py-1',
      payment_request_id: id,
      reference_id: orderRef,
      status: 'SUCCEEDED',
      amount: 100,
      currency: 'IDR',
    },
  }
  const path = `/api/callbacks/SIMULATOR/${paying.merchant.key}/sandbox`
  const send = (token: string) => paying.testApp.call(null, 'POST', path, body, { 'x-callback-token': token })
  const jobs = await paying.waitingJobs(orderRef)
  expect((await send('another')).status).toBe(404)
  expect(await paying.waitingJobs(orderRef)).toBe(jobs)
  expect((await send(surface.credentials.callbackToken)).status).toBe(200)
  expect(await paying.waitingJobs(orderRef)).toBe(jobs + 1)
  // Nobody has paid, whatever the call-back says.
  await paying.settle(orderRef)
  expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'waiting' })
  await surface.simulator.act(`xendit:${id}`, { act: 'approve' })
  await paying.settle(orderRef)
  expect(await paying.attempt(link, orderRef)).toMatchObject({ state: 'paid' })
})
