import { Fault, faults as allFaults } from '#contract/faults.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { notify } from '#server/notifications/notify.ts'
import { firstWait } from '#server/payout-store/waits.ts'
import { createOne } from '#server/payouts/create.ts'
import { cellsOpener } from './cells.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { cellReader } from './lines.ts'
import {
  countRow,
  endRow,
  findBatch,
  finishBatch,
  isWaiting,
  listMadeByKey,
  listWaiting,
  type FoundBatch,
  type FoundRow,
} from './queries.ts'
import { columnOfWish, RowFault } from './wish.ts'
import { zoneOf } from './zone.ts'

/**
 * Makes some rows of a batch that wait, each in a transaction of its own with the mark of what became of it: whatever dies in between,
 * none is made twice and none is left out. False when the batch is over.
 */
export async function makeSome(inTransaction: InTransaction, batchId: string, isOver: () => boolean): Promise<boolean> {
  const waiting = await inTransaction((ctx) => nextRows(ctx, batchId))
  if (waiting === null) return false
  for (const { row, outcome } of waiting) {
    if (isOver()) return true
    const wish = 'good' in outcome ? outcome.good : null
    const fault = wish ? await faultOf(() => inTransaction((ctx) => makeRow(ctx, row, wish))) : null
    if (fault ?? !wish)
      await inTransaction((ctx) => refuseRow(ctx, row, fault ?? (outcome as { fault: RowFault }).fault))
  }
  return true
}
/** Rows that are checked again with one round of questions. */
const atOnce = 50

interface Waiting {
  row: FoundRow
  outcome: CheckedRow['outcome']
}

/** The next rows, checked against what is known by now. Null when none waits, and the batch is ended. */
async function nextRows(ctx: Ctx, batchId: string): Promise<Waiting[] | null> {
  const batch = await findBatch(ctx, batchId)
  if (batch?.status !== 'running') return null
  const rows = await listWaiting(ctx, batchId, atOnce)
  if (rows.length === 0) {
    await finish(ctx, batchId)
    return null
  }
  const open = await cellsOpener(ctx)
  const lines = rows.map((row) => ({ rowNo: row.row_no, key: row.row_key, cells: open(row) }))
  const reader = cellReader(batch.head, batch.reading, batch.format === 'csv')
  const checked = await checkRows(ctx, lines, { reader, timeZone: await zoneOf(ctx), now: ctx.now }, new Map())
  return rows.map((row, at) => ({ row, outcome: (checked[at] as CheckedRow).outcome }))
}

async function makeRow(ctx: Ctx, row: FoundRow, wish: PayoutWish): Promise<void> {
  const batch = await findBatch(ctx, row.batch_id, { lock: true })
  // Another worker may have been here.
  if (batch?.status !== 'running' || !(await isWaiting(ctx, row))) return
  const by = ctx.with({ actor: { kind: 'user', id: batch.created_by_id, name: batch.created_by } })
  // The same file, uploaded twice at once.
  const known = (await listMadeByKey(ctx, [row.row_key])).get(row.row_key.toString('hex'))
  const [made] = known === undefined ? await createOne(by, wish, { at: '' }, { batchId: row.batch_id }) : []
  const state = made ? 'created' : 'skipped'
  if (!(await endRow(ctx, row, { state, txn_ref: made?.txn_ref ?? known ?? '' })))
    throw new Error('a row was made twice')
  await countRow(ctx, batch, state, batch.totals)
}

async function refuseRow(ctx: Ctx, row: FoundRow, { field, reason, params }: RowFault): Promise<void> {
  const batch = await findBatch(ctx, row.batch_id, { lock: true })
  if (batch?.status !== 'running') return
  if (!(await endRow(ctx, row, { state: 'error', field, reason, params: JSON.stringify(params) }))) return
  const { currency, amount_minor: amount } = row
  const totals = { ...batch.totals }
  if (currency) totals[currency] = (BigInt(totals[currency] ?? '0') - (amount ?? 0n)).toString()
  await countRow(ctx, batch, 'error', totals)
}

/** Why a payout was refused in the end, in the words of its row. */
async function faultOf(making: () => Promise<void>): Promise<RowFault | null> {
  try {
    await making()
    return null
  } catch (error) {
    if (!(error instanceof Fault) || allFaults[error.fault].http >= 500) throw error
    const [first] = error.errors ?? []
    return new RowFault(
      columnOfWish(first?.path ?? ''),
      first?.reason ?? allFaults[error.fault].reason,
      first?.params ?? {},
    )
  }
}

/** What was made is in the audit log as one act, and whoever has to act is told once. */
async function finish(ctx: Ctx, batchId: string): Promise<void> {
  if (!(await finishBatch(ctx, batchId))) return
  const batch = (await findBatch(ctx, batchId)) as FoundBatch
  const { file_name, created_count, error_count, created_by } = batch
  const changes = madeAs({ created: created_count, failed: error_count, created_by })
  writeAudit(ctx, { action: 'payout-batch.end', objectRef: batchId, result: 'done', changes })
  if (created_count === 0) return
  const kind = (await firstWait(ctx)) === 'verification' ? 'payout_batch_to_verify' : 'payout_batch_to_approve'
  await notify(ctx, kind, { file_name, payouts: String(created_count) })
}
