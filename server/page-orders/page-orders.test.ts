import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { findPaymentPage } from '#server/payment-pages/queries.ts'
import { rollUpPage } from '#server/payment-pages/sums.ts'
import { newPage, pageFindings } from './fixtures.ts'
import { findPageOrder } from './queries.ts'

let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

const scope = () => ({ merchantId: paying.merchant.merchantId, environment: 'sandbox' as const })
const inside = <T>(work: Parameters<typeof ownTransaction<T>>[3]) =>
  ownTransaction(paying.testApp.serveParts, scope(), { requestId: 'test' }, work)
const order = async (page: string, body: object = {}, key = crypto.randomUUID()) => {
  const answer = await paying.testApp.call(
    null,
    'POST',
    `/api/checkout/pages/${page}/orders`,
    { version: 1, seen_total: 100, ...body },
    { 'idempotency-key': key },
  )
  const { order_ref: ref = '' } = (answer.body.content ?? {}) as { order_ref?: string }
  return { status: answer.status, reason: answer.body['status_reason'], errors: answer.body['errors'], ref }
}
const giveUp = async (page: string, ref: string) =>
  (await paying.testApp.call(null, 'POST', `/api/checkout/pages/${page}/orders/${ref}/cancel`, {})).status
const pageOf = async (ref: string) => {
  const page = await inside((ctx) => findPaymentPage(ctx, ref))
  if (!page) throw new Error(`no page ${ref}`)
  return page
}
const stock = async (ref: string) => {
  const { stock_available: free, stock_reserved: held, units_sold: sold } = await pageOf(ref)
  return [free, held, sold]
}
const stateOf = (ref: string) => inside(async (ctx) => (await findPageOrder(ctx, ref))?.status)
const jobOf = (job: object, data: object) =>
  runJob(job as never, { ...scope(), ...data }, paying.testApp.serveParts, new AbortController().signal)
