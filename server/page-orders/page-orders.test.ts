import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPage, openShopping, wallet, type Shopping } from './fixtures.ts'
import { findPageOrder } from './queries.ts'

let shopping: Shopping
let order: Shopping['order']
let giveUp: Shopping['giveUp']
let stock: Shopping['stock']
let stateOf: Shopping['stateOf']
let expire: Shopping['expire']
let minutesOn: Shopping['minutesOn']
let limited: Shopping['limited']
let sound: Shopping['sound']
let inside: Shopping['inside']
let paying: Shopping['paying']
beforeAll(async () => {
  shopping = await openShopping()
  ;({ order, giveUp, stock, stateOf, expire, minutesOn, limited, sound, inside, paying } = shopping)
})
afterAll(() => shopping.paying.close())

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
    expect(await inside((ctx) => findPageOrder(ctx, ref))).toMatchObject({ name: 'Mei Tan', answers: { size: 'M' } })
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

  it('counts as begun also when it is refused, once for each shopper, and as ordered when it is made', async () => {
    const page = await limited(1)
    const funnel = async () => {
      const { body } = await paying.testApp.call(paying.session, 'GET', `/api/payment-pages/${page}/funnel`)
      return body.content
    }
    expect((await order(page, { seen_total: 1 })).status).toBe(409)
    expect((await order(page, { again: true })).status).toBe(200)
    expect((await order(page, { language: 'ar' })).reason).toBe('PAGE_OUT_OF_STOCK')
    expect(await funnel()).toMatchObject([
      { language: 'ar', began: 1, ordered: 0 },
      { language: 'en', began: 1, ordered: 1, attempted: 0, paid: 0 },
    ])
  })
})
