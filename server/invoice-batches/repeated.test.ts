import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceBatch } from '#contract/invoice-batches.ts'
import { csvOf, openImporting, rowOf, type Importing } from './fixtures.ts'

/** Rows that come again: nothing is made twice. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

let last = 0
/** A number that nothing has yet. */
const fresh = () => `S-${(last += 1)}`
const counts = ({ status, invoices, success_count, known_count, failed_count }: InvoiceBatch) => ({
  status,
  invoices,
  success_count,
  known_count,
  failed_count,
})

describe('the same again', () => {
  it('makes nothing, in another file and order of columns either, and counts as made', async () => {
    const rows = [rowOf(fresh()), rowOf(fresh())]
    await many.take(rows)
    const before = await many.count()
    expect(counts(await many.take(rows))).toMatchObject({ success_count: 2, known_count: 2, failed_count: 0 })
    const turned = csvOf(rows, Object.keys(rows[0] ?? {}).toReversed())
    expect(counts(many.batchOf(await many.upload(turned, { name: 'copy.csv' })))).toMatchObject({ known_count: 2 })
    expect(await many.count()).toBe(before)
  })

  it('under one key is answered as the first time; with other words under the same number it is refused', async () => {
    const number = fresh()
    const key = crypto.randomUUID()
    const sheet = csvOf([rowOf(number)])
    const first = await many.upload(sheet, { key })
    expect((await many.upload(sheet, { key })).text).toBe(first.text)
    const other = await many.take([rowOf(number, { LineItem_Rate: '51' })])
    expect(other).toMatchObject({
      failed_count: 1,
      failures: [{ row: 2, column: 'InvoiceNumber', reason: 'number_taken' }],
    })
  })

  it('twice at once is made once', async () => {
    const rows = Array.from({ length: 20 }, () => rowOf(fresh()))
    const before = await many.count()
    const answers = await Promise.all([many.upload(csvOf(rows)), many.upload(csvOf(rows.toReversed()))])
    expect(await many.count()).toBe(before + 20)
    for (const answer of answers) expect([200, 400, 409, 503], answer.text).toContain(answer.status)
    expect(counts(await many.take(rows))).toMatchObject({ success_count: 20, known_count: 20 })
  })
})
