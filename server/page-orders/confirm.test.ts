import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openShopping, type Shopping } from './fixtures.ts'

let shopping: Shopping
beforeAll(async () => {
  shopping = await openShopping()
})
afterAll(() => shopping.paying.close())

let count = 0
const newAddress = (who: string) => `${who}${count++}@shop.example`
const subjectsTo = async (address: string) =>
  (await messagesTo(shopping.paying.testApp, address)).map(({ subject }) => subject)
const paidSteps = async (page: string) => {
  const { body } = await shopping.paying.testApp.call(
    shopping.paying.session,
    'GET',
    `/api/payment-pages/${page}/funnel`,
  )
  return (body.content as unknown as { paid: number }[]).reduce((sum, { paid }) => sum + paid, 0)
}
/** A page with so many units that writes to two people when an order is paid. */
async function pageOf(units: number, more: object = {}) {
  const [shopper, merchant] = [newAddress('shopper'), newAddress('merchant')]
  const page = await shopping.limited(units, { email_field: 'optional', confirmation_emails: [merchant], ...more })
  return { page, merchant, shopper }
}

describe('a paid order', () => {
  it('is confirmed to the shopper in their language and to the addresses of the page, once', async () => {
    const { page, merchant, shopper } = await pageOf(2, { texts: { ar: { title: 'جولة الميناء' } } })
    const { ref } = await shopping.order(page, { email: shopper, language: 'ar' })
    expect(await subjectsTo(merchant)).toEqual([])
    const orderRef = await shopping.pay(ref)
    await shopping.paying.callBack(orderRef)
    const [mail, ...more] = await messagesTo(shopping.paying.testApp, shopper)
    expect([mail?.text.includes('جولة الميناء'), more]).toEqual([true, []])
    expect(await subjectsTo(merchant)).toEqual(['Harbour tour: a new order is paid'])
  })

  it('is confirmed to nobody whom the page does not write to', async () => {
    const { page, merchant, shopper } = await pageOf(1, { notify_shopper: false, confirmation_emails: [] })
    await shopping.pay((await shopping.order(page, { email: shopper })).ref)
    expect([...(await subjectsTo(shopper)), ...(await subjectsTo(merchant))]).toEqual([])
  })

  it('is confirmed when late money buys its units, and not when the money goes back', async () => {
    const { page, merchant, shopper } = await pageOf(1)
    const first = await shopping.order(page, { email: shopper })
    const late = await shopping.ended(first.ref)
    shopping.minutesOn(121)
    await shopping.expire(first.ref)
    shopping.paying.clock.now = null
    const second = await shopping.order(page)
    const later = await shopping.ended(second.ref)
    shopping.minutesOn(121)
    await shopping.expire(second.ref)
    shopping.paying.clock.now = null
    expect(await shopping.proved(late)).toMatchObject({ late: true, late_payment: 'accept' })
    expect(await shopping.proved(later)).toMatchObject({ late: true, late_payment: 'refund' })
    expect(await subjectsTo(shopper)).toHaveLength(1)
    expect(await subjectsTo(merchant)).toEqual(['Harbour tour: a new order is paid'])
    expect(await paidSteps(page)).toBe(1)
    await shopping.sound()
  })
})
