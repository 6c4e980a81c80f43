import { sql, type Expression } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import type { SearchKind } from '#contract/search.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { startsWith } from '#server/kit/lists/list.ts'

/** The results of a search, under the names of its answer. */
export interface Hit {
  kind: SearchKind
  ref: string
  title: string
  about: string
  amount: bigint | null
  currency: Currency | null
  status: string
  created_at: Date
}
/** The limit of results for each kind of search. */
const most = 5

/** Links by reference or the start of an order id, e-mail or name. Each way has an index and reads at most a few rows. */
export const findLinks = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'payment_link' as kind, link_ref as ref, merchant_order_ref as title, coalesce(nullif(customer_name, ''), email) as about,
      amount_minor as amount, currency, status, created_at from payment_links`,
    [
      sql`link_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('email_lower', wanted.toLowerCase()),
      startsWith('customer_name_lower', wanted.toLowerCase()),
    ],
  )

/** Payments by our or the provider's reference, or the start of an order id or e-mail. Indexes as above. */
export const findPayments = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'payment' as kind, order_ref as ref, merchant_order_ref as title, coalesce(nullif(shopper_name, ''), shopper_email) as about,
      amount_minor as amount, currency, status, created_at from payments`,
    [
      sql`order_ref = ${wanted}`,
      sql`channel_order_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('shopper_email_lower', wanted.toLowerCase()),
    ],
  )

/** Webhooks by id or the start of a name; a merchant has a handful. */
export const findWebhooks = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'webhook' as kind, webhook_id::text as ref, name as title, url as about, null::bigint as amount, null as currency,
      '' as status, created_at from webhooks`,
    [
      isUuid(wanted) ? sql`webhook_id = ${wanted} and deleted_at is null` : sql`false`,
      sql`starts_with(name_lower, ${wanted.toLowerCase()}) and deleted_at is null`,
    ],
  )

/** The payment or link that a webhook's event was about, by its `webhook-id`. Index: primary key. */
export async function objectOfEvent(ctx: Ctx, wanted: string): Promise<{ type: string; ref: string } | undefined> {
  if (!isUuid(wanted)) return undefined
  return ctx.own
    .select('webhook_events')
    .select(['type', 'object_ref as ref'])
    .where('event_id', '=', wanted)
    .executeTakeFirst()
}

/** One short query for each way, so that each reads its own index; what several find comes once. */
async function byAny(ctx: Ctx, rows: Expression<unknown>, ways: Expression<unknown>[]): Promise<Hit[]> {
  const found = await Promise.all(
    ways.map((way) =>
      sql<Hit>`${rows} where merchant_id = ${ctx.owner.merchantId} and environment = ${ctx.owner.environment} and ${way}
        limit ${sql.lit(most)}`.execute(ctx.db),
    ),
  )
  const all = found.flatMap(({ rows: hits }) => hits)
  return [...new Map(all.map((hit) => [hit.ref, hit])).values()]
}
