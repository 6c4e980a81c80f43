import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, PageOf } from '#contract/kit/call.ts'
import type { listPaymentPages as listCall } from '#contract/payment-pages.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import { paymentPageList } from '#contract/payment-page-list.ts'
import type { Availability } from '#contract/payment-page-states.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { listedColumns, shownColumns } from '#server/kit/db/fields.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'

const ofPage = (alias: string) =>
  sql.raw(`${alias}.merchant_id = payment_pages.merchant_id and ${alias}.environment = payment_pages.environment
    and ${alias}.page_ref = payment_pages.page_ref`)
const ofStock = (column: string) => sql`(select ${sql.raw(`s.${column}`)} from page_stocks s where ${ofPage('s')})`
/**
 * What a page took and sold, to be joined: the sums of what is added up and of what is not yet, in one statement and so always
 * exact. Index: primary keys.
 */
const summed = sql<Record<'captured' | 'refunded' | 'revenue' | 'units_sold', bigint>>`(
  select captured, refunded, captured - refunded as revenue, units_sold from (
    select coalesce(sum(captured_minor), 0)::bigint as captured, coalesce(sum(refunded_minor), 0)::bigint as refunded,
      coalesce(sum(units_sold), 0)::bigint as units_sold
    from (
      select t.captured_minor, t.refunded_minor, t.units_sold from page_sums t where ${ofPage('t')}
      union all select d.captured_minor, d.refunded_minor, d.units_sold from page_deltas d where ${ofPage('d')}
    ) as parts
  ) as whole)`.as('sums')

/** The availability at this moment; of several reasons the one that lasts longest. */
const availability = sql<Availability>`case
  when payment_pages.status <> 'activated' then payment_pages.status
  when payment_pages.expires_at <= statement_timestamp() then 'expired'
  when (select s.limited and s.available < payment_pages.min_quantity from page_stocks s where ${ofPage('s')}) then 'sold_out'
  when not exists (
    select 1 from merchants m where m.merchant_id = payment_pages.merchant_id and m.status = 'ACTIVE'
  ) or not exists (
    select 1 from (
      select c.merchant_id, c.environment from payment_channels c
      join payment_methods w on w.merchant_id = c.merchant_id and w.environment = c.environment and w.channel_key = c.channel_key
      where c.merchant_id = any (scope_merchants()) and c.is_enabled and w.is_enabled
    ) c where c.merchant_id = payment_pages.merchant_id and c.environment = payment_pages.environment
  ) then 'unavailable'
  else 'open' end`

/** What is derived from the page's stock and channels. */
const derived = [
  availability.as('availability'),
  sql<bigint | null>`(select case when s.limited then s.available end from page_stocks s where ${ofPage('s')})`.as(
    'stock_available',
  ),
  sql<bigint>`coalesce(${ofStock('reserved')}, 0)`.as('stock_reserved'),
] as const

const picture = sql<string>`coalesce(
  payment_pages.content -> 'pictures' -> 0 ->> 'picture', payment_pages.content ->> 'logo', '')`.as('picture')

const pages = {
  table: 'payment_pages',
  rows: build
    .selectFrom('payment_pages')
    .innerJoinLateral(summed, (join) => join.onTrue())
    .select([...listedColumns(paymentPageFields), ...derived, 'sums.units_sold', 'sums.revenue', picture])
    .compile(),
  sorts: {
    created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
    amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
  },
  ref: { column: 'page_ref', key: 'page_ref' },
} satisfies ListOf<object>

