import type { Expression, SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { exportDashboardRecords, listDashboardRecords } from '#contract/recon-dashboard-records.ts'
import { reconDaysOf } from '#contract/recon-dashboard-shapes.ts'
import { outcomeColumns } from '#contract/recon-outcome-rows.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { pageOf } from '#server/kit/lists/list.ts'
import { answerOf, sideOfPair } from './answers.ts'
import { dayBy, narrowed, ofStatus, withinDays, withMismatches, withReference } from './conditions.ts'
import { ofSide, outcomes, wireOutcome, type OutcomeListRow } from './outcome-list.ts'

type Exported = Input<typeof exportDashboardRecords>['body']
type Asked = Omit<Exported, 'columns' | 'format' | 'language' | 'right_to_left'>

/** The records of a source that fit, newest first by the date that is asked for. */
export async function listRecords(ctx: Ctx, body: Input<typeof listDashboardRecords>['body']): Promise<Output<typeof listDashboardRecords>> {
  const { page = 1, pagesize = limits.pageSize, cursor } = body
  const conditions = await conditionsOf(ctx, body)
  const asked = { page, pagesize, cursor, sorting_data: sortedBy(body.by), asked: withoutPlace(body) }
  const { content, total_elements, ...found } = await pageOf<OutcomeListRow>(ctx, outcomes, asked, conditions)
  return {
    columns: Object.entries(outcomeColumns).map(([key, { kind }]) => ({ key, kind })),
    data: content.map(wireOutcome),
    page: found.page,
    size: found.size,
    totalElements: total_elements,
    totalPages: Math.ceil(total_elements / found.size),
    numberOfElements: content.length,
    next_cursor: found.next_cursor,
    previous_cursor: found.previous_cursor,
    total_capped: found.total_capped,
  }
} // prettier-ignore

/** All of them, as a file. */
export async function exportedRecords(ctx: Ctx, { body }: { body: Exported }): Promise<ExportOf<Exported>> {
  const conditions = await conditionsOf(ctx, body)
  return { columns: outcomeColumns, list: inOrderOf(body.by), conditions: () => conditions }
}

type By = Asked['by']
const sortedBy = (by: By) => [{ column: by === 'settlement' ? 'settlement_date' : 'transaction_date', order: 'desc' as const }] // prettier-ignore
/** An export is in the order of its list's first sort. */
const inOrderOf = (by: By) => {
  const { transaction_date, settlement_date } = outcomes.sorts
  return by === 'settlement' ? { ...outcomes, sorts: { settlement_date, transaction_date } } : outcomes
}
/** What a list is counted by: the same for each of its pages. */
const withoutPlace = ({ page: _page, pagesize: _size, cursor: _cursor, ...asked }: Input<typeof listDashboardRecords>['body']) => asked // prettier-ignore

async function conditionsOf(ctx: Ctx, asked: Asked): Promise<Expression<SqlBool>[]> {
  const pair = await sideOfPair(ctx, asked.msm_id, asked.data_source)
  const answer = await answerOf(ctx, pair, asked.run_id)
  const { time_zone } = await merchantOf(ctx)
  return [
    ...ofSide(answer, pair.side),
    ...withinDays(dayBy(asked.by ?? 'transaction'), reconDaysOf(asked, time_zone)),
    ...narrowed(asked),
    ...ofStatus(ctx, asked.status),
    ...withMismatches(asked.mismatches),
    ...withReference(asked.search),
  ]
}
