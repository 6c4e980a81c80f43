import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/payment-pages.ts'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { callPages, createPage } from './fixtures.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = session) =>
  callPages(testApp, as, method, path, body)
const create = (fields: object = {}, as = session) => createPage(testApp, as, fields)
const save = (page: PaymentPage, fields: object, as = session) =>
  call('PUT', `/merchants/paymentPage/${page.page_ref}`, { version: page.version, ...fields }, as)
const read = async (ref: string) => (await call('GET', `/merchants/${merchant.key}/paymentPage/${ref}`)).page

it('tells every error of its calls in `status_message`', () => {
  const ofPages = Object.values(contract).filter((value) => 'at' in value)
  expect(ofPages.length).toBeGreaterThan(14)
  for (const { at, errorKeys } of ofPages) expect(errorKeys, at).toEqual(['status_message'])
})

describe('creating a page', () => {
  it('makes of the bare payload an active page at a fixed amount, called after the merchant’s details', async () => {
    const { status, page } = await create()
    expect(status).toBe(200)
    expect(page).toMatchObject({
      title: 'Mugs', status: 'activated', page_type: 'fixed_amount', amount: 12.5, currency: 'SGD', version: 1,
      stock: 'unlimited', stock_available: null, units_sold: 0, revenue: 0, late_payment: 'accept', payment_types: ['all'],
    }) // prettier-ignore
    expect(page.page_url).toMatch(new RegExp(`/pay/p/${page.page_ref}$`))
    expect(await read(page.page_ref)).toEqual(page)
  })

  it.each<[string, object, string]>([
    ['an unknown field', { colour: 'red' }, 'INVALID_REQUEST_DATA'],
    ['an amount of nothing', { amount: 0 }, 'INVALID_AMOUNT'],
    ['more discount than amount', { merchant_details: { name: 'Mugs', promo_discount: 12.5 } }, 'INVALID_AMOUNT'],
    ['several units of a page for one', { max_quantity: 2 }, 'INVALID_PAGE_TYPE'],
    ['units without a limit', { stock: 'unlimited', stock_available: 3 }, 'INVALID_PAGE_FIELD'],
    ['a picture of another place', { pictures: [{ picture: '/gateway/logos/1.png' }] }, 'INVALID_REQUEST_DATA'],
    ['a reserved address', { custom_url: 'Transactions' }, 'INVALID_PAGE_ADDRESS'],
    [
      'an icon of another network',
      { social_icons: [{ network: 'x', url: 'https://example.com' }] },
      'INVALID_REQUEST_DATA',
    ],
  ])('refuses %s', async (_what, fields, reason) => {
    expect(await create(fields)).toMatchObject({ status: 400, reason })
  })

  it('takes an order id once, and a chosen amount from none on', async () => {
    const id = { merchant_order_id: crypto.randomUUID() }
    expect((await create(id)).status).toBe(200)
    expect(await create(id)).toMatchObject({ status: 400, reason: 'DUPLICATE_TRANSACTION_ERROR' })
    const { page } = await create({ page_type: 'custom_amount', amount: 0, min_amount: 2, max_amount: 50 })
    expect([page.amount, page.min_amount, page.max_amount]).toEqual([0, 2, 50])
  })
})

