import { sql, type Expression, type SqlBool } from 'kysely'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import { refundBatchStates, type RefundRowFault } from '#contract/refund-batches.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { refundableMinor } from '#server/refunds/reserve.ts'
import type { CheckedLine, Target } from './check-rows.ts'

/**
 * The successful payments that each reference means: a payment's own, or an order's. Indexes: primary key,
 * payments_by_order.
 */
export async function findTargets(ctx: Ctx, references: readonly string[]): Promise<Map<string, Target[]>> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select([
      'order_ref',
      'merchant_order_ref',
      'currency',
      'status',
      'amount_minor',
      'refunded_minor',
      'refunding_minor',
    ])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('status', '=', 'Success')
    .where(sql<boolean>`(order_ref = any (${references}) or merchant_order_ref = any (${references}))`)
    .execute()
  const wanted = new Set(references)
  const found = new Map<string, Target[]>()
  for (const row of rows) {
    const target = { orderRef: row.order_ref, currency: row.currency, leftMinor: refundableMinor(row) }
    for (const name of new Set([row.order_ref, row.merchant_order_ref]))
      if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), target])
  }
  return found
}

/** Which rows of a file have been refunded before, as hex. Index: refund_batch_rows_once. */
export async function listDoneKeys(ctx: Ctx, keys: readonly Buffer[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('refund_batch_rows')
    .select('row_key')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('state', '=', 'asked')
    .where(sql<boolean>`row_key = any (${keys})`)
    .execute()
  return new Set(rows.map(({ row_key }) => row_key.toString('hex')))
}

export async function insertBatch(
  ctx: Ctx,
  { batchId, fileName, lines }: { batchId: string; fileName: string; lines: readonly CheckedLine[] },
): Promise<void> {
  noteChange(ctx, 'refund_batch', batchId)
  const own = { merchant_id: ctx.owner.merchantId, environment: ctx.owner.environment, batch_id: batchId }
  await ctx.db
    .insertInto('refund_batches')
    .values({
      ...own,
      file_name: fileName,
      status: 'checked',
      created_at: ctx.now,
      created_by: ctx.actor.name,
      starts_at: null,
      finished_at: null,
      updated_at: ctx.now,
    })
    .execute()
  // So many at a time, since a statement takes 65,535 values.
  for (let from = 0; from < lines.length; from += 1_000)
    await ctx.db
      .insertInto('refund_batch_rows')
      .values(lines.slice(from, from + 1_000).map((line) => ({ ...own, ...rowOf(batchId, line) })))
      .execute()
}

function rowOf(batchId: string, line: CheckedLine) {
  const sheet = {
    row_ref: `${batchId}-${String(line.rowNo).padStart(6, '0')}`,
    row_no: BigInt(line.rowNo),
    row_key: line.key,
    reference: line.reference,
    amount_text: line.amount,
    currency_text: line.currency,
    reason_text: line.reason,
    note: line.note,
  }
  const { faults, refund } = line
  return {
    ...sheet,
    state: refund ? ('ready' as const) : ('invalid' as const),
    ...keptFaults(faults),
    order_ref: refund?.orderRef ?? '',
    currency: refund?.currency ?? ('' as const),
    amount_minor: refund?.amountMinor ?? null,
  }
}

/** The first fault has columns of its own, which versions before this one read. */
const keptFaults = (faults: readonly RefundRowFault[]) => ({
  faults: JSON.stringify(faults),
  fault: faults[0]?.fault ?? '',
  fault_params: JSON.stringify(faults[0]?.params ?? {}),
})

/** The batch of this id; none for a text that cannot be one. */
export const ofBatch = (batchId: string): Expression<SqlBool> =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(batchId) ? sql`batch_id = cast(${batchId} as uuid)` : sql`false`

const ofOwner = (ctx: Ctx) =>
  ctx.db
    .selectFrom('refund_batches')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
const shown = [
  'batch_id',
  'file_name',
  'status',
  'created_at',
  'created_by',
  'confirmed_by',
  'starts_at',
  'finished_at',
] as const

/** The latest batches with the counts of their rows; one of them when it is named. */
export async function listBatches(ctx: Ctx, batchId?: string) {
  const batches = await (batchId === undefined ? ofOwner(ctx) : ofOwner(ctx).where(ofBatch(batchId)))
    .select(shown)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  if (batches.length === 0) return []
  const counts = await ctx.db
    .selectFrom('refund_batch_rows')
    .select(({ fn }) => [
      'batch_id',
      'state',
      'currency',
      fn.countAll<bigint>().as('rows'),
      fn.sum<string>('amount_minor').as('amount'),
    ])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where(
      'batch_id',
      'in',
      batches.map(({ batch_id }) => batch_id),
    )
    .groupBy(['batch_id', 'state', 'currency'])
    .execute()
  return batches.map((batch) => {
    const own = counts.filter(({ batch_id }) => batch_id === batch.batch_id)
    const rows = (state?: string) =>
      own.reduce((sum, count) => sum + (state === undefined || count.state === state ? Number(count.rows) : 0), 0)
    const sums = new Map<Currency, bigint>()
    for (const { currency, amount } of own)
      if (currency !== '' && amount !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
    const totals = [...sums].map(([currency, minor]) => ({ currency, amount: decimalText(minor, currency) }))
    return {
      ...batch,
      rows: rows(),
      ready: rows('ready'),
      invalid: rows('invalid'),
      asked: rows('asked'),
      failed: rows('failed'),
      totals,
    }
  })
}

/**
 * Moves a batch by an action of its machine; undefined when its state does not allow it, and with `due` when its time has
 * not come. Guarantee: one guarded update, so a batch is called off or begun, never both.
 */
export const moveBatch = (
  ctx: Ctx,
  batchId: string,
  action: keyof typeof refundBatchStates.actions,
  facts: { confirmed_by?: string; confirmed_by_id?: string | null; starts_at?: Date; finished_at?: Date } = {},
) => {
  noteChange(ctx, 'refund_batch', batchId)
  const { from, to } = refundBatchStates.actions[action]
  const update = ctx.db
    .updateTable('refund_batches')
    .set({ status: to, updated_at: ctx.now, ...facts })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where(ofBatch(batchId))
    .where(inState(from))
  return (action === 'run' ? update.where('starts_at', '<=', ctx.now) : update)
    .returning(['batch_id', 'confirmed_by_id'])
    .executeTakeFirst()
}

/** Takes the next row of a batch that waits for its turn, locked until the commit. Index: refund_batch_rows_in_order. */
export async function takeNextRow(ctx: Ctx, batchId: string) {
  const row = await ctx.db
    .selectFrom('refund_batch_rows as r')
    .innerJoin('refund_batches as b', (join) =>
      join
        .on('b.merchant_id', '=', ctx.owner.merchantId)
        .onRef('b.environment', '=', 'r.environment')
        .onRef('b.batch_id', '=', 'r.batch_id'),
    )
    .select([
      'r.row_ref',
      'r.order_ref',
      'r.amount_minor',
      'r.amount_text',
      'r.currency',
      'r.reason_text',
      'r.note',
      'b.confirmed_by',
    ])
    .where('r.merchant_id', '=', ctx.owner.merchantId)
    .where('r.environment', '=', ctx.owner.environment)
    .where('r.batch_id', '=', batchId)
    .where('b.status', '=', 'running')
    .where('r.state', '=', 'ready')
    .orderBy('r.row_no')
    .limit(1)
    .forUpdate('r')
    .executeTakeFirst()
  return row && { ...row, reason: row.reason_text }
}

/** What became of a row. */
export async function endRow(
  ctx: Ctx,
  { batchId, rowRef }: { batchId: string; rowRef: string },
  end: { state: 'asked'; refund_id: string } | { state: 'failed'; fault: RefundRowFault },
): Promise<void> {
  noteChange(ctx, 'refund_batch', batchId)
  await ctx.db
    .updateTable('refund_batch_rows')
    .set(end.state === 'asked' ? end : { state: end.state, ...keptFaults([end.fault]) })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('row_ref', '=', rowRef)
    .where('state', '=', 'ready')
    .execute()
}

/** Batches whose time has come or that are under way, and that nothing has happened to since. */
export async function listDue(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ofOwner(ctx)
    .select('batch_id')
    .where('status', 'in', ['waiting', 'running'])
    .where('starts_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ batch_id }) => batch_id)
}
