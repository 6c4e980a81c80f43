import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'
import { limits } from '#contract/limits.ts'
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

const path = () => `/merchants/${merchant.key}/invoice_templates`
const make = (name: string, more: object = {}) =>
  testApp.call(session, 'POST', '/merchants/invoice_template', {
    name,
    currency: 'SGD',
    environment: 'sandbox',
    ...more,
  })
const made = async (name: string, more: object = {}): Promise<InvoiceTemplate> => {
  const answer = await make(name, more)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as InvoiceTemplate
}
const list = async () => (await testApp.call(session, 'GET', path())).body.content as unknown as InvoiceTemplate[]
const reasonOf = (answer: Awaited<ReturnType<typeof make>>) => [answer.status, answer.body['status_reason']]

it('a template has what it was saved with, and is listed by name', async () => {
  const parts = {
    description: 'Monthly',
    line_items: [{ detail: 'Rent', quantity: 1, rate: 900 }],
    additional_costs: [{ title: 'Service', type: 'CHARGE', amount: 5, charge_nature: 'PERCENT' }],
    reminders: [{ time: 3, unit: 'days_after_due_date' }],
    allow_partial: true,
    due_days: 14,
    look: { design: 'modern' },
  }
  await made('b of two')
  const template = await made('A of two', parts)
  expect(template).toMatchObject({ ...parts, name: 'A of two', revision: 1, deleted: false, created_by: 'Test User' })
  expect((await list()).map(({ name }) => name)).toEqual(['A of two', 'b of two'])
  const read = await testApp.call(session, 'GET', `${path()}/${template.template_ref}`)
  expect(read.body.content).toEqual(template)
})

it('a name is taken in any case, until its template is deleted', async () => {
  const { template_ref } = await made('Retainer')
  expect(reasonOf(await make('retainer'))).toEqual([400, 'DUPLICATE_NAME'])
  expect((await testApp.call(session, 'DELETE', `${path()}/${template_ref}`)).status).toBe(200)
  expect(await made('RETAINER')).toMatchObject({ revision: 1 })
  const read = await testApp.call(session, 'GET', `${path()}/${template_ref}`)
  expect(read.body.content).toMatchObject({ name: 'Retainer', deleted: true })
  expect((await list()).filter(({ name }) => name.toLowerCase() === 'retainer')).toHaveLength(1)
})

it('a template is saved as a whole from its latest revision, and not once it is deleted', async () => {
  const { template_ref } = await made('Once', { description: 'first' })
  const save = (body: object) =>
    testApp.call(session, 'PUT', `${path()}/${template_ref}`, { name: 'Once', currency: 'EUR', ...body })
  const [first, second] = await Promise.all([save({ revision: 1 }), save({ revision: 1 })])
  expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([200, 409])
  const saved = (await testApp.call(session, 'GET', `${path()}/${template_ref}`)).body
    .content as unknown as InvoiceTemplate
  expect([saved.revision, saved.currency, saved.description]).toEqual([2, 'EUR', undefined])
  await testApp.call(session, 'DELETE', `${path()}/${template_ref}`)
  expect(reasonOf(await save({ revision: 2 }))).toEqual([409, 'INVALID_STATUS_TYPE'])
  expect((await testApp.call(session, 'DELETE', `${path()}/${template_ref}`)).status).toBe(409)
})

it(`a merchant has ${limits.invoiceTemplates} templates and no more`, async () => {
  const before = (await list()).length
  for (let n = before; n < limits.invoiceTemplates; n++) await made(`T${n}`)
  expect(reasonOf(await make('one more'))).toEqual([400, 'INVALID_MAXIMUM_AMOUNT_LIMIT'])
})
