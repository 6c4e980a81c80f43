import { sql } from 'kysely'
import { pageOrderStates, type PageOrderState } from '#contract/payment-page-states.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * An order with what its page says of it at this moment; undefined when absent or not the owner's. With `lock` the order's row is
 * locked until the commit, and the page's is not.
 */
export async function findPageOrder(ctx: Ctx, orderRef: string, { lock = false } = {}) {
  const question = ctx.own
    .select('page_orders')
    .innerJoin('payment_pages', (join) =>
      join
        .on('payment_pages.merchant_id', '=', ctx.owner.merchantId)
        .on('payment_pages.environment', '=', ctx.owner.environment)
        .onRef('payment_pages.page_ref', '=', 'page_orders.page_ref'),
    )
    .select([
      'page_orders.order_ref',
      'page_orders.page_ref',
      'page_orders.merchant_order_ref',
      'page_orders.status',
      'page_orders.quantity',
      'page_orders.unit_minor',
      'page_orders.amount_minor',
      'page_orders.currency',
      'page_orders.country',
      'page_orders.title',
      'page_orders.language',
      'page_orders.name',
      'page_orders.email',
      'page_orders.phone',
      'page_orders.answers',
      'page_orders.limited',
      'page_orders.units',
      'page_orders.attempt_ref',
      'page_orders.tried',
      'page_orders.expires_at',
      'page_orders.created_at',
      'payment_pages.status as page_status',
      'payment_pages.late_payment',
      'payment_pages.success_url',
      'payment_pages.failure_url',
      'payment_pages.content',
      'payment_pages.promo_discount_minor',
      'payment_pages.shipping_charges_minor',
      'payment_pages.custom_url',
      'payment_pages.low_stock_at',
      'payment_pages.min_quantity',
    ])
    .where('page_orders.order_ref', '=', orderRef)
  return (lock ? question.forUpdate('page_orders') : question).executeTakeFirst()
}
export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findPageOrder>>>

/** The title of what was ordered: in a further language as the page says it now, else as it was. */
export const titleIn = ({ content, title }: FoundOrder, language: Language): string =>
  content.texts[language]?.title || title

interface OrderColumns {
  units?: FoundOrder['units']
  attempt_ref?: string
  tried?: boolean
  expires_at?: Date | null
}

/** Changes an order that the caller has locked. */
export const changeOrder = (ctx: Ctx, orderRef: string, columns: OrderColumns): void =>
  ctx.write(ctx.own.update('page_orders').set(columns).where('order_ref', '=', orderRef))

/** Moves an order that the caller has locked by an action of its machine, with further columns. */
export const moveOrder = (
  ctx: Ctx,
  orderRef: string,
  action: keyof typeof pageOrderStates.actions,
  columns: OrderColumns = {},
): void => {
  const { from, to }: { from: readonly PageOrderState[]; to: PageOrderState } = pageOrderStates.actions[action]
  ctx.write(
    ctx.own
      .update('page_orders')
      .set({ status: to, ...columns })
      .where('order_ref', '=', orderRef)
      .where('status', 'in', from),
  )
}

/**
 * A state as a part of the statement, where a partial index is meant. PostgreSQL plans a statement once for all values, and does not
 * use such an index for a state that is one of them.
 */
const literally = (state: PageOrderState) => sql.lit(state)

/** The references of orders whose time is over, without an attempt in flight, at most 500. Index: page_orders_open. */
export async function listOverdueOrders(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('page_orders')
    .select('order_ref')
    .where('status', 'in', pageOrderStates.actions.expire.from.map(literally))
    .where('expires_at', '<', since)
    .limit(500)
    .execute()
  return rows.map(({ order_ref }) => order_ref)
}

/** The units that orders without an attempt hold from one address at a page. Index: page_orders_untried. */
export async function unitsHeldFrom(ctx: Ctx, pageRef: string, address: string): Promise<number> {
  const { held } = await ctx.own
    .select('page_orders')
    .select(sql<bigint>`coalesce(sum(quantity), 0)::bigint`.as('held'))
    .where('page_ref', '=', pageRef)
    .where('ip_address', '=', address)
    .where('status', '=', literally('created'))
    .executeTakeFirstOrThrow()
  return Number(held)
}
