import { sql, type Expression, type SqlBool } from 'kysely'
import { allowed, denialByAll, type RuleName } from '#contract/access.ts'
import type { ExportCall, ExportRow, listExports as listCall } from '#contract/exports.ts'
import type { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { rulesOf } from '#contract/kit/call-facts.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { findExport, type FoundExport } from './queries.ts'

const shown = [
  'export_id',
  'of',
  'status',
  'reason',
  'format',
  'rows',
  'size_bytes',
  'digest',
  'schedule',
  'created_by',
  'created_at',
  'finished_at',
  'expires_at',
  'needs',
] as const
/** Prepared exports as lists read them. */
export const exports = {
  table: 'export_files',
  rows: build.selectFrom('export_files').select(shown).compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'export_id', key: 'export_id' },
} satisfies ListOf<object>

export type Kept = Pick<FoundExport, (typeof shown)[number]>

/** The exports that a user may see, the newest first. Index: export_files_newest. */
export async function listExports(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<Output<typeof listCall>> {
  const user = ownUser(ctx)
  const conditions: Expression<SqlBool>[] = [
    ...commonConditions({ ...request, filters: { created_at: request.filters?.created_at } }),
  ]
  const { status, of } = request.filters ?? {}
  if (status) conditions.push(hasState(ctx, status))
  if (of) conditions.push(oneOf('of', of))
  if (request.search) conditions.push(sql`export_id = ${request.search.trim()}`)
  if (!allowed('administration', user)) conditions.push(isOf(user))
  const page = await pageOf<Kept>(ctx, exports as unknown as ListOf<Kept>, request, conditions)
  return { ...page, content: page.content.map((row) => shownExport(ctx, user, row)) }
}

/** Files whose time is over are `expired`, also before the job has come. */
export function hasState(ctx: Ctx, status: string | readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`(case when status = 'ready' and expires_at <= ${ctx.now} then 'expired' else status end) = any (${[status].flat()})`
}

/** Exports of the user, and those that a schedule makes for them. */
export const isOf = ({ subUserId }: User) =>
  sql<SqlBool>`(created_by_id = ${subUserId} or cast(${subUserId} as uuid) = any (shared_with))`

/** An export that the user may see. Throws `notFound`. */
export async function existingExport(ctx: Ctx, exportId: string, { lock = false } = {}): Promise<FoundExport> {
  const row = await findExport(ctx, exportId, { lock })
  if (!row || !isFor(row, ownUser(ctx))) throw new Fault('notFound')
  return row
}
/** Whether there is such an export and the user may see it. */
export async function isSeen(ctx: Ctx, exportId: string): Promise<boolean> {
  const row = await findExport(ctx, exportId)
  return row !== undefined && isFor(row, ownUser(ctx))
}
const isFor = (row: FoundExport, user: User): boolean =>
  row.created_by_id === user.subUserId || row.shared_with.includes(user.subUserId) || allowed('administration', user)

export const stateOf = ({ now }: Pick<Ctx, 'now'>, { status, expires_at }: Pick<Kept, 'status' | 'expires_at'>) =>
  status === 'ready' && expires_at && expires_at <= now ? 'expired' : status

/** An export as its calls answer it. */
export function shownExport(ctx: Ctx, user: User, row: Kept): z.output<typeof ExportRow> {
  const { needs: _, size_bytes, ...told } = row
  const status = stateOf(ctx, row)
  const downloadable = status === 'ready' && mayHave(ctx, user, row)
  return { ...told, of: row.of as ExportCall, status, size_bytes: Number(size_bytes), downloadable }
}

/** Whether the user satisfies the rules of the list and of the columns in the file. */
export function mayHave({ services }: Ctx, user: User, { of, needs }: Pick<Kept, 'of' | 'needs'>): boolean {
  const source = services.exports.get(of)
  if (!source || denialByAll(rulesOf(source.call), user)) return false
  return needs.every((rule) => allowed(rule as RuleName, user))
}
