import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rollUpPage } from '#server/payment-pages/sums.ts'
import { openShopping, wallet, type Shopping } from './fixtures.ts'
import { findPageOrder } from './queries.ts'

let shopping: Shopping
let order: Shopping['order']
let giveUp: Shopping['giveUp']
let pageOf: Shopping['pageOf']
let stock: Shopping['stock']
let stateOf: Shopping['stateOf']
let jobOf: Shopping['jobOf']
let expire: Shopping['expire']
let minutesOn: Shopping['minutesOn']
let pay: Shopping['pay']
let ended: Shopping['ended']
let proved: Shopping['proved']
let limited: Shopping['limited']
let sound: Shopping['sound']
let inside: Shopping['inside']
let post: Shopping['post']
let paying: Shopping['paying']
beforeAll(async () => {
  shopping = await openShopping()
  ;({
    order,
    giveUp,
    pageOf,
    stock,
    stateOf,
    jobOf,
    expire,
    minutesOn,
    pay,
    ended,
    proved,
    limited,
    sound,
    inside,
    post,
    paying,
  } = shopping)
})
afterAll(() => shopping.paying.close())

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
  const back = (key: string) => post(`/api/payment-pages/${page}/stock`, { change: 1, order_ref: page_order_ref }, key)
  expect([(await back('a')).status, (await back('b')).status]).toEqual([200, 409])
  expect(await stock(page)).toEqual([2, 0, 1])
  await sound()
})
