import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import { full } from '#test/faults/counts.ts'
import { runJobs } from '#test/run-jobs.ts'
import { tradeInvoices } from '#test/trade.ts'
import { openImporting, type Cells, type Importing } from './fixtures.ts'
import { runInvoiceBatch } from './jobs.ts'

/** A real shop's invoices as sheets: what can be billed comes to the penny, and the rest is refused in words. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

type Line = Record<string, string>
const { invoices, real } = tradeInvoices(full ? 3_000 : 60)

const pence = (lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + Number(line['Quantity']) * Math.round(Number(line['UnitPrice']) * 100), 0)
const isPositive = (line: Line) => Number(line['Quantity']) > 0 && Number(line['UnitPrice']) > 0
const isNegative = (line: Line) => Number(line['Quantity']) < 0 || Number(line['UnitPrice']) < 0
const rowsOf = (lines: readonly Line[]): Cells[] =>
  lines.map((line): Cells => {
    const day = line['InvoiceDate']?.slice(0, 10) ?? '2026-03-01'
    return {
      InvoiceNumber: line['InvoiceNo'] ?? '',
      InvoiceDate: day,
      InvoiceDueDate: dayAfter(day, 30),
      CustomerName: `Customer ${line['CustomerID'] || 'unknown'}`,
      CustomerEmail: '',
      Currency: 'GBP',
      LineItem_ID: line['StockCode'] ?? '',
      LineItem_Detail: line['Description']?.trim() || (line['StockCode'] ?? ''),
      LineItem_Quantity: line['Quantity'] ?? '',
      LineItem_Rate: line['UnitPrice'] ?? '',
    }
  })

/** Sheets of whole invoices, as many as their rows need. */
function sheetsOf(all: readonly Line[][]): Cells[][] {
  const sheets: Cells[][] = [[]]
  for (const lines of all) {
    if ((sheets.at(-1)?.length ?? 0) + lines.length > limits.invoiceSheetRows) sheets.push([])
    sheets.at(-1)?.push(...rowsOf(lines))
  }
  return sheets
}

it(
  'invoices of a real book come to what their lines come to; returns and what is for nothing are refused',
  { timeout: 600_000 },
  async () => {
    const all = [...invoices.values()]
    const good = all.filter((lines) => !lines.some(isNegative) && pence(lines) > 0)
    const positive = good.filter((lines) => lines.every(isPositive))
    if (real && full) {
      expect([all.length, positive.length, positive.flat().length, pence(positive.flat())]).toEqual([
        3_000, 2_291, 65_735, 130_645_368,
      ])
      expect(all.filter(([line]) => line?.['InvoiceNo']?.startsWith('C'))).toHaveLength(498)
    }
    const reasons = new Map<string, number>()
    const counts = { rows: 0, made: 0, failed: 0 }
    for (const sheet of sheetsOf(all)) {
      const batch = await many.take(sheet)
      await runJobs(many.paying.testApp, { names: [runInvoiceBatch.name] })
      const done = await many.read(batch)
      expect(done.status).toBe('done')
      counts.rows += done.rows
      counts.made += done.success_count
      counts.failed += done.failed_count
      for (const { reason, text } of done.failures) {
        expect(text).toMatch(/\.$/)
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      }
    }
    expect(counts).toEqual({ rows: all.flat().length, made: good.length, failed: all.length - good.length })
    expect([...reasons.keys()].toSorted()).toEqual(
      ['comes_to_nothing', 'negative_line'].filter((one) => reasons.has(one)),
    )
    const made = await many.paying.sql<{ invoice_number: string; amount_minor: bigint }>(
      'select invoice_number, amount_minor from invoices where merchant_id = $1',
    )
    expect(new Map(made.map(({ invoice_number, amount_minor }) => [invoice_number, Number(amount_minor)]))).toEqual(
      new Map(good.map((lines) => [lines[0]?.['InvoiceNo'], pence(lines)])),
    )
  },
)
