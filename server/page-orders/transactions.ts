import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import type { listPageTransactions as declaration } from '#contract/page-orders.ts'
import { pagePaymentList } from '#contract/payment-page-list.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { build } from '#server/kit/db/statements.ts'
import { commonConditions, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'
import { findShopPage } from '#server/payment-pages/queries.ts'

const columns = [
  'order_ref',
  'merchant_order_ref',
  'payable_ref as page_order_ref',
  'status',
  'status_reason',
  'amount_minor as amount',
  'currency',
  'refunded_minor as refunded',
  'late',
  'payment_method',
  'created_at',
] as const
/** What is shown of the order. */
const ordered = ['quantity', 'version', 'language', 'name', 'email', 'phone'] as const
const transactions = {
  table: 'payments',
  rows: build.selectFrom('payments').select(columns).compile(),
  sorts: {
    created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
    amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
  },
  ref: { column: 'order_ref', key: 'order_ref' },
} satisfies ListOf<object>

type Body = Input<typeof declaration>['body']
type Asked = Pick<Body, 'search' | 'from' | 'to' | 'filters' | 'answer'>

/** The payments of a page that fit, newest first, and every field that was ever asked. Index: payments_by_source. */
export async function listPageTransactions(ctx: Ctx, pageRef: string, body: Body) {
  const page = await findShopPage(ctx, pageRef)
  if (!page) throw new Fault('notFound')
  const [found, fields] = await Promise.all([
    pageOf(ctx, transactions, body, conditions(ctx, pageRef, body)),
    fieldsEverAsked(ctx, pageRef),
  ])
  const orders = await ordersOf(
    ctx,
    found.content.map(({ page_order_ref }) => page_order_ref),
  )
  const content = found.content.map((row) => ({ ...row, ...(orders.get(row.page_order_ref) ?? noOrder) }))
  return { transactions: { ...found, content }, fields }
}
/** Of a payment whose order is gone, which there is none of. */
const noOrder = { quantity: 0, version: 0, language: '', name: '', email: '', phone: '', fields: {} }

/** What was ordered and answered, by the order's reference. Index: primary key. */
async function ordersOf(ctx: Ctx, refs: readonly string[]) {
  if (refs.length === 0) return new Map<string, never>()
  const rows = await ctx.own
    .select('page_orders')
    .select(['order_ref', 'answers as fields', ...ordered])
    .where('order_ref', 'in', refs)
    .execute()
  return new Map(rows.map(({ order_ref, ...order }) => [order_ref, order]))
}

/**
 * The same payments, all of them, as a file with a column for each field that was ever asked. Orders of a version that is saved
 * meanwhile are not in it, since its fields might have no column. Index: payments_by_source.
 */
export async function exportedTransactions(ctx: Ctx, pageRef: string): Promise<ExportOf<Asked>> {
  const page = await findShopPage(ctx, pageRef)
  if (!page) throw new Fault('notFound')
  const fields = await fieldsEverAsked(ctx, pageRef)
  const columnOf = (id: string) => `field ${id}`
  const answers = fields.map(({ id }) => sql<string>`page_orders.answers ->> ${sql.lit(id)}`.as(columnOf(id)))
  const rows = build
    .selectFrom('payments')
    // Only what payments have under no name of their own, since the conditions name columns of payments alone.
    .innerJoin(
      (orders) =>
        orders
          .selectFrom('page_orders')
          .select(['merchant_id', 'environment', 'order_ref as ordered_ref', 'answers', ...ordered])
          .as('page_orders'),
      (join) =>
        join
          .onRef('page_orders.merchant_id', '=', 'payments.merchant_id')
          .onRef('page_orders.environment', '=', 'payments.environment')
          .onRef('page_orders.ordered_ref', '=', 'payments.payable_ref'),
    )
    .select([...columns, ...ordered, ...answers])
    .compile()
  return {
    columns: pagePaymentList.columns,
    list: { ...transactions, rows },
    conditions: (body) => [
      ...conditions(ctx, pageRef, body),
      sql<SqlBool>`page_orders.merchant_id = ${ctx.owner.merchantId} and page_orders.environment = ${ctx.owner.environment}`,
      sql<SqlBool>`page_orders.version <= ${page.version}`,
    ],
    further: fields.map(({ id, title, type }) => {
      const kind = type === 'number' ? 'decimal' : 'text'
      return { key: columnOf(id), title, kind }
    }),
  }
}

function conditions({ owner }: Pick<Ctx, 'owner'>, pageRef: string, body: Asked): Expression<SqlBool>[] {
  const { filters = {}, search, answer } = body
  const found: Expression<SqlBool>[] = [
    sql<SqlBool>`source_ref = ${pageRef}`,
    sql<SqlBool>`source_ref <> ''`,
    ...commonConditions(body),
  ]
  if (filters.payment_method) found.push(sql`payment_method = any (${several(filters.payment_method)})`)
  if (answer)
    found.push(sql`payable_ref in (select o.order_ref from page_orders o where o.merchant_id = ${owner.merchantId}
      and o.environment = ${owner.environment} and o.page_ref = ${pageRef}
      and o.answers ->> ${answer.field}::text = ${answer.value})`)
  if (search) {
    const lower = search.toLowerCase()
    const ways = [
      sql`order_ref = ${search}`,
      startsWith('merchant_order_ref', search),
      startsWith('shopper_email_lower', lower),
      startsWith('shopper_name_lower', lower),
    ]
    found.push(sql<SqlBool>`(${sql.join(ways, sql` or `)})`)
  }
  return found
}

/** Every field that a version asked, each under its latest title, in the order in which they first appeared. */
export async function fieldsEverAsked(
  ctx: Ctx,
  pageRef: string,
): Promise<{ id: string; title: string; type: string }[]> {
  const rows = await ctx.own
    .select('page_versions')
    .select(sql<{ id: string; title: string; type: string }[]>`page -> 'custom_fields'`.as('fields'))
    .where('page_ref', '=', pageRef)
    .where(sql<boolean>`(version = 1 or 'custom_fields' = any (changed))`)
    .orderBy('version')
    .execute()
  const known = new Map<string, { id: string; title: string; type: string }>()
  for (const { fields } of rows) for (const { id, title, type } of fields) known.set(id, { id, title, type })
  return [...known.values()]
}
