import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { toMajor } from '#contract/kit/money.ts'
import { movementList, type downloadStatement, type listMovements as listCall } from '#contract/virtual-accounts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { amountWays } from '#server/kit/lists/amount-search.ts'
import { commonConditions, oneOf, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'
import { accountOf } from './queries.ts'

const movements = {
  table: 'account_movements',
  rows: build
    .selectFrom('account_movements')
    .select([
      sql<number>`number::integer`.as('number'),
      'at as created_at', 'account_no as vaaccount_no', 'kind', 'balance_minor as balance', 'currency', 'txn_ref',
      'other_side as to_account_no', 'channel_ref', 'actual_at as actual_txn_time',
      sql<'Debit' | 'Credit'>`case when amount_minor < 0 then 'Debit' else 'Credit' end`.as('txn_type'),
      sql<bigint>`abs(amount_minor)`.as('amount'),
    ])
    .compile(),
  // By the order of entry, whatever the clocks say. The column: by its name alone the rows would be sorted by what is selected.
  sorts: { created_at: { column: 'account_movements.number', key: 'number', type: 'bigint' } },
  ref: { column: 'txn_ref', key: 'txn_ref' },
} satisfies ListOf<object> // prettier-ignore

type Stretch = { from?: Date | undefined; to?: Date | undefined }

/** The rows of an account that fit, newest first. Index: primary key, and one for each filter. */
export async function listMovements(
  ctx: Ctx,
  accountNo: string,
  request: Input<typeof listCall>['body'],
): Promise<Output<typeof listCall>> {
  const { currency } = await accountOf(ctx, accountNo)
  const { search, filters = {}, from, to } = request
  const edges = await edgesOf(ctx, accountNo, { from, to })
  const conditions = stretchOf(accountNo, { from, to }, edges)
  conditions.push(...commonConditions({ filters: { amount: filters.amount } }, amount))
  if (filters.kind) conditions.push(oneOf('kind', filters.kind))
  if (filters.txn_type)
    conditions.push(
      oneOf(
        'kind',
        several(filters.txn_type).flatMap((type) => kindsOf[type]),
      ),
    )
  if (filters.txn_ref) conditions.push(sql`txn_ref = ${filters.txn_ref}`)
  if (search) conditions.push(matches(search))
  return {
    ...(await pageOf(ctx, movements, request, conditions)),
    opening_balance: toMajor(edges.opening, currency),
    closing_balance: toMajor(edges.closing, currency),
    currency,
  }
}
const amount = sql`size_minor`
const kindsOf = { Credit: ['deposit', 'return'], Debit: ['payout', 'fee', 'tax'] } as const

/** The rows of a stretch as a file. */
export async function exportedStatement(
  ctx: Ctx,
  accountNo: string,
  stretch: Stretch,
): Promise<ExportOf<Input<typeof downloadStatement>['body']>> {
  await accountOf(ctx, accountNo)
  const conditions = stretchOf(accountNo, stretch, await edgesOf(ctx, accountNo, stretch))
  return { columns: movementList.columns, list: movements, conditions: () => conditions }
}

/** The rows of a stretch. Their numbers are said too, so that they are read in order from where the stretch begins or ends. */
const stretchOf = (accountNo: string, { from, to }: Stretch, edges: Edges): Expression<SqlBool>[] => [
  sql<SqlBool>`account_no = ${accountNo}`,
  ...(from ? [sql<SqlBool>`at >= ${from} and account_movements.number > ${edges.above}`] : []),
  ...(to ? [sql<SqlBool>`at < ${to} and account_movements.number <= ${edges.upTo}`] : []),
]

/** By a reference, the beginning of the other side, or an amount. */
const matches = (search: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    [
      sql`txn_ref = ${search}`,
      sql`channel_ref = ${search}`,
      startsWith('other_side', search),
      ...amountWays(search, amount),
    ],
    sql` or `,
  )})`

/** What an account had before and after a stretch, in minor units, and the numbers that its rows are between. */
interface Edges {
  opening: bigint
  closing: bigint
  above: bigint
  upTo: bigint
}
export async function edgesOf(ctx: Ctx, accountNo: string, { from, to }: Stretch): Promise<Edges> {
  const before = (moment: Date | 'infinity') => lastBefore(ctx, accountNo, moment)
  const [opening, earlier, closing] = await Promise.all([
    from ? before(from) : noRow,
    from ? before(new Date(from.getTime() - entryMinutes * 60_000)) : noRow,
    before(to ?? 'infinity'),
  ])
  return { opening: opening.balance, closing: closing.balance, above: earlier.number, upTo: closing.number }
}
const noRow = { number: 0n, balance: 0n }
/** No transaction enters a row so long after its moment. The order of entry is that of the moments but for that. */
const entryMinutes = 10

/** The last row, by order of entry, before a moment. Index: account_movements_by_time, which the planner is kept to. */
async function lastBefore(ctx: Ctx, accountNo: string, moment: Date | 'infinity'): Promise<typeof noRow> {
  const own = `merchant_id = $1 and environment = $2 and account_no = $3 and at < $4`
  const [row] = await ctx.tx.query<typeof noRow>(
    `with near as materialized (
       select number, balance_minor as balance from account_movements
       where ${own} and at >= (select max(at) from account_movements where ${own}) - interval '${entryMinutes} minutes')
     select * from near order by number desc limit 1`,
    [ctx.owner.merchantId, ctx.owner.environment, accountNo, moment],
  )
  return row ?? noRow
}

/** The rows of a stretch in the order of entry, `most` of them at most. */
export const rowsOf = (ctx: Ctx, accountNo: string, stretch: Stretch, edges: Edges, most: number) =>
  ctx.own
    .select('account_movements')
    .selectAll()
    .where((where) => where.and(stretchOf(accountNo, stretch, edges)))
    .orderBy('number')
    .limit(most)
    .execute()
