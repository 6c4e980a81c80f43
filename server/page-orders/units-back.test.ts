import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShopping, type Shopping } from './fixtures.ts'

let shopping: Shopping
beforeAll(async () => {
  shopping = await openShopping()
})
afterAll(() => shopping.paying.close())

const several = { page_type: 'fixed_with_quantity' as const, max_quantity: 3 }
async function bought(units: number, more: object = {}) {
  const page = await shopping.limited(5, { ...several, ...more })
  const { ref } = await shopping.order(page, { quantity: units, seen_total: units * 100 })
  return { page, ref, orderRef: await shopping.pay(ref) }
}
const refund = (orderRef: string, body: object, key?: string) =>
  shopping.post(`/api/refund/createRefund/${orderRef}`, { type: 'full', reason: 'other', ...body }, key)
const unitsOf = async (orderRef: string) => {
  const { body } = await shopping.paying.call('GET', `/api/refund/getDataByTransaction/${orderRef}`)
  return (body.content as unknown as { units?: unknown } | undefined)?.units
}

describe('the refund of a payment of a page', () => {
  it('puts no units back by itself, and says how many were sold', async () => {
    const { page, orderRef } = await bought(3)
    expect((await refund(orderRef, {})).status).toBe(200)
    expect([await unitsOf(orderRef), await shopping.stock(page)]).toEqual([
      { sold: 3, returned: 0, to_stock: true },
      [2, 0, 3],
    ])
    await shopping.sound()
  })

  it('puts as many back as it is told to, once for a payment, also when the request comes twice', async () => {
    const { page, orderRef } = await bought(3)
    const wish = { type: 'partial', amount: 100, return_units: 2 }
    const answers = [await refund(orderRef, wish, 'one-refund'), await refund(orderRef, wish, 'one-refund')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([await unitsOf(orderRef), await shopping.stock(page)]).toEqual([
      { sold: 3, returned: 2, to_stock: true },
      [4, 0, 1],
    ])
    expect(await refund(orderRef, { return_units: 1 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'return_units', reason: 'units_are_back' }] },
    })
    await shopping.sound()
  })

  it('that is refused puts nothing back, and one that would put back too many is refused whole', async () => {
    const { page, orderRef } = await bought(2)
    expect(await refund(orderRef, { return_units: 3 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'return_units', reason: 'more_than_sold', params: { most: 2 } }] },
    })
    expect((await refund(orderRef, { type: 'partial', amount: 201, return_units: 2 })).status).toBe(400)
    expect([await unitsOf(orderRef), await shopping.stock(page)]).toEqual([
      { sold: 2, returned: 0, to_stock: true },
      [3, 0, 2],
    ])
  })

  it('of many at once that put units back, one does', async () => {
    const { page, orderRef } = await bought(3)
    const wish = { type: 'partial', amount: 50, return_units: 3 }
    const answers = await Promise.all([1, 2, 3].map(() => refund(orderRef, wish)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(await shopping.stock(page)).toEqual([5, 0, 0])
    await shopping.sound()
  })
})

it('a payment that bought no units of a page has none to put back', async () => {
  const { paying } = shopping
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  expect(await unitsOf(orderRef)).toBeNull()
  expect(await refund(orderRef, { return_units: 1 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'return_units', reason: 'no_units' }] },
  })
  const late = await shopping.limited(1)
  const { ref } = await shopping.order(late)
  const gone = await shopping.ended(ref)
  shopping.minutesOn(121)
  await shopping.expire(ref)
  paying.clock.now = null
  await shopping.pay((await shopping.order(late)).ref)
  await shopping.proved(gone)
  expect(await unitsOf(gone)).toBeNull()
})