describe('saving a page', () => {
  it('makes a version of what differs, and none of what does not; who has not seen the latest is told', async () => {
    const { page } = await create()
    const { page: second } = await save(page, {
      amount: 15,
      terms: 'No returns',
      merchant_details: { shipping_charges: 3 },
    })
    expect([second.version, second.amount, second.shipping_charges, second.merchant_name]).toEqual([2, 15, 3, 'Mugs'])
    expect(await save(page, { amount: 20 })).toMatchObject({ status: 409, reason: 'CHANGED_MEANWHILE' })
    expect((await save(second, { amount: 15 })).page.version).toBe(2)
    const versions = await call('GET', `/api/payment-pages/${page.page_ref}/versions`)
    expect(versions.page).toMatchObject([
      { version: 2, changed: expect.arrayContaining(['amount', 'shipping_charges', 'terms']), restored: 0 },
      { version: 1 },
    ])
  })

  it('in another currency keeps the amounts as they are read, or says which has too many decimals', async () => {
    const { page } = await create({ amount: 12, merchant_details: { name: 'Mugs', shipping_charges: 3.5 } })
    const refused = await save(page, { currency: 'JPY' })
    expect([refused.reason, refused.errors?.[0]?.path]).toEqual(['INVALID_AMOUNT', 'merchant_details.shipping_charges'])
    const { page: second } = await save(page, { currency: 'JPY', merchant_details: { shipping_charges: 400 } })
    expect([second.currency, second.amount, second.shipping_charges]).toEqual(['JPY', 12, 400])
  })

  it('of many at once is one', async () => {
    const { page } = await create()
    const saved = await Promise.all(Array.from({ length: 5 }, (_, index) => save(page, { amount: 20 + index })))
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(page.page_ref)).version).toBe(2)
  })

  it('brings a version back as a new one, and leaves the stock alone', async () => {
    const { page } = await create({
      stock: 'limited',
      stock_available: 5,
      custom_fields: [{ type: 'text', title: 'Engraving' }],
    })
    const { page: second } = await save(page, { title: 'Cups', custom_fields: [] })
    const stocked = await call('POST', `/api/payment-pages/${page.page_ref}/stock`, { change: 4 })
    expect(stocked.page).toMatchObject({ stocked: 9, available: 9 })
    const { page: third } = await call('POST', `/api/payment-pages/${page.page_ref}/versions`, {
      restore: 1,
      version: second.version,
    })
    expect(third).toMatchObject({ version: 3, title: 'Mugs', stock_available: 9, custom_fields: page.custom_fields })
  })

  it('never writes the stock of a limited page; taking more than is free says how many are', async () => {
    const { page } = await create({ stock: 'limited', stock_available: 5 })
    expect(await save(page, { stock_available: 50 })).toMatchObject({ status: 400, reason: 'INVALID_PAGE_FIELD' })
    expect(await call('POST', `/api/payment-pages/${page.page_ref}/stock`, { change: -6 })).toMatchObject({
      status: 409,
      reason: 'PAGE_OUT_OF_STOCK',
    })
    expect((await read(page.page_ref)).stock_available).toBe(5)
  })

  it('is over once it is cancelled', async () => {
    const { page } = await create()
    const at = `/merchants/paymentPage/${page.page_ref}/status/cancelled`
    expect((await save(page, { status: 'deactivated' })).page).toMatchObject({ status: 'deactivated', version: 1 })
    expect([(await call('PUT', at, {})).page.availability, (await call('PUT', at, {})).status]).toEqual([
      'cancelled',
      409,
    ])
    expect(await save(page, { title: 'Cups' })).toMatchObject({ status: 409, reason: 'INVALID_STATUS_TYPE' })
  })
})

it('lists pages by what they are and how they stand', async () => {
  const name = `Listed ${Date.now()}`
  await create({ title: name, stock: 'limited', stock_available: 0 })
  const { page: open } = await create({ title: `${name} too` })
  const listed = async (asked: object) => {
    const { body } = await testApp.call(session, 'POST', `/merchants/${merchant.key}/paymentPages`, asked)
    return (body.content as unknown as PaymentPage[]).map(({ title, availability }) => [title, availability])
  }
  expect(await listed({ search: name.toLowerCase(), filters: { availability: 'sold_out' } })).toEqual([
    [name, 'sold_out'],
  ])
  expect(await listed({ search: open.page_ref })).toEqual([[`${name} too`, open.availability]])
})

it('makes a copy that is inactive, with as many units and none of them sold', async () => {
  const { page } = await create({ stock: 'limited', stock_available: 7, custom_url: `Copied${Date.now()}` })
  const { page: copy } = await call('POST', `/api/payment-pages/${page.page_ref}/duplicate`, {})
  expect(copy).toMatchObject({
    title: page.title,
    status: 'deactivated',
    stock_available: 7,
    custom_url: '',
    version: 1,
  })
  expect(copy.page_ref).not.toBe(page.page_ref)
})
