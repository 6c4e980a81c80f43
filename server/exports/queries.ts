import { sql } from 'kysely'
import { exportStates, type ExportFailure } from '#contract/exports.ts'
import { limits } from '#contract/limits.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

export function insertExport(ctx: Ctx, row: OwnRow<'export_files'>): void {
  noteChange(ctx, 'export', row.export_id as string)
  ctx.write(ctx.own.insert('export_files', row))
}

/** An export; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findExport(ctx: Ctx, exportId: string, { lock = false } = {}) {
  const question = ctx.own.select('export_files').selectAll().where('export_id', '=', exportId)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** How many exports of a user wait or are being prepared. Index: export_files_under_way. */
export async function countWaiting(ctx: Ctx, subUserId: string): Promise<number> {
  const rows = await ctx.own
    .select('export_files')
    .select('export_id')
    .where('status', 'in', ['queued', 'running'])
    .where('created_by_id', '=', subUserId)
    .where('schedule_id', 'is', null)
    .limit(limits.exportsWaiting)
    .execute()
  return rows.length
}

/** The bytes that the files of the owner take up, those in work too. Index: export_files_kept. */
export async function bytesKept(ctx: Ctx): Promise<number> {
  const [row] = await ctx.tx.query<{ bytes: string | null }>(
    `select sum(size_bytes)::text as bytes from export_files where merchant_id = $1 and environment = $2 and status in ('ready', 'running')`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  return Number(row?.bytes ?? 0)
}

/** Begins an export, or begins it anew; undefined where that is not to be done any more. */
export async function beginRun(ctx: Ctx, exportId: string): Promise<FoundExport | undefined> {
  noteChange(ctx, 'export', exportId)
  return ctx.own
    .update('export_files')
    .set({ status: exportStates.actions.begin.to, run: sql`run + 1`, rows: 0, size_bytes: 0n, updated_at: ctx.now })
    .where('export_id', '=', exportId)
    .where(inState(exportStates.actions.begin.from))
    .returningAll()
    .executeTakeFirst()
}

/** A run of an export: what another run has overtaken writes nothing. */
export interface Run {
  exportId: string
  run: number
}
const ofRun = (ctx: Ctx, { exportId, run }: Run, set: Partial<OwnRow<'export_files'>>) => {
  noteChange(ctx, 'export', exportId)
  return ctx.own
    .update('export_files')
    .set({ ...set, updated_at: ctx.now } as object)
    .where('export_id', '=', exportId)
    .where('run', '=', run)
    .where('status', '=', 'running')
    .returning('export_id')
    .executeTakeFirst()
}

/** Notes how far a run is; false where it is not to go on. */
export const noteProgress = async (ctx: Ctx, run: Run, far: { rows: number; size_bytes: bigint }): Promise<boolean> =>
  (await ofRun(ctx, run, far)) !== undefined

/** Ends an export with its file; false where it is not to be ended any more. */
export const finishRun = async (
  ctx: Ctx,
  run: Run,
  file: { rows: number; size_bytes: bigint; parts: number; digest: string; needs: string[] },
): Promise<boolean> =>
  (await ofRun(ctx, run, {
    ...file,
    status: exportStates.actions.finish.to,
    finished_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + limits.exportDays * 86_400_000),
  })) !== undefined

/** Ends an export without a file; false where it has ended before. */
export async function endExport(
  ctx: Ctx,
  exportId: string,
  how: { status: 'failed'; reason: ExportFailure } | { status: 'cancelled' } | { status: 'expired' },
): Promise<boolean> {
  noteChange(ctx, 'export', exportId)
  const act = ({ failed: 'fail', cancelled: 'cancel', expired: 'expire' } as const)[how.status]
  const ended = await ctx.own
    .update('export_files')
    .set({ ...how, updated_at: ctx.now, ...(how.status !== 'expired' && { finished_at: ctx.now }) })
    .where('export_id', '=', exportId)
    .where(inState(exportStates.actions[act].from))
    .returning('export_id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Exports under way that nothing has happened to since. Index: export_files_under_way. */
export const listUnderWay = (ctx: Ctx, since: Date) =>
  idsOf(
    ctx.own
      .select('export_files')
      .select('export_id')
      .where('status', 'in', ['queued', 'running'])
      .where('updated_at', '<', since)
      .limit(100)
      .execute(),
  )

/** Files whose time is over. Index: export_files_expiring. */
export const listExpired = (ctx: Ctx) =>
  idsOf(
    ctx.own
      .select('export_files')
      .select('export_id')
      .where('status', '=', 'ready')
      .where('expires_at', '<=', ctx.now)
      .limit(100)
      .execute(),
  )

/** Rows that were made before, oldest first. Index: export_files_newest. */
export const listOld = (ctx: Ctx, before: Date) =>
  idsOf(
    ctx.own
      .select('export_files')
      .select('export_id')
      .where('created_at', '<', before)
      .where('status', 'not in', ['queued', 'running', 'ready'])
      .orderBy('created_at')
      .limit(100)
      .execute(),
  )

const idsOf = async (found: Promise<{ export_id: string }[]>): Promise<{ exportId: string }[]> =>
  (await found).map(({ export_id: exportId }) => ({ exportId }))

export const deleteExport = (ctx: Ctx, exportId: string): void =>
  ctx.write(ctx.own.delete('export_files').where('export_id', '=', exportId))
