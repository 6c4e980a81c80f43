import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileIn, furtherRow, openImporting, recordsOf, rowOf, type Importing } from './fixtures.ts'

/** The rows that were refused come back as they were, with what to do. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

let last = 0
/** A number that nothing has yet. */
const fresh = () => `R-${(last += 1)}`

describe('the error sheet', () => {
  it('has the rows of what was not made, as they were, and what to do; mended, it makes just these', async () => {
    const [good, bad, worse] = [fresh(), fresh(), fresh()]
    const batch = await many.take([
      rowOf(good, { CustomerPhone: '+6591234567' }),
      rowOf(bad, { CustomerPhone: '+6591234567', LineItem_Detail: '=HYPERLINK("http://x")', LineItem_Rate: '1,5' }),
      furtherRow(bad, { LineItem_Detail: 'Lunch', LineItem_Quantity: '1', LineItem_Rate: '18' }),
      rowOf(worse, { InvoiceDueDate: '03/04/2036', LineItem_Quantity: '-2' }),
    ])
    expect(batch).toMatchObject({ success_count: 1, failed_count: 2 })
    const rows = recordsOf(await many.errorFile(batch))
    expect(rows.map(({ InvoiceNumber, WhatToDo }) => [InvoiceNumber, WhatToDo])).toEqual([
      [bad, 'LineItem_Rate: Write decimals with a point, and no other separators.'],
      [bad, ''],
      [worse, "InvoiceDueDate: This could be 2036-04-03 or 2036-03-04. Write the one you mean. LineItem_Quantity: Can't be negative. Add a discount, or issue a credit note."],
    ]) // prettier-ignore
    expect(rows[0]).toMatchObject({ CustomerPhone: "'+6591234567", LineItem_Detail: `'=HYPERLINK("http://x")` })
    const mended = rows.map((row) => ({
      ...row,
      ...(row['LineItem_Rate'] === '1,5' && { LineItem_Rate: '1.5' }),
      ...(row['LineItem_Quantity'] === '-2' && { LineItem_Quantity: '2', InvoiceDueDate: '2036-04-03' }),
    }))
    const before = await many.count()
    expect(await many.take(mended)).toMatchObject({
      invoices: 2,
      success_count: 2,
      known_count: 0,
      failed_count: 0,
    })
    expect(await many.count()).toBe(before + 2)
    // What a spreadsheet was kept from reckoning is the text that it was.
    expect(await many.invoice(bad)).toMatchObject({
      phone: '+6591234567',
      amount: 21,
      line_items: [{ detail: '=HYPERLINK("http://x")' }, {}],
    })
  })

  it('is in the language of who asks', async () => {
    const batch = await many.take([rowOf(fresh(), { LineItem_Rate: 'two' })])
    const { testApp, session } = many.paying
    const answer = await testApp.call(session, 'GET', batch.error_sheet.replace('/gateway', ''), undefined, {
      'accept-language': 'ar',
    })
    expect(recordsOf(fileIn(answer))[0]?.['WhatToDo']).toMatch(/^LineItem_Rate: \p{Script=Arabic}/u)
  })

  it('is not found where nothing was refused, for a batch that is not there, and for another merchant', async () => {
    const fine = await many.take([rowOf(fresh())])
    const faulty = await many.take([rowOf(fresh(), { Currency: 'QQQ' })])
    const { testApp } = many.paying
    const stranger = await testApp.signIn(await testApp.addMerchant())
    const paths = [
      `/api/invoices/batches/${fine.batch_id}/errors`,
      `/api/invoices/batches/${crypto.randomUUID()}/errors`,
      `/api/invoices/batches/none`,
    ]
    for (const path of paths) expect((await many.get(path)).status, path).toBe(404)
    for (const path of ['', '/errors'])
      expect((await many.get(`/api/invoices/batches/${faulty.batch_id}${path}`, stranger)).status).toBe(404)
    const other = await testApp.call(
      stranger,
      'POST',
      `/merchants/${many.merchant.key}/bulk-create-invoices`,
      undefined,
    )
    expect([400, 401, 403, 404]).toContain(other.status)
    // The same rows at another merchant are another invoice.
    const number = fresh()
    await many.take([rowOf(number)])
    expect(await many.take([rowOf(number)], { as: stranger })).toMatchObject({
      success_count: 1,
      known_count: 0,
    })
  })
})
