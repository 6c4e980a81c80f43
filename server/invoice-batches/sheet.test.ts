import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceSheetColumns } from '#contract/invoice-batches.ts'
import { limits } from '#contract/limits.ts'
import type { Answer } from '#test/test-app.ts'
import { csvOf, fileIn, openImporting, recordsOf, rowOf, type Importing } from './fixtures.ts'

/** Sheets as a whole: what no invoice can be made of, and the sample. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

const faultOf = (answer: Answer) => {
  const [error] = answer.body['errors'] as { reason: string; params?: { columns?: string } }[]
  return [answer.status, answer.body['status_reason'], error?.reason, error?.params?.columns ?? '']
}

describe('a sheet', () => {
  it.each([
    ['without needed columns', 'InvoiceNumber,Currency\n1,SGD', 'missing_columns', 'InvoiceDate, InvoiceDueDate, CustomerName, CustomerEmail, LineItem_ID, LineItem_Detail, LineItem_Quantity, LineItem_Rate'],
    ['with a column twice', `${csvOf([rowOf('1')]).toString().replace('LineItem_ID,', 'LineItem_ID,currency,')}`, 'doubled_columns', 'Currency'],
    ['with a column that nobody knows', csvOf([{ ...rowOf('1'), Colour: 'red' } as never]).toString(), 'unknown_columns', 'Colour'],
    ['with cells under no title', `${csvOf([rowOf('1')]).toString()},,"x"`, 'unknown_columns', 'L'],
    ['with a head alone', csvOf([rowOf('1')]).toString().split('\n')[0] ?? '', 'empty_file', ''],
    ['with too many rows', csvOf(Array.from({ length: limits.invoiceSheetRows + 1 }, () => rowOf('1'))).toString(), 'too_many_rows', ''],
    ['with too many invoices', csvOf(Array.from({ length: limits.invoiceSheetInvoices + 1 }, (_, at) => rowOf(`${at}`))).toString(), 'too_many_invoices', ''],
  ])('%s is refused in words', async (_what, sheet, reason, columns) => {
    expect(faultOf(await many.upload(Buffer.from(sheet)))).toEqual([400, 'INVALID_FILE', reason, columns])
  }) // prettier-ignore
})

it('the sample has all columns and is good as it is', async () => {
  const answer = await many.get('/api/invoices/sample-sheet')
  const file = fileIn(answer)
  expect(Object.keys(recordsOf(file)[0] ?? {})).toEqual([...invoiceSheetColumns])
  const batch = many.batchOf(await many.upload(file, { name: 'sample.xlsx', dryRun: true }))
  expect(batch).toMatchObject({ rows: 3, invoices: 2, success_count: 2, failures: [] })
})
