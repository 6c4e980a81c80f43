import { sql, type RawBuilder } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type * as contract from '#contract/settlements.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import { oneOf, pageOf, several, timeOf, type ListOf } from '#server/kit/lists/list.ts'
import { shownLine, shownRow } from './show.ts'
import type { FoundSettlement } from './queries.ts'
import { settledIn } from './sums.ts'

const settlements = {
  table: 'settlements',
  rows: build.selectFrom('settlements').selectAll().compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: '(settlement_id::text collate "C")', key: 'settlement_id' },
} satisfies ListOf<object>

type Asked = Input<typeof contract.listSettlements>['body']
/** Settlements, newest first; those of which files have taken all lines back are left out. Index: settlements_in_order. */
export async function listSettlements(ctx: Ctx, request: Asked): Promise<Output<typeof contract.listSettlements>> {
  const { from, to, search, filters: { data_source: source, state, currency, open, bank, created_at } = {} } = request
  const time = timeOf({ from, to, filters: { created_at } })
  const page = await pageOf(ctx, settlements, request, [
    sql<boolean>`(lines > 0 or payout is not null)`,
    ...(time.from ? [sql<boolean>`created_at >= ${time.from}`] : []),
    ...(time.to ? [sql<boolean>`created_at < ${time.to}`] : []),
    ...(source ? [sql<boolean>`data_source = ${source}`] : []),
    ...(state ? [oneOf('state', state)] : []),
    ...(currency ? [sql<boolean>`currency = ${currency}`] : []),
    ...either(open, 'some', sql<boolean>`open > 0`, sql<boolean>`open = 0`),
    ...either(bank, 'received', sql<boolean>`bank_credit is not null`, sql<boolean>`bank_credit is null`),
    ...(search ? [sql<boolean>`batch = ${search}`] : []),
  ])
  return { ...page, content: page.content.map(shownRow) }
}

const lines = {
  table: 'recon_outcomes',
  rows: build.selectFrom('recon_outcomes').selectAll().compile(),
  sorts: { row_no: { column: 'row_no', key: 'row_no', type: 'bigint' } },
  ref: { column: 'key', key: 'key' },
} satisfies ListOf<object>

type LinesAsked = Input<typeof contract.listSettlementLines>['body']
/** Index: recon_outcomes_of_batch. */
export async function listLines(
  ctx: Ctx,
  { msm_id, data_source, batch, account, currency }: FoundSettlement,
  request: LinesAsked,
): Promise<Output<typeof contract.listSettlementLines>> {
  const { search, filters: { status, open } = {} } = request
  const page = await pageOf(ctx, lines, request, [
    sql<boolean>`msm_id = ${msm_id} and side = 'b' and until_run = 2147483647 and data_source = ${data_source}`,
    sql<boolean>`batch = ${batch} and batch <> '' and account_id = ${account}`,
    sql<boolean>`${sql.raw(settledIn('recon_outcomes'))} = ${currency}`,
    ...(status ? [oneOf('status', status)] : []),
    ...either(open, 'some', sql<boolean>`is_open`, sql<boolean>`not is_open`),
    ...(search ? [sql<boolean>`(provider_ref = ${search} or merchant_ref = ${search})`] : []),
  ])
  return { ...page, content: page.content.map(shownLine) }
}

/** The condition of a filter that has two choices; none where both are chosen. */
function either<Choice extends string>(
  asked: Choice | Choice[] | undefined,
  choice: NoInfer<Choice>,
  is: RawBuilder<boolean>,
  isNot: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  const [one, other] = asked === undefined ? [] : new Set(several(asked))
  return one === undefined || other !== undefined ? [] : [one === choice ? is : isNot]
}