const expire = (ref: string) => jobOf(expirePayable, { kind: 'page_order', ref })
const minutesOn = (minutes: number) => (paying.clock.now = new Date(Date.now() + minutes * 60_000))
const pay = async (ref: string) => {
  const { orderRef } = await paying.start(ref, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  return orderRef
}
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
/** An attempt that ended without money here; the provider may prove otherwise. */
const ended = async (ref: string) => {
  const { orderRef } = await paying.start(ref, { method: 'VA_BANK_TRANSFER' })
  await paying.settle(orderRef)
  await paying.cancel(ref, orderRef)
  await paying.settle(orderRef)
  return orderRef
}
const proved = async (orderRef: string) => {
  await paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
  await paying.callBack(orderRef)
  return paying.read(orderRef)
}
const limited = (stock_available: number, more: object = {}) =>
  newPage(paying, { stock: 'limited', stock_available, ...more })
const sound = async () => {
  expect(await pageFindings(paying)).toEqual([])
  expect(await paying.findings()).toEqual([])
}

describe('the units of a page', () => {
  it('are held by an order, sold when it is paid, and never sold twice: of many buyers of the last unit one gets it', async () => {
    const page = await limited(1)
    const buyers = await Promise.all(Array.from({ length: 8 }, () => order(page)))
    const [first, ...others] = buyers.toSorted((one, other) => one.status - other.status)
    expect([first?.status, ...new Set(others.map(({ reason }) => reason))]).toEqual([200, 'PAGE_OUT_OF_STOCK'])
    expect(await stock(page)).toEqual([0, 1, 0])
    expect((await pageOf(page)).availability).toBe('sold_out')
    await pay(first?.ref ?? '')
    expect(await stateOf(first?.ref ?? '')).toBe('success')
    expect(await stock(page)).toEqual([0, 0, 1])
    await sound()
  })

  it('are free again when the order is given up, once, however often it is', async () => {
    const page = await limited(3, { page_type: 'fixed_with_quantity', max_quantity: 3 })
    const { ref } = await order(page, { quantity: 3, seen_total: 300 })
    const answers = await Promise.all([giveUp(page, ref), giveUp(page, ref), giveUp(page, ref)])
    expect(answers.toSorted()).toEqual([200, 409, 409])
    await expire(ref)
    expect(await stock(page)).toEqual([3, 0, 0])
    await sound()
  })

  it('are free again after five minutes without an attempt, and after fifteen behind one that failed', async () => {
    const page = await limited(2)
    const [untried, tried] = [await order(page), await order(page)]
    const { orderRef } = await paying.start(tried.ref, wallet)
    await paying.settle(orderRef)
    await paying.simulator.act(orderRef, { act: 'decline' })
    await paying.settle(orderRef)
    minutesOn(6)
    await expire(untried.ref)
    await expire(tried.ref)
    expect([await stateOf(untried.ref), await stateOf(tried.ref)]).toEqual(['expired', 'processing'])
    minutesOn(16)
    await expire(tried.ref)
    paying.clock.now = null
    expect(await stock(page)).toEqual([2, 0, 0])
    await sound()
  })

  it('stay with an attempt in flight to its own end, however long that takes', async () => {
    const page = await limited(1)
    const { ref } = await order(page)
    const { orderRef } = await paying.start(ref, wallet)
    await paying.settle(orderRef)
    minutesOn(180)
    await Promise.all([expire(ref), expire(ref)])
    expect([await stateOf(ref), (await order(page)).reason]).toEqual(['processing', 'PAGE_OUT_OF_STOCK'])
    paying.clock.now = null
    await paying.simulator.act(orderRef, { act: 'approve' })
    await paying.settle(orderRef)
    expect([await stateOf(ref), await stock(page)]).toEqual(['success', [0, 0, 1]])
    await sound()
  })

  it('are with one of the two when expiry and an attempt meet', async () => {
    for (let round = 0; round < 3; round += 1) {
      const page = await limited(1)
      const { ref } = await order(page)
      await paying.sql(
        `update page_orders set expires_at = now() + interval '40 milliseconds' where order_ref = '${ref}'`,
      )
      await Promise.all([
        paying.start(ref, wallet),
        new Promise((done) => setTimeout(done, 30)).then(() => expire(ref)),
        expire(ref),
      ])
      minutesOn(1)
      await expire(ref)
      paying.clock.now = null
      const found = await inside((ctx) => findPageOrder(ctx, ref))
      const holds = found?.attempt_ref !== ''
      expect([found?.status, found?.units]).toEqual(holds ? ['processing', 'reserved'] : ['expired', 'released'])
      expect(await stock(page)).toEqual(holds ? [0, 1, 0] : [1, 0, 0])
    }
    await sound()
  })

  it('are bought by late money while there are some; else it goes back as the page says', async () => {
    const page = await limited(1)
    const { ref: early } = await order(page)
    const lost = await ended(early)
    minutesOn(121)
    await expire(early)
    paying.clock.now = null
    expect(await stock(page)).toEqual([1, 0, 0])
    expect(await proved(lost)).toMatchObject({ status: 'Success', late: true, late_payment: 'accept', refunding: 0 })
    expect(await stock(page)).toEqual([0, 0, 1])

    const other = await limited(1)
    const { ref: slow } = await order(other)
    const gone = await ended(slow)
    minutesOn(121)
    await expire(slow)
    paying.clock.now = null
    await pay((await order(other)).ref)
    expect(await proved(gone)).toMatchObject({ late: true, late_payment: 'refund', refunding: 100 })
    expect([await stock(other), (await pageOf(other)).revenue]).toEqual([[0, 0, 1], 10_000n])
    await sound()
  })

  it('of one address without an attempt are ten or a tenth of what is left, and no more', async () => {
    const page = await limited(40, { page_type: 'fixed_with_quantity', max_quantity: 10 })
    const ten = { quantity: 10, seen_total: 1_000 }
    const { ref, status } = await order(page, ten)
    expect([status, (await order(page)).reason]).toEqual([200, 'TOO_MANY_UNITS_HELD'])
    await paying.start(ref, wallet)
    expect((await order(page)).status).toBe(200)
    await sound()
  })
})

describe('an order', () => {
  it('costs what the page says: another total than was shown is refused with both, before any money', async () => {
    const page = await newPage(paying, {
      page_type: 'fixed_with_quantity',
      max_quantity: 5,
      merchant_details: { promo_discount: 500n, shipping_charges: 250n },
    })
    const { reason, errors } = await order(page, { quantity: 2, seen_total: 200 })
    expect(reason).toBe('PAGE_CHANGED')
    expect(errors).toEqual([
      expect.objectContaining({ params: { seen: 200, total: 197.5, currency: 'SGD', version: 1 } }),
    ])
    expect((await order(page, { quantity: 2, seen_total: 197.5 })).status).toBe(200)
    expect((await order(page, { quantity: 6, seen_total: 597.5 })).reason).toBe('INVALID_PAGE_FIELD_VALUE')
  })

  it('is made once for an idempotency key', async () => {
    const page = await limited(5)
    const key = crypto.randomUUID()
    const [one, again] = [await order(page, {}, key), await order(page, {}, key)]
    expect([again.ref, await stock(page)]).toEqual([one.ref, [4, 1, 0]])
  })

  it('keeps the answers, and says at each field what is wrong with it', async () => {
    const page = await newPage(paying, {
      name_field: 'required',
      custom_fields: [{ id: 'size', type: 'dropdown', title: 'Size', options: ['S', 'M'], optional: false }],
    })
    expect(await order(page, { fields: { size: 'XL' } })).toMatchObject({
      reason: 'INVALID_PAGE_FIELD_VALUE',
      errors: [
        { path: 'name', reason: 'required' },
        { path: 'fields.size', reason: 'not_a_choice' },
      ],
    })
    expect((await order(page)).reason).toBe('MISSING_PAGE_FIELD_VALUE')
    const { ref } = await order(page, { name: 'Mei Tan', fields: { size: 'M' } })
    const orderRef = await pay(ref)
    const answer = await paying.call('POST', `/merchants/paymentPage/${page}/transactions`, {
      answer: { field: 'size', value: 'M' },
    })
    expect(answer.body.content).toMatchObject({
      transactions: {
        content: [{ order_ref: orderRef, page_order_ref: ref, quantity: 1, name: 'Mei Tan', fields: { size: 'M' } }],
      },
      fields: [{ id: 'size', title: 'Size' }],
    })
  })

  it('is made at no page that is deactivated, cancelled or over; open ones are paid, except after cancel', async () => {
    const page = await limited(5)
    const [open, flying] = [await order(page), await order(page)]
    const { orderRef } = await paying.start(flying.ref, wallet)
    await paying.settle(orderRef)
    await paying.testApp.call(paying.session, 'PUT', `/merchants/paymentPage/${page}`, {
      version: 1,
      status: 'deactivated',
    })
    expect((await order(page)).reason).toBe('PAGE_INACTIVE')
    await paying.testApp.call(paying.session, 'PUT', `/merchants/paymentPage/${page}/status/cancelled`, {})
    expect((await paying.start(open.ref, wallet)).reason).toBe('INVALID_STATUS_TYPE')
    await paying.simulator.act(orderRef, { act: 'approve' })
    await paying.settle(orderRef)
    expect(await stateOf(flying.ref)).toBe('success')
    minutesOn(6)
    await expire(open.ref)
    paying.clock.now = null
    expect(await stock(page)).toEqual([4, 0, 1])
    await sound()
  })

  it('is found by its own page alone', async () => {
    const [page, other] = [await limited(1), await limited(1)]
    const { ref } = await order(page)
    expect([await giveUp(other, ref), await giveUp(page, ref)]).toEqual([404, 200])
    expect((await order('0'.repeat(27))).status).toBe(404)
  })
})

it('the sums of a page are captured less refunded, and the same before and after they are added up', async () => {
  const page = await limited(3)
  const orderRef = await pay((await order(page)).ref)
  await pay((await order(page)).ref)
  const sums = async () => {
    const { captured, refunded, revenue, units_sold } = await pageOf(page)
    return [captured, refunded, revenue, units_sold]
  }
  expect(await sums()).toEqual([20_000n, 0n, 20_000n, 2])
  await Promise.all([jobOf(rollUpPage, { pageRef: page }), jobOf(rollUpPage, { pageRef: page })])
  expect(await sums()).toEqual([20_000n, 0n, 20_000n, 2])
  const { page_order_ref } = await inside((ctx) =>
    ctx.own
      .select('payments')
      .select('payable_ref as page_order_ref')
      .where('order_ref', '=', orderRef)
      .executeTakeFirstOrThrow(),
  )
  const back = (key: string) =>
    paying.testApp.call(
      paying.session,
      'POST',
      `/api/payment-pages/${page}/stock`,
      { change: 1, order_ref: page_order_ref },
      { 'idempotency-key': key },
    )
  expect([(await back('a')).status, (await back('b')).status]).toEqual([200, 409])
  expect(await stock(page)).toEqual([2, 0, 1])
  await sound()
})
