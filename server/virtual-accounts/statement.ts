import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { toMajor } from '#contract/kit/money.ts'
import { movementList, type downloadStatement, type listMovements as listCall } from '#contract/virtual-accounts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { amountWays } from '#server/kit/lists/amount-search.ts'
import { commonConditions, oneOf, pageOf, startsWith, type ListOf } from '#server/kit/lists/list.ts'
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
  // By the order of entry, whatever the clocks say.
  sorts: { created_at: { column: 'number', key: 'number', type: 'bigint' } },
  ref: { column: 'txn_ref', key: 'txn_ref' },
} satisfies ListOf<object> // prettier-ignore

type Stretch = { from?: Date | undefined; to?: Date | undefined }

/** The rows of an account that fit, newest first. Index: primary key; a stretch by account_movements_by_time. */
export async function listMovements(
  ctx: Ctx,
  accountNo: string,
  request: Input<typeof listCall>['body'],
): Promise<Output<typeof listCall>> {
  const { currency } = await accountOf(ctx, accountNo)
  const { search, filters = {}, from, to } = request
  const conditions = stretchOf(accountNo, { from, to })
  conditions.push(...commonConditions({ filters: { amount: filters.amount } }))
  if (filters.kind) conditions.push(oneOf('kind', filters.kind))
  if (filters.txn_type) conditions.push(...signed(filters.txn_type))
  if (filters.txn_ref) conditions.push(sql`txn_ref = ${filters.txn_ref}`)
  if (search) conditions.push(matches(search))
  const [rows, edges] = await Promise.all([
    pageOf(ctx, movements, request, conditions),
    balancesAt(ctx, accountNo, { from, to }),
  ])
  return {
    ...rows,
    opening_balance: toMajor(edges.opening, currency),
    closing_balance: toMajor(edges.closing, currency),
    currency,
  }
}

/** The rows of a stretch as a file. */
export async function exportedStatement(
  ctx: Ctx,
  accountNo: string,
  stretch: Stretch,
): Promise<ExportOf<Input<typeof downloadStatement>['body']>> {
  await accountOf(ctx, accountNo)
  return { columns: movementList.columns, list: movements, conditions: () => stretchOf(accountNo, stretch) }
}

function stretchOf(accountNo: string, { from, to }: Stretch): Expression<SqlBool>[] {
  return [
    sql<SqlBool>`account_no = ${accountNo}`,
    ...(from ? [sql<SqlBool>`at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`at < ${to}`] : []),
  ]
}

const signed = (types: string | readonly string[]): Expression<SqlBool>[] => {
  const asked = [types].flat()
  if (asked.length !== 1) return []
  return [asked[0] === 'Debit' ? sql<SqlBool>`amount_minor < 0` : sql<SqlBool>`amount_minor > 0`]
}

/** By a reference, the beginning of the other side, or an amount. */
const matches = (search: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    [sql`txn_ref = ${search}`, sql`channel_ref = ${search}`, startsWith('other_side', search), ...amountWays(search)],
    sql` or `,
  )})`

/** What an account had before and after a stretch, in minor units: the balances of the last rows before its edges. */
export async function balancesAt(
  ctx: Ctx,
  accountNo: string,
  { from, to }: Stretch,
): Promise<{ opening: bigint; closing: bigint }> {
  const before = async (moment: Date | undefined) => {
    const row = await ctx.own
      .select('account_movements')
      .select('balance_minor')
      .where('account_no', '=', accountNo)
      .$if(moment !== undefined, (query) => query.where('at', '<', moment ?? ctx.now))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.balance_minor ?? 0n
  }
  const [opening, closing] = await Promise.all([from ? before(from) : 0n, before(to)])
  return { opening, closing }
}

/** The rows of a stretch in the order of entry, `most` of them at most. */
export const rowsOf = (ctx: Ctx, accountNo: string, { from, to }: Stretch, most: number) =>
  ctx.own
    .select('account_movements')
    .selectAll()
    .where('account_no', '=', accountNo)
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ctx.now))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? ctx.now))
    .orderBy('number')
    .limit(most)
    .execute()
