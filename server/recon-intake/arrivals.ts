import { sql } from 'kysely'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { ArrivalReason, ArrivalState } from '#contract/recon-intake-shapes.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { newId } from '#server/kit/db/id.ts'
import { deleteParts } from './places.ts'
import type { RemoteFile } from './sftp-session.ts'

const columns = [
  'arrival_id', 'source', 'name', 'origin', 'size_bytes', 'modified_at', 'state', 'still_since', 'parts',
] as const // prettier-ignore

/** The rows of these paths at a channel's server. Index: recon_arrivals_at_server. */
export async function arrivalsAt(ctx: Ctx, channelKey: string, paths: readonly string[]) {
  const rows = await ctx.own
    .select('recon_arrivals')
    .select(columns)
    .where('channel_key', '=', channelKey)
    .where('way', '=', 'sftp')
    .where(sql<boolean>`origin = any (${paths})`)
    .execute()
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }))
}
export type ArrivalRow = Awaited<ReturnType<typeof arrivalsAt>>[number]

/** The paths of files that stand as they were taken or refused. */
export async function knownArrivals(ctx: Ctx, channelKey: string, files: readonly RemoteFile[]): Promise<Set<string>> {
  const rows = await arrivalsAt(
    ctx,
    channelKey,
    files.map(({ path }) => path),
  )
  const over = rows.filter(({ state }) => state === 'taken' || state === 'refused')
  return new Set(files.filter((file) => over.some((row) => isSame(row, file))).map(({ path }) => path))
}

/** Whether a file stands as it did: the same path, size and time. */
export const isSame = (row: Pick<ArrivalRow, 'origin' | 'size_bytes' | 'modified_at'>, file: RemoteFile): boolean =>
  row.origin === file.path && row.size_bytes === file.size && row.modified_at?.getTime() === file.modifiedAt.getTime()

/** Files of a channel that are watched or under way. Index: recon_arrivals_under_way. */
export async function arrivalsUnderWay(ctx: Ctx, channelKey: string) {
  const rows = await ctx.own
    .select('recon_arrivals')
    .select(columns)
    .where('channel_key', '=', channelKey)
    .where('state', 'in', ['watched', 'coming'])
    .limit(limits.filesWaiting + 1)
    .execute()
  return rows.map((row) => ({ ...row, size_bytes: Number(row.size_bytes) }))
}

type NewArrival = Omit<OwnRow<'recon_arrivals'>, 'arrival_id' | 'at'>
export async function insertArrivals(ctx: Ctx, rows: readonly NewArrival[]): Promise<void> {
  for (let from = 0; from < rows.length; from += insertedAtOnce)
    await ctx.own
      .insert(
        'recon_arrivals',
        rows
          .slice(from, from + insertedAtOnce)
          .map((row) => ({ ...row, arrival_id: newId(), at: ctx.now }) as OwnRow<'recon_arrivals'>),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
const insertedAtOnce = 500

export async function changeArrival(
  ctx: Ctx,
  arrivalId: string,
  set: Partial<OwnRow<'recon_arrivals'>>,
): Promise<void> {
  noteChange(ctx, 'recon_intake', arrivalId)
  await ctx.own
    .update('recon_arrivals')
    .set(set as object)
    .where('arrival_id', '=', arrivalId)
    .execute()
}

/** Ends an arrival, and lets its bytes go. */
export async function endArrival(
  ctx: Ctx,
  arrivalId: string,
  state: Exclude<ArrivalState, 'watched' | 'coming' | 'waiting'>,
  reason: ArrivalReason = '',
  reconId = '',
): Promise<void> {
  await deleteParts(ctx, arrivalId)
  await changeArrival(ctx, arrivalId, { state, reason, recon_id: reconId })
}

/** Says that a part of a file is kept. False when another pull has kept it before. */
export async function countPart(ctx: Ctx, arrivalId: string, place: number): Promise<boolean> {
  const changed = await ctx.own
    .update('recon_arrivals')
    .set({ parts: place + 1, state: 'coming', seen_at: ctx.now })
    .where('arrival_id', '=', arrivalId)
    .where('parts', '=', place)
    .where('state', 'in', ['watched', 'coming'])
    .returning('arrival_id')
    .executeTakeFirst()
  return changed !== undefined
}
