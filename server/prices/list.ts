import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import { priceFields } from '#contract/price-fields.ts'
import { priceList } from '#contract/price-list.ts'
import type { listPrices as listCall } from '#contract/prices.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listedColumns } from '#server/kit/db/fields.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'
import { sumsOfPrice } from '#server/subscription-store/sums.ts'

const prices = {
  table: 'prices',
  rows: build
    .selectFrom('prices')
    .innerJoinLateral(sumsOfPrice, (join) => join.onTrue())
    .select([...listedColumns(priceFields), 'period', 'sums.active_subscriptions', 'sums.past_due_subscriptions'])
    .compile(),
  sorts: { created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' } },
  ref: { column: 'price_ref', key: 'order_ref' },
} satisfies ListOf<object>

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>

/** The prices that fit, newest first unless sorted otherwise. Indexes: prices_newest, …_by_status. */
export async function listPrices(ctx: Ctx, request: Input<typeof listCall>['body']) {
  const page = await pageOf(ctx, prices, request, conditions(request))
  return {
    ...page,
    content: page.content.map((row) => ({
      ...row,
      active_subscriptions: Number(row.active_subscriptions),
      past_due_subscriptions: Number(row.past_due_subscriptions),
    })),
  }
}

/** The same prices, all of them, as a file. */
export const exportedPrices = { columns: priceList.columns, list: prices, conditions }

function conditions(request: Asked): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.plan_type) found.push(sql`plan_type = any (${several(filters.plan_type)})`)
  if (filters.period) found.push(sql`period = any (${several(filters.period)})`)
  if (filters.merchant_order_ref) found.push(sql`merchant_order_ref = ${filters.merchant_order_ref}`)
  if (search) found.push(matches(search))
  return found
}

/** Any reference, or the start of a name. */
function matches(search: string): Expression<SqlBool> {
  const ways = [
    sql`price_ref = ${search}`,
    startsWith('merchant_order_ref', search),
    startsWith('name_lower', search.toLowerCase()),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