/** The pages that fit, newest first unless sorted otherwise. Indexes: payment_pages_newest, …_by_amount, …_by_status. */
export async function listPaymentPages(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<PageOf<PageRow>> {
  const found = await pageOf(ctx, pages, request, conditions(request))
  return {
    ...found,
    content: found.content.map((row) => ({
      ...row,
      ...numbersOf(row),
      units_sold: Number(row.units_sold),
      page_url: pageAddress(ctx, row),
    })),
  }
}
type Selected = InferResult<typeof pages.rows>[number]
type PageRow = Omit<Selected, keyof Numbers | 'units_sold'> & Numbers & { units_sold: number; page_url: string }

/** The same pages, all of them, as a spreadsheet. */
export const exportedPages = {
  columns: paymentPageList.columns,
  list: pages,
  conditions,
  made: {
    page_url: {
      from: ['custom_url', 'page_ref'],
      text: ([custom_url = '', page_ref = '']: readonly string[], by: { services: Services }) =>
        pageAddress(by, { custom_url, page_ref }),
    },
  },
}

function conditions(
  request: Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>,
): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.page_type) found.push(sql`page_type = any (${several(filters.page_type)})`)
  if (filters.availability) found.push(sql`${availability} = any (${several(filters.availability)})`)
  if (search) {
    const lower = search.toLowerCase()
    const ways = [sql`page_ref = ${search}`, startsWith('title_lower', lower), startsWith('custom_url_lower', lower)]
    found.push(sql<SqlBool>`(${sql.join(ways, sql` or `)})`)
  }
  return found
}

/**
 * A page with everything that its calls answer; undefined when absent or not the owner's. With `lock` it stays as it is until the
 * commit, while orders go on.
 */
export async function findPaymentPage(ctx: Ctx, pageRef: string, { lock = false } = {}) {
  const question = pageOfRef(ctx, pageRef)
    .innerJoinLateral(summed, (join) => join.onTrue())
    .select(['sums.captured', 'sums.refunded', 'sums.revenue', 'sums.units_sold'])
  // A statement of its own: what is derived comes from several tables.
  if (lock)
    await ctx.own.select('payment_pages').select('page_ref').where('page_ref', '=', pageRef).forNoKeyUpdate().execute()
  const row = await question.executeTakeFirst()
  if (!row) return undefined
  const { captured, refunded, revenue, units_sold } = row
  return { ...shownAs(ctx, row), captured, refunded, revenue, units_sold: Number(units_sold) }
}
export type FoundPage = NonNullable<Awaited<ReturnType<typeof findPaymentPage>>>

/** The same for shoppers, without what the page took and sold: that is the more to add up the more it is just selling. */
export async function findShopPage(ctx: Ctx, pageRef: string) {
  const row = await pageOfRef(ctx, pageRef).executeTakeFirst()
  return row && shownAs(ctx, row)
}
export type FoundShopPage = NonNullable<Awaited<ReturnType<typeof findShopPage>>>

const pageOfRef = (ctx: Ctx, pageRef: string) =>
  ctx.own
    .select('payment_pages')
    .select([...shownColumns(paymentPageFields), ...derived, 'content', 'country', 'created_by_id', 'environment'])
    .select(sql<boolean>`coalesce(${ofStock('limited')}, false)`.as('limited'))
    .where('page_ref', '=', pageRef)

function shownAs(ctx: Ctx, row: InferResult<ReturnType<typeof pageOfRef>>[number]) {
  const { content, limited, ...page } = row
  return {
    ...page,
    ...content,
    ...numbersOf(row),
    stock: limited ? ('limited' as const) : ('unlimited' as const),
    page_url: pageAddress(ctx, row),
    content,
  }
}

interface Numbers {
  stock_available: number | null
  stock_reserved: number
}
const numbersOf = (row: Record<keyof Numbers, bigint | null>): Numbers => ({
  stock_available: row.stock_available === null ? null : Number(row.stock_available),
  stock_reserved: Number(row.stock_reserved),
})

/** The address of the shopper's page: by choice, else by the reference. */
export const pageAddress = (
  { services }: { services: Pick<Services, 'publicUrl'> },
  { custom_url, page_ref }: { custom_url: string; page_ref: string },
): string => `${services.publicUrl}/pay/p/${custom_url || page_ref}`

/** Whether anybody has ordered at a page. Index: page_orders_of_page. */
export async function hasOrders(ctx: Ctx, pageRef: string): Promise<boolean> {
  const order = await ctx.own
    .select('page_orders')
    .select('order_ref')
    .where('page_ref', '=', pageRef)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
