import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import { newInvoice } from '#server/invoices/fixtures.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
})
afterAll(() => testApp.close())

const path = () => `/api/invoices/${merchant.merchantId}/settings`
const read = async () => (await testApp.call(session, 'GET', path())).body.content as unknown as InvoiceSettings
const save = (body: object, by = session) => testApp.call(by, 'PUT', path(), body)

it('nothing is set at first, and the next numbers are those of the default patterns', async () => {
  const year = new Date().getUTCFullYear()
  expect(await read()).toEqual({
    revision: 0,
    next_number: `INV-${year}-0001`,
    next_credit_note_number: `CN-${year}-0001`,
    latest_invoice_date: '',
  })
})

it('what is sent is saved, the rest stays, and two at once do not overwrite each other', async () => {
  expect((await save({ revision: 0, legal_name: 'Acme Trading Pte. Ltd.', tax_number: 'SG1' })).status).toBe(200)
  const answers = await Promise.all([save({ revision: 1, city: 'Singapore' }), save({ revision: 1, city: 'Berlin' })])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await read()).toMatchObject({ revision: 2, legal_name: 'Acme Trading Pte. Ltd.', tax_number: 'SG1' })
})

it('an invoice has the seller as of its issue, whatever is set later', async () => {
  const issued = await newInvoice({ testApp, merchant }, { invoice_date: '2026-03-01', due_date: '2036-01-01' })
  const draft = await newInvoice({ testApp, merchant }, { draft: true })
  await save({ revision: 2, legal_name: 'Acme Holding' })
  const sellerOf = async (invoice_ref: string) => {
    const answer = await testApp.call(session, 'POST', `/merchants/${merchant.key}/invoice-details`, { invoice_ref })
    return (answer.body.content as unknown as { seller: { legal_name: string } }).seller.legal_name
  }
  expect([await sellerOf(issued), await sellerOf(draft)]).toEqual(['Acme Trading Pte. Ltd.', 'Acme Holding'])
  expect((await read()).latest_invoice_date).toBe('2026-03-01')
})

it('an invoice user reads the settings, and administrators change them', async () => {
  const clerk = await testApp.signIn(merchant, { roles: ['invoice-user'] })
  expect((await testApp.call(clerk, 'GET', path())).status).toBe(200)
  expect((await save({ revision: 3, city: 'x' }, clerk)).status).toBe(403)
})
