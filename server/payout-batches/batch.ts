import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { readPayoutBatch, uploadPayoutBatch } from '#contract/payout-batches.ts'
import { payoutPlacesOf, resultBegin } from '#contract/payout-sheet.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { faultWords } from '#server/kit/http/fault-words.ts'
import { cellsOpener, cellsSealer } from './cells.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { runPayoutBatch } from './jobs.ts'
import { cellReader, cellTextOf, linesOf, type Line } from './lines.ts'
import {
  findBatch,
  findReading,
  insertBatch,
  keepReading,
  listMadeByKey,
  listPayoutRefs,
  listRows,
  type FoundBatch,
  type FoundRow,
  type SheetRow,
} from './queries.ts'
import { readPayments, type PaymentsRead } from './read-payments.ts'
import { headDigest, missingColumns, readingOf, saysMore } from './reading.ts'
import { zoneOf } from './zone.ts'

type Upload = Input<typeof uploadPayoutBatch>

/** A file that was read, before the database is asked about it. */
export interface ReadUpload extends Omit<PaymentsRead, 'rows'> {
  fileName: string
  head: string[]
  lines: Line[]
}
export async function readUpload({ file }: Upload): Promise<ReadUpload> {
  const { rows, ...read } = await readPayments(file)
  const digest = createHash('sha256')
    .update(await file.bytes())
    .digest()
  return { ...read, fileName: file.name, ...linesOf(rows, digest) }
}

/** Checks a sheet and, unless that is all, has its good rows made. Returns the batch's id. */
export async function takeSheet(ctx: Ctx, upload: ReadUpload, { body }: Pick<Upload, 'body'>): Promise<string> {
  const { head, lines, format, encoding, separator } = upload
  const dryRun = body.dry_run === 'true'
  const reading = readingOf(body, await findReading(ctx, headDigest(head)))
  const reader = cellReader(head, reading, format === 'csv')
  const made = await madeBefore(ctx, lines, reader.madeRef)
  const checked = await checkRows(ctx, lines, { reader, timeZone: await zoneOf(ctx), now: ctx.now }, made)
  const count = (outcome: 'good' | 'made' | 'fault') => checked.filter((one) => outcome in one.outcome).length
  const isRunning = !dryRun && count('good') > 0
  const batchId = newId()
  const batch = {
    batch_id: batchId,
    file_name: upload.fileName,
    format,
    encoding,
    separator,
    status: dryRun ? ('checked' as const) : isRunning ? ('running' as const) : ('done' as const),
    dry_run: dryRun,
    rows: lines.length,
    created_count: 0,
    valid_count: count('good'),
    skipped_count: count('made'),
    error_count: count('fault'),
    totals: JSON.stringify(totalsOf(checked)),
    head: JSON.stringify(head),
    reading: JSON.stringify(reading),
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: userOf(ctx),
    finished_at: isRunning ? null : ctx.now,
    updated_at: ctx.now,
  }
  const sealed = await cellsSealer(ctx, batchId)
  const rows = checked.map(({ line, outcome }): SheetRow => {
    const row = {
      batch_id: batchId,
      row_no: line.rowNo,
      row_key: line.key,
      cells_sealed: sealed(line.rowNo, line.cells),
    }
    if ('made' in outcome) return { ...row, state: 'skipped', txn_ref: outcome.made }
    if ('good' in outcome)
      return { ...row, state: 'valid', currency: outcome.good.currency, amount_minor: outcome.good.amount }
    const { field, reason, params } = outcome.fault
    return { ...row, state: 'error', field, reason, params: JSON.stringify(params) }
  })
  insertBatch(ctx, batch, rows)
  if (!dryRun && saysMore(reading))
    await keepReading(ctx, headDigest(head), { titles: head.slice(0, resultBegin(head)), reading })
  if (isRunning) ctx.enqueue(runPayoutBatch, { batchId })
  return batchId
}

const userOf = ({ actor }: Ctx): string => {
  if (actor.id === null) throw new Error('a sheet is uploaded by a user')
  return actor.id
}

/** The rows that an earlier upload has made: of this very file, or by the references that its result says. */
async function madeBefore(
  ctx: Ctx,
  lines: readonly Line[],
  madeRef: (line: Line) => string,
): Promise<Map<Line, string>> {
  const told = lines.map(madeRef)
  const [byKey, refs] = await Promise.all([
    listMadeByKey(ctx, lines.map(({ key }) => key)),
    listPayoutRefs(ctx, told.filter((ref) => ref !== '')),
  ]) // prettier-ignore
  return new Map(
    lines.flatMap((line, at) => {
      const ref = byKey.get(line.key.toString('hex')) ?? (refs.has(told[at] ?? '') ? told[at] : undefined)
      return ref === undefined ? [] : [[line, ref] as const]
    }),
  )
}

function totalsOf(checked: readonly CheckedRow[]): Partial<Record<Currency, string>> {
  const sums = new Map<Currency, bigint>()
  for (const { outcome } of checked)
    if ('good' in outcome)
      sums.set(outcome.good.currency, (sums.get(outcome.good.currency) ?? 0n) + outcome.good.amount)
  return Object.fromEntries([...sums].map(([currency, minor]) => [currency, minor.toString()]))
}

/** A batch as its calls answer it. Throws `notFound`. */
export async function shownBatch(ctx: Ctx, batchId: string): Promise<Output<typeof readPayoutBatch>> {
  const batch = await findBatch(ctx, batchId)
  if (!batch) throw new Fault('notFound')
  const [first, errors] = await Promise.all([
    listRows(ctx, batchId, { most: limits.payoutSheetPreview }),
    listRows(ctx, batchId, { errors: true, most: limits.payoutSheetErrorsShown }),
  ])
  const open = await cellsOpener(ctx)
  const number = payoutPlacesOf(batch.head, batch.reading.columns).AccountNumber
  const preview = first.map((row) =>
    open(row).map((cell, at) => (at === number ? `…${cellTextOf(cell).slice(-4)}` : cellTextOf(cell)).slice(0, 200)),
  )
  return {
    ...inShort(batch),
    head: batch.head,
    preview,
    missing: batch.emptied_at ? [] : missingColumns(batch.head, batch.reading),
    errors: errors.map((row) => shownRow(ctx, row)),
  }
}

/** A batch as the list shows it. */
export const inShort = ({ reading, totals, ...batch }: FoundBatch) => ({
  ...batch,
  mapping: reading.columns,
  defaults: reading.defaults,
  totals: (Object.entries(totals) as [Currency, string][])
    .filter(([, minor]) => minor !== '0')
    .map(([currency, minor]) => ({ currency, amount: decimalText(BigInt(minor), currency) })),
})

const shownRow = (ctx: Ctx, row: FoundRow) => ({
  row: row.row_no,
  row_status: row.state,
  field: row.field,
  reason: row.reason,
  params: row.params,
  text: faultWords(row, ctx.client.language),
  txn_ref: row.txn_ref,
})
