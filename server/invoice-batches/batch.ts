import type { InvoiceBatch } from '#contract/invoice-batches.ts'
import type { Output } from '#contract/kit/call.ts'
import type * as contract from '#contract/invoice-batches.ts'
import { Fault } from '#contract/faults.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { asking } from '#server/invoices/create.ts'
import { checkInvoices, type CheckedInvoice } from './check.ts'
import { runInvoiceBatch } from './jobs.ts'
import { glimpseOf, goodOnes, makeInvoices, totalsOf } from './make.ts'
import { findBatch, insertBatch, listFaults, type Ending, type ItemRow } from './queries.ts'
import { columnsOf, type InvoiceSheet } from './sheet.ts'
import { faultWords } from '#server/kit/http/fault-words.ts'

/** Checks a sheet and, unless it is a dry run, makes the good invoices: few of them at once, many by a job. Returns the batch's id. */
export async function takeSheet(ctx: Ctx, sheet: InvoiceSheet, { dryRun }: { dryRun: boolean }): Promise<string> {
  const author = asking(ctx)
  const checked = await checkInvoices(ctx, columnsOf(sheet.head), sheet.invoices, author)
  const good = goodOnes(checked)
  const count = (outcome: 'good' | 'known' | 'faults') => checked.filter((one) => outcome in one.outcome).length
  const byJob = !dryRun && count('good') > limits.invoiceSheetAtOnce
  const endings = dryRun || byJob ? new Map<number, Ending>() : await makeInvoices(ctx, checked)
  const batchId = newId()
  const batch = {
    batch_id: batchId,
    file_name: sheet.fileName,
    status: dryRun ? ('checked' as const) : byJob ? ('running' as const) : ('done' as const),
    dry_run: dryRun,
    rows: sheet.rows,
    invoices: checked.length,
    made_count: byJob ? 0 : count('good'),
    known_count: count('known'),
    failed_count: count('faults'),
    totals: JSON.stringify(totalsOf(good)),
    first: JSON.stringify(good.slice(0, glimpses).map(glimpseOf)),
    head: JSON.stringify(sheet.head),
    created_at: ctx.now,
    ...author,
    finished_at: dryRun || byJob ? null : ctx.now,
    updated_at: ctx.now,
  }
  insertBatch(
    ctx,
    batch,
    checked.flatMap((one) => itemOf(batchId, one, { ending: endings.get(one.place), byJob })),
  )
  if (byJob) ctx.enqueue(runInvoiceBatch, { batchId })
  return batchId
}
/** The good invoices that a person sees before they are made. */
const glimpses = 5

/** What is kept of an invoice: the key of one that was made, and the rows of one that waits or that has to be mended. */
function itemOf(
  batchId: string,
  { place, key, rows, outcome }: CheckedInvoice,
  { ending, byJob }: { ending: Ending | undefined; byJob: boolean },
): ItemRow[] {
  const item = { batch_id: batchId, place, source_key: key, currency: '' as const, amount_minor: null, rows: '[]' }
  if ('faults' in outcome)
    return [{ ...item, state: 'failed', rows: JSON.stringify(rows), faults: JSON.stringify(outcome.faults) }]
  if (!('good' in outcome)) return []
  const { currency, amountMinor: amount_minor } = outcome.good
  if (byJob) return [{ ...item, state: 'ready', currency, amount_minor, rows: JSON.stringify(rows) }]
  return ending?.state === 'made'
    ? [{ ...item, state: 'made', currency, amount_minor, invoice_ref: ending.invoice_ref }]
    : []
}

/** A batch as its calls answer it. Throws `notFound`. */
export async function shownBatch(ctx: Ctx, batchId: string): Promise<Output<typeof contract.readInvoiceBatch>> {
  const batch = await findBatch(ctx, batchId)
  if (!batch) throw new Fault('notFound')
  const { made_count, known_count, failed_count, totals, head: _, ...shown } = batch
  const faults = await listFaults(ctx, batchId, failuresShown)
  return {
    ...shown,
    success_count: made_count + known_count,
    known_count,
    failed_count,
    failures: faults.map((fault) => ({ ...fault, text: faultWords(fault, ctx.client.language) })),
    totals: (Object.entries(totals) as [Currency, string][]).map(([currency, minor]) => ({
      currency,
      amount: decimalText(BigInt(minor), currency),
    })),
    error_sheet: failed_count > 0 ? errorSheetPath(batchId) : '',
  }
}
const failuresShown = 1_000
const errorSheetPath = (batchId: string): InvoiceBatch['error_sheet'] =>
  `/gateway/api/invoices/batches/${batchId}/errors`
