import { sql, type Expression, type SqlBool } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { exportReconTransactions, listReconTransactions } from '#contract/recon-dashboard-lists.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import { outcomeColumns } from '#contract/recon-outcome-rows.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { oneOf, pageOf, type ListOf } from '#server/kit/lists/list.ts'
import { answerOf, listPairRows, type PairRow } from './answers.ts'
import { spareSkus, withMismatches, withReference } from './conditions.ts'
import { ofSide, outcomes, wireOutcome, type OutcomeListRow } from './outcome-list.ts'

type Asked = Input<typeof listReconTransactions>['body']
type Filters = NonNullable<Asked['filters']>

const { transaction_date, settlement_date } = outcomes.sorts
/** Lists of the two sides: transactions by their own day first, settlement lines by that of the provider. */
const lists = {
  a: outcomes,
  b: { ...outcomes, sorts: { settlement_date, transaction_date } },
} satisfies Record<ReconSide, ListOf<object>>

/** What became of the records of one side of a pair, newest first. */
export async function listSide(ctx: Ctx, side: ReconSide, body: Asked): Promise<Output<typeof listReconTransactions>> {
  const page = await pageOf<OutcomeListRow>(ctx, lists[side], body, await conditionsOf(ctx, side, body))
  return { ...page, content: page.content.map(wireOutcome) }
}

type Exported = Input<typeof exportReconTransactions>['body']
/** All of them, as a file. */
export async function exportedSide(ctx: Ctx, side: ReconSide, body: Exported): Promise<ExportOf<Exported>> {
  const conditions = await conditionsOf(ctx, side, body)
  return { columns: outcomeColumns, list: lists[side], conditions: () => conditions }
}

async function conditionsOf(ctx: Ctx, side: ReconSide, { search, filters = {} }: Pick<Asked, 'search' | 'filters'>) {
  const pair = await pairOf(ctx, side, filters)
  if (!pair) return [sql<SqlBool>`false`]
  const answer = await answerOf(ctx, pair)
  const { status, record_type, mismatches, sku } = filters
  return [
    ...ofSide(answer, side),
    ...(status ? [oneOf('status', status)] : []),
    ...(record_type ? [oneOf('type', record_type)] : []),
    ...withMismatches(mismatches),
    ...(sku ? [spareSkus(ctx)] : []),
    ...within('day', filters.transaction_date),
    ...within('booked_on', filters.settlement_date),
    ...(['currency', 'batch', 'account_id', 'brand_id', 'marketplace_id', 'country'] as const).flatMap((name) =>
      filters[name] === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${filters[name]}`],
    ),
    ...withReference(search),
  ]
}

/** The pair that is meant: by its number, by a source, or the first of payments and settlements. None before there is any. */
async function pairOf(ctx: Ctx, side: ReconSide, { msm_id, data_source }: Filters): Promise<PairRow | null> {
  const pairs = await listPairRows(ctx)
  const sourceOf = (pair: PairRow) => (side === 'a' ? pair.source_a : pair.source_b)
  const fitting = pairs.filter(
    (pair) =>
      (msm_id === undefined || String(pair.msm_id) === msm_id) &&
      (data_source === undefined || sourceOf(pair) === data_source),
  )
  const asked = msm_id !== undefined || data_source !== undefined
  if (asked && fitting.length === 0) throw new Fault('pairUnknown')
  return fitting.find(({ leg }) => leg === 'settlement') ?? fitting[0] ?? null
}

function within(column: string, range: Filters['transaction_date']): Expression<SqlBool>[] {
  const day = sql.ref(column)
  return [
    ...(range?.from ? [sql<SqlBool>`${day} >= cast(${range.from} as date)`] : []),
    ...(range?.to ? [sql<SqlBool>`${day} < cast(${dayAfter(range.to, 1)} as date)`] : []),
  ]
}
