import { sql, type Expression, type SqlBool } from 'kysely'
import { allowed } from '#contract/access.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { ReconReportKind } from '#contract/recon-report-kinds.ts'
import type { listReconReports } from '#contract/recon-reports.ts'
import { listSchedules } from '#server/export-schedules/queries.ts'
import { shownSchedules } from '#server/export-schedules/schedule.ts'
import { exports, hasState, isOf, shownExport, type Kept } from '#server/exports/list.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { pageOf, type ListOf } from '#server/kit/lists/list.ts'

type Request = Readonly<Record<string, unknown>>
const of = 'exportReconReport'
const reports = {
  ...exports,
  rows: build
    .selectFrom('export_files')
    .select(['export_id', 'of', 'status', 'reason', 'format', 'rows', 'size_bytes', 'digest', 'schedule', 'created_by', 'created_at'])
    .select(['finished_at', 'expires_at', 'needs', 'request'])
    .compile(),
} satisfies ListOf<object> // prettier-ignore

/** Reports that were made, newest first, and the schedules of others. Index: export_files_newest. */
export async function listReports(ctx: Ctx, body: Input<typeof listReconReports>['body']): Promise<Output<typeof listReconReports>> {
  const user = userOf(ctx)
  const { kind, status } = body.filters ?? {}
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`of = ${of}`,
    ...(kind && kind.length > 0 ? [sql<SqlBool>`request ->> 'kind' = any (${kind})`] : []),
    ...(status && status.length > 0 ? [hasState(ctx, status)] : []),
    ...(allowed('administration', user) ? [] : [isOf(user)]),
  ]
  const { merchant_key: _, ...asked } = body
  const page = await pageOf<Kept & { request: Request }>(ctx, reports as unknown as ListOf<Kept & { request: Request }>, asked, conditions)
  const content = page.content.map(({ request, ...row }) => {
    const { of: _of, export_id: report_id, ...told } = shownExport(ctx, user, row)
    return { ...told, report_id, ...ofRequest(request) }
  })
  return { ...page, content, scheduled: await scheduledReports(ctx) }
} // prettier-ignore

/** Those of the user; of an administrator all. */
async function scheduledReports(ctx: Ctx) {
  const user = userOf(ctx)
  const rows = await listSchedules(ctx, allowed('administration', user) ? null : user.subUserId)
  const found = rows.filter((row) => row.of === of)
  const requests = new Map(found.map(({ schedule_id, request }) => [schedule_id, ofRequest(request as Request)]))
  return (await shownSchedules(ctx, found)).map(({ of: _of, schedule_id, ...told }) => {
    const { kind, msm_id } = requests.get(schedule_id) as ReturnType<typeof ofRequest>
    return { ...told, report_id: schedule_id, kind, msm_id }
  })
}

const ofRequest = ({ kind, name, msm_id, from, to }: Request) => ({
  kind: kind as ReconReportKind,
  name: textOf(name),
  msm_id: Number(msm_id),
  from: textOf(from),
  to: textOf(to),
})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
