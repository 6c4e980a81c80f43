import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceBatch } from '#contract/invoice-batches.ts'
import { limits } from '#contract/limits.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openImporting, recordsOf, rowOf, type Importing } from './fixtures.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { runInvoiceBatch } from './jobs.ts'

/** More invoices than a request makes: a job makes them, and nothing twice whatever dies in between. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())
afterEach(() => {
  many.paying.clock.now = null
})

const above = limits.invoiceSheetAtOnce + 1
let sheets = 0
const sheetOf = (count: number) => {
  const sheet = (sheets += 1)
  return Array.from({ length: count }, (_, at) => rowOf(`J${sheet}-${at}`))
}
const run = ({ batch_id: batchId }: InvoiceBatch) => many.inv.job(runInvoiceBatch, { batchId })
/** What the sweep would find. */
const overdue = () =>
  many.inv.inside(async (ctx) => (await runInvoiceBatch.overdue?.list(ctx, new Date(Date.now() + 60_000))) ?? [])
/** Runs the job until a worker would be killed: in the transaction after so many invoices. */
async function runAndDie({ batch_id: batchId }: InvoiceBatch, afterTransactions: number) {
  const { serveParts } = many.paying.testApp
  const { database } = serveParts
  let begun = 0
  const dying: typeof database = {
    ...database,
    transaction: (scope, work) =>
      database.transaction(scope, async (tx) => {
        const done = await work(tx)
        if ((begun += 1) > afterTransactions) throw new Error('killed')
        return done
      }),
  }
  const data = { ...many.inv.scope, batchId }
  await expect(
    runJob(runInvoiceBatch as never, data, { ...serveParts, database: dying }, new AbortController().signal),
  ).rejects.toThrow('killed')
}

describe('a sheet of more than 500', () => {
  it('is made by a job, with progress on the way and a notification at the end', async () => {
    const before = await many.count()
    const rows = [...sheetOf(above + 1), rowOf('J-bad', { LineItem_Rate: 'x' })]
    const batch = await many.take(rows)
    expect(batch).toMatchObject({
      status: 'running',
      invoices: above + 2,
      success_count: 0,
      failed_count: 1,
      finished_at: null,
    })
    expect(batch.totals).toEqual([{ currency: 'SGD', amount: `${(above + 1) * 100}.00` }])
    expect(await many.count()).toBe(before)
    expect(await overdue()).toContainEqual({ batchId: batch.batch_id })
    await runAndDie(batch, 3)
    expect(await many.read(batch)).toMatchObject({ status: 'running', success_count: 150, failed_count: 1 })
    expect(await many.count()).toBe(before + 150)
    // One that was still to come is made by hand meanwhile.
    await many.inv.create({ merchant_invoice_ref: 'J1-400', invoice_number: 'J1-400' })
    // Again, and by several at once.
    await Promise.all([run(batch), run(batch)])
    await run(batch)
    const done = await many.read(batch)
    expect(done).toMatchObject({ status: 'done', success_count: above, failed_count: 2 })
    expect(done.totals).toEqual([{ currency: 'SGD', amount: `${above * 100}.00` }])
    expect(done.failures.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [402, 'InvoiceNumber', 'number_taken'],
      [above + 3, 'LineItem_Rate', 'not_a_number'],
    ])
    expect(recordsOf(await many.errorFile(done)).map(({ InvoiceNumber }) => InvoiceNumber)).toEqual(['J1-400', 'J-bad'])
    expect(await many.count()).toBe(before + above + 1)
    expect(await overdue()).toEqual([])
    const notices = await many.paying.sql<{ facts: object }>(
      `select facts from notices where merchant_id = $1 and kind = 'invoice_batch_done'`,
    )
    expect(notices.map(({ facts }) => facts)).toMatchObject([
      { batch_id: batch.batch_id, made: String(above), failed: '2' },
    ])
    expect(await many.invoice('J1-500')).toMatchObject({ created_by: 'Test User', amount: 100 })
    expect(await many.inv.findings()).toEqual([])
  })

  it('of which the first are there already makes the others, and the same sheet again nothing', async () => {
    const rows = sheetOf(above + 10)
    await many.take(rows.slice(0, 10))
    const batch = await many.take(rows)
    expect(batch).toMatchObject({ status: 'running', success_count: 10, known_count: 10 })
    await runJobs(many.paying.testApp, { names: [runInvoiceBatch.name] })
    const before = await many.count()
    expect(await many.read(batch)).toMatchObject({ status: 'done', success_count: above + 10, known_count: 10 })
    expect(await many.take(rows)).toMatchObject({ status: 'done', known_count: above + 10 })
    expect(await many.count()).toBe(before)
  })
})
