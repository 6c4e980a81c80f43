import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import { subscriptionFields } from '#contract/subscription-fields.ts'
import { subscriptionList } from '#contract/subscription-list.ts'
import { chargedStates } from '#contract/subscription-states.ts'
import type { listPriceSubscriptions as ofPriceCall, listSubscriptions as listCall } from '#contract/subscriptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listedColumns } from '#server/kit/db/fields.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, oneOf, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'
import { existingPrice } from '#server/subscription-store/prices.ts'

const subscriptions = {
  table: 'subscriptions',
  rows: build
    .selectFrom('subscriptions')
    .select([
      ...listedColumns(subscriptionFields),
      sql<boolean>`paused_at is not null`.as('paused'),
      sql<bigint>`unit_minor * quantity`.as('recurring_amount'),
    ])
    .compile(),
  sorts: {
    created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
    next_deduction_date: { column: 'next_due_at', key: 'next_deduction_date', type: 'timestamptz' },
  },
  ref: { column: 'order_ref', key: 'order_ref' },
} satisfies ListOf<object>

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters' | 'sorting_data'>

/**
 * The subscriptions that fit, newest first unless sorted otherwise. Indexes: of each filter, and of each number of the metrics with its
 * currency, as `plans.test.ts` has them.
 */
export const listSubscriptions = (ctx: Ctx, request: Input<typeof listCall>['body']) =>
  pageOf(ctx, subscriptions, request, conditions(request))

/** Those of one price. Throws `priceUnknown`. Indexes: subscriptions_by_price, …_by_price_and_status. */
export async function listPriceSubscriptions(
  ctx: Ctx,
  { price_order_ref: price, ...request }: Input<typeof ofPriceCall>['body'],
) {
  await existingPrice(ctx, price)
  return pageOf(ctx, subscriptions, request, [sql`price_ref = ${price}`, ...conditions(request)])
}

/** The same subscriptions, all of them, as a file. */
export const exportedSubscriptions = {
  columns: subscriptionList.columns,
  list: subscriptions,
  conditions,
  worded: Object.fromEntries(
    (['in_trial', 'paused', 'cancels_at_period_end'] as const).map((name) => [
      name,
      {
        from: [name],
        text: ([value]: readonly string[], by: { words: Words }) => by.words('yesNo', value === 'true' ? 'yes' : 'no'),
      },
    ]),
  ),
}
type Words = (group: string, name: string) => string

function conditions(request: Asked): Expression<SqlBool>[] {
  const { search, filters = {}, sorting_data: [sorted] = [] } = request
  const found = commonConditions(request)
  const { next_deduction_date: next } = filters
  // What nothing is to come of has no place in that order.
  if (next || sorted?.column === 'next_deduction_date') found.push(sql`next_due_at is not null`)
  if (next?.from) found.push(sql`next_due_at >= ${next.from}`)
  if (next?.to) found.push(sql`next_due_at < ${next.to}`)
  for (const name of ['activated_at', 'recovered_at', 'ended_at'] as const) {
    const { from, to } = filters[name] ?? {}
    if (from) found.push(sql`${sql.ref(name)} >= ${from}`)
    if (to) found.push(sql`${sql.ref(name)} < ${to}`)
  }
  if (filters.subscription_type) found.push(oneOf('subscription_type', filters.subscription_type))
  if (filters.price_order_ref) found.push(sql`price_ref = ${filters.price_order_ref}`)
  if (filters.email) found.push(sql`email_lower = ${filters.email.toLowerCase()}`)
  found.push(...yesNo(filters.paused, sql`paused_at is not null`), ...yesNo(filters.recurring, recurring))
  if (search) found.push(matches(search))
  return found
}

/** `isRecurring` of the store. */
const recurring = sql<SqlBool>`(status = any (${chargedStates}) and subscription_type = 'REGULAR' and not in_trial and paused_at is null)`

function yesNo(asked: 'yes' | 'no' | ('yes' | 'no')[] | undefined, holds: Expression<SqlBool>): Expression<SqlBool>[] {
  const wanted = new Set(asked === undefined ? [] : several(asked))
  if (wanted.size !== 1) return []
  return [wanted.has('yes') ? sql<SqlBool>`(${holds})` : sql<SqlBool>`not (${holds})`]
}

/** Any reference, an e-mail address, or the start of a customer's name. */
function matches(search: string): Expression<SqlBool> {
  const lower = search.toLowerCase()
  const ways = [
    sql`order_ref = ${search}`,
    startsWith('merchant_order_ref', search),
    startsWith('customer_name_lower', lower),
    sql`email_lower = ${lower}`,
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
