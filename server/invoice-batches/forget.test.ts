import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { jobs } from '#server/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openImporting, rowOf, type Importing } from './fixtures.ts'
import { forgetInvoiceBatch } from './jobs.ts'

let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

it('a sheet is forgotten some months after its end, and the same rows still make nothing', async () => {
  const rows = [rowOf('F-1'), rowOf('F-2', { LineItem_Rate: 'x' })]
  const batches = [await many.take(rows), await many.take([rowOf('F-3')], { dryRun: true })]
  const invoices = await many.count()
  const forget = async (days: number) => {
    many.inv.daysOn(days)
    await sweepJobs({ declared: jobs, ...many.paying.testApp.serveParts }, many.inv.scope)
    await runJobs(many.paying.testApp, { names: [forgetInvoiceBatch.name], until: many.inv.now() })
    many.paying.clock.now = null
  }
  await forget(limits.invoiceBatchDays - 1)
  for (const batch of batches) expect(await many.read(batch)).toMatchObject({ batch_id: batch.batch_id })
  await forget(limits.invoiceBatchDays + 1)
  for (const { batch_id: id } of batches) expect((await many.get(`/api/invoices/batches/${id}`)).status).toBe(404)
  const items = await many.paying.sql<{ state: string; rows: unknown }>(
    'select state, rows from invoice_batch_items where merchant_id = $1',
  )
  expect(items).toEqual([{ state: 'made', rows: [] }])
  expect(await many.take(rows)).toMatchObject({ success_count: 1, known_count: 1, failed_count: 1 })
  expect(await many.count()).toBe(invoices)
})
