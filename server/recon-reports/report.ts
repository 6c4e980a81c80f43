import { sql, type Expression, type SqlBool } from 'kysely'
import { fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { mismatches } from '#contract/recon-outcomes.ts'
import { reconDaysOf } from '#contract/recon-dashboard-shapes.ts'
import { columnsOfKind, reportColumnsOf, type ReconReportKind } from '#contract/recon-report-kinds.ts'
import type { exportReconReport } from '#contract/recon-reports.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { answerOf, type Answer } from '#server/recon-records/answers.ts'
import { dayBy, inAnswer, narrowed, ofStatus, withinDays, withMismatches } from '#server/recon-records/conditions.ts'
import { bothRuns, conditions as changedBetween } from '#server/recon-runs/compare.ts'
import { existingPair } from '#server/recon-runs/queries.ts'
import { aboutReport } from './about.ts'
import { agesOf } from './ages.ts'
import { formulaText } from './formula-text.ts'
import { originalsOf } from './originals.ts'
import { rowsOfComparison, rowsOfKind } from './report-rows.ts'
import { statementOf } from './statement.ts'

export type Asked = Input<typeof exportReconReport>['body']
type Pair = Awaited<ReturnType<typeof existingPair>>

/** What a report exports. Throws `pairUnknown`, `reconInProgress` and `notFound`. */
export async function reportOf(ctx: Ctx, { body }: { body: Asked }): Promise<ExportOf<Asked>> {
  const { kind } = body
  for (const [at, { key }] of (body.columns ?? []).entries())
    if (!columnsOfKind[kind].some((name) => name === key))
      throw fieldFault('invalidRequest', `columns.${at}.key`, 'not_a_choice', `A report of this kind has no ${key}.`)
  const pair = await existingPair(ctx, body.msm_id)
  const columns = reportColumnsOf(kind)
  if (kind === 'run_comparison') return { columns, ...(await comparison(ctx, pair, body)) }
  const answer = await answerOf(ctx, pair, body.run_id)
  const about = await aboutReport(ctx, pair, body, [answer.asOfRun ?? answer.answer_run])
  if (kind === 'settlement_statement') return { columns, about, ...(await statementOf(ctx, answer, body)) }
  const list = rowsOfKind[kind]
  if (!list) throw new Error(`no rows of ${kind}`)
  const { transaction_date, settlement_date } = list.sorts as Record<string, (typeof list.sorts)[string]>
  const sorts = body.by === 'settlement' ? { settlement_date, transaction_date } : { transaction_date, settlement_date }
  const found = [...ofAnswer(pair, answer, body), ...(await withinAsked(ctx, body)), ...ofKind(ctx, kind)]
  if (kind === 'raw')
    return { columns, about, list, direction: 'asc', conditions: () => found, ...(await originalsOf(ctx, found)) }
  return {
    columns,
    about,
    list: { ...list, sorts: sorts as typeof list.sorts },
    conditions: () => found,
    made: {
      ...(await agesOf(ctx)),
      fee_formula: { from: ['fee_formula'], text: ([formula = '']) => formulaText(formula) },
    },
  }
}

function ofAnswer(pair: Pair, answer: Answer, { filters = {} }: Asked): Expression<SqlBool>[] {
  const side = sideOf(pair, filters.data_source)
  return [
    sql<SqlBool>`msm_id = ${pair.msm_id}`,
    ...(side ? [sql<SqlBool>`side = ${side}`] : []),
    inAnswer(answer.asOfRun),
  ]
}
function sideOf({ source_a, source_b }: Pair, source: string | undefined): 'a' | 'b' | null {
  if (source === undefined) return null
  if (source !== source_a && source !== source_b)
    throw fieldFault('invalidRequest', 'filters.data_source', 'not_a_choice', 'The pair has no such source.')
  return source === source_a ? 'a' : 'b'
}

/** The days that are asked for, and what the report is narrowed to. */
async function withinAsked(ctx: Ctx, { from, to, by = 'transaction', time_zone, filters = {} }: Asked) {
  const days = reconDaysOf({ from, to }, time_zone ?? (await merchantOf(ctx)).time_zone)
  const { record_type, account_ids, brands, marketplaces, countries, currencies } = filters
  const narrow = { record_type, account_id: account_ids, brand_id: brands, marketplace_id: marketplaces, country: countries, currency: currencies } // prettier-ignore
  return [...withinDays(dayBy(by), days), ...narrowed(narrow)]
}

function ofKind(ctx: Ctx, kind: ReconReportKind): Expression<SqlBool>[] {
  switch (kind) {
    case 'reconciled':
    case 'unreconciled':
      return ofStatus(ctx, kind)
    case 'mismatch':
      return withMismatches(mismatches)
    case 'no_mismatch':
      return withMismatches('no_mismatch')
    case 'fee_audit':
      return [sql<SqlBool>`side = 'b' and (expected_fee is not null or fee <> 0 or tax <> 0)`]
    case 'ageing':
      return [sql<SqlBool>`is_open and is_lead`]
    case 'raw':
      return [sql<SqlBool>`recon_id is not null`]
    default:
      return []
  }
}

/** Of a run and another one; without them, of the answer that holds and the one before. */
async function comparison(ctx: Ctx, pair: Pair, body: Asked): Promise<Omit<ExportOf<Asked>, 'columns'>> {
  const { run_id: answerRun } = await ctx.own
    .select('recon_runs')
    .select('run_id')
    .where('msm_id', '=', pair.msm_id)
    .where('run_no', '=', (await answerOf(ctx, pair)).answer_run)
    .executeTakeFirstOrThrow()
  const runs = await bothRuns(ctx, body.run_id ?? answerRun, { filters: { other_run_id: body.other_run_id } })
  if (runs.later.msm_id !== pair.msm_id)
    throw fieldFault('invalidRequest', 'run_id', 'not_a_choice', 'The run is of another pair.')
  const { run_no: earlier } = runs.earlier
  const { run_no: later } = runs.later
  const found = [...changedBetween(ctx, {}, runs), ...(await withinAsked(ctx, body))]
  return {
    about: await aboutReport(ctx, pair, body, [earlier, later]),
    list: rowsOfComparison(earlier, later),
    conditions: () => found,
  }
}
