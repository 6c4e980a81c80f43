import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { newPage } from './fixtures.ts'

let paying: Paying
let page: string
let sold: { orderRef: string; order: string }[]
beforeAll(async () => {
  paying = await openPaying()
  page = await newPage(paying, {
    name_field: 'required',
    custom_fields: [
      { id: 'size', type: 'dropdown', title: 'Size', options: ['S', 'M'], optional: false },
      { id: 'note', type: 'text', title: '=1+1', optional: true },
    ],
  })
  const first = await paid({ name: 'Mei Tan', fields: { size: 'M', note: '=HYPERLINK("x")' } })
  // The dropdown is renamed, the note goes, and a number comes.
  await save({
    custom_fields: [
      { id: 'size', type: 'dropdown', title: 'Shirt size', options: ['S', 'M'], optional: false },
      { id: 'age', type: 'number', title: 'Age', optional: true },
    ],
  })
  const second = await paid({ version: 2, name: 'Omar', fields: { size: 'S', age: '-007.50' } })
  sold = [first, second]
  await paying.sql(
    `update payments set created_at = seconds_after(created_at, -3600) where order_ref = '${first.orderRef}'`,
  )
})
afterAll(() => paying.close())

const post = (path: string, body: object, session: Paying['session'] | null = paying.session) =>
  paying.testApp.call(session, 'POST', path, body, { 'idempotency-key': crypto.randomUUID() })
const save = (fields: object) =>
  paying.testApp.call(paying.session, 'PUT', `/merchants/paymentPage/${page}`, { version: 1, ...fields })
async function paid(order: object) {
  const answer = await post(`/api/checkout/pages/${page}/orders`, { version: 1, seen_total: 100, ...order }, null)
  const { order_ref: ref } = answer.body.content as unknown as { order_ref: string }
  const { orderRef } = await paying.start(ref, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  return { orderRef, order: ref }
}
const exported = async (body: object, ref = page) => {
  const answer = await paying.testApp.app.inject({
    method: 'POST',
    url: `/gateway/merchants/paymentPage/${ref}/export-transactions`,
    headers: { authorization: `Bearer ${paying.session.token}` },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.body, raw: answer.rawPayload }
}

it('the payments of a page are found by an answer, with every field that any version asked under its latest title', async () => {
  const answer = await post(`/merchants/paymentPage/${page}/transactions`, { answer: { field: 'size', value: 'M' } })
  expect(answer.body.content).toMatchObject({
    transactions: {
      content: [
        {
          order_ref: sold[0]?.orderRef,
          page_order_ref: sold[0]?.order,
          quantity: 1,
          name: 'Mei Tan',
          fields: { size: 'M', note: '=HYPERLINK("x")' },
        },
      ],
    },
    fields: [
      { id: 'size', title: 'Shirt size' },
      { id: 'note', title: '=1+1' },
      { id: 'age', title: 'Age' },
    ],
  })
})

it('the export has the payments of the list, and behind the columns that are asked for one for each field ever asked', async () => {
  const { raw } = await exported({ columns: [{ key: 'order_ref' }, { key: 'amount' }, { key: 'quantity' }] })
  expect(rowsOfFile(raw)).toEqual([
    ['order_ref', 'amount', 'quantity', 'Shirt size', "'=1+1", 'Age'],
    // A number is one, with its sign, however much a formula begins like it.
    [sold[1]?.orderRef, 100, 1, 'S', null, -7.5],
    [sold[0]?.orderRef, 100, 1, 'M', `'=HYPERLINK("x")`, null],
  ])
})

it('the export has the rows of the filter alone, as csv too, where a text that a program might run is neutral', async () => {
  const asked = { columns: [{ key: 'name' }], format: 'csv', answer: { field: 'size', value: 'M' } }
  const { text } = await exported(asked)
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    `name,Shirt size,'=1+1,Age`,
    `Mei Tan,M,"'=HYPERLINK(""x"")",`,
    '',
  ])
  const whole = await exported({ columns: [{ key: 'name' }], format: 'csv' })
  expect(whole.text).toContain('Omar,S,,-7.50\r\n')
})

it('the export of a page that is not there is refused, and the audit log names the page of one that is', async () => {
  expect((await exported({}, '0'.repeat(27))).status).toBe(404)
  const rows = await paying.sql<{ action: string; result: string; object_ref: string }>(
    `select action, result, object_ref from audit_events
     where merchant_id = $1 and action like 'payment-page.export-transactions%' and result = 'done'`,
  )
  expect(new Set(rows.map(({ object_ref }) => object_ref))).toEqual(new Set([page]))
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(['payment-page.export-transactions', 'payment-page.export-transactions-end']),
  )
})
