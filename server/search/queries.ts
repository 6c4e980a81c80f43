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
  /** The payment of a refund; empty for others. */
  within: string
  title: string
  about: string
  amount: bigint | null
  currency: Currency | null
  status: string
  created_at: Date
  merchant_id: string
}
/** The limit of results for each kind of search. */
const most = 5

/** Links by reference or the start of an order id, e-mail or name. Each way has an index and reads at most a few rows. */
export const findLinks = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'payment_link' as kind, link_ref as ref, '' as within, merchant_order_ref as title,
      coalesce(nullif(customer_name, ''), email) as about, amount_minor as amount, currency, status, created_at, merchant_id from payment_links`,
    [
      sql`link_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('email_lower', wanted.toLowerCase()),
      startsWith('customer_name_lower', wanted.toLowerCase()),
    ],
  )

/**
 * Pages by reference, or the start of a title or of an address by choice, in any case; an address may be written out. Indexes as
 * above.
 */
export function findPages(ctx: Ctx, wanted: string): Promise<Hit[]> {
  const name = /\/pay\/p\/([^/?#]+)/.exec(wanted)?.[1] ?? wanted
  return byAny(
    ctx,
    sql`select 'payment_page' as kind, page_ref as ref, '' as within, title, custom_url as about,
      null::bigint as amount, null as currency, status, created_at, merchant_id from payment_pages`,
    [
      sql`page_ref = ${name}`,
      startsWith('title_lower', wanted.toLowerCase()),
      sql<boolean>`custom_url_lower <> '' and ${startsWith('custom_url_lower', name.toLowerCase())}`,
    ],
  )
}

/** Invoices by reference, or the start of a number, of the merchant's own reference, of an e-mail or of a name. Indexes as above. */
export const findInvoices = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'invoice' as kind, invoice_ref as ref, '' as within, coalesce(nullif(invoice_number, ''), merchant_invoice_ref) as title,
      customer_name as about, amount_minor as amount, currency, status, created_at, merchant_id from invoices`,
    [
      sql`invoice_ref = ${wanted}`,
      startsWith('merchant_invoice_ref', wanted),
      sql<boolean>`invoice_number <> '' and ${startsWith('invoice_number', wanted)}`,
      startsWith('email_lower', wanted.toLowerCase()),
      startsWith('customer_name_lower', wanted.toLowerCase()),
    ],
  )

/** Subscriptions by reference, or the start of an order id, e-mail or name; with what a period of them comes to. Indexes as above. */
export const findSubscriptions = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'subscription' as kind, order_ref as ref, '' as within, merchant_order_ref as title,
      coalesce(nullif(customer_name, ''), nullif(email, ''), price_name) as about,
      case when subscription_type = 'REGULAR' then unit_minor * quantity end as amount, currency, status, created_at, merchant_id from subscriptions`,
    [
      sql`order_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('email_lower', wanted.toLowerCase()),
      startsWith('customer_name_lower', wanted.toLowerCase()),
    ],
  )

/** Prices by reference, or the start of an order id or name. Indexes as above. */
export const findPrices = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'price' as kind, price_ref as ref, '' as within, coalesce(nullif(name, ''), merchant_order_ref) as title,
      merchant_order_ref as about, amount_minor as amount, currency, status, created_at, merchant_id from prices`,
    [
      sql`price_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('name_lower', wanted.toLowerCase()),
    ],
  )

/**
 * Payments by our or the provider's reference, the start of an order id, e-mail or name, or the end of a card's number.
 * Indexes as above.
 */
export const findPayments = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'payment' as kind, order_ref as ref, '' as within, merchant_order_ref as title,
      coalesce(nullif(shopper_name, ''), shopper_email) as about, amount_minor as amount, currency, status, created_at, merchant_id from payments`,
    [
      sql`order_ref = ${wanted}`,
      sql`channel_order_ref = ${wanted}`,
      startsWith('merchant_order_ref', wanted),
      startsWith('shopper_email_lower', wanted.toLowerCase()),
      startsWith('shopper_name_lower', wanted.toLowerCase()),
      ...(/^\d{4}$/.test(wanted) ? [sql`card_last4 <> '' and card_last4 = ${wanted}`] : []),
    ],
  )

/** Refunds by our or the provider's reference. Indexes: primary key, refunds_by_channel_ref. */
export const findRefunds = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'refund' as kind, refund_id as ref, order_ref as within, refund_id as title, reason as about,
      amount_minor as amount, currency, status, created_at, merchant_id from refunds`,
    [sql`refund_id = ${wanted}`, sql`psp_refund_id <> '' and psp_refund_id = ${wanted}`],
  )

/** Payouts by our or the provider's reference, or the start of the merchant's or of the beneficiary's name. Indexes as above. */
export const findPayouts = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'payout' as kind, txn_ref as ref, '' as within, merchant_txn_ref as title, beneficiary_name as about,
      amount_minor as amount, currency, status, created_at, merchant_id from payouts`,
    [
      sql`txn_ref = ${wanted}`,
      sql`channel_ref <> '' and channel_ref = ${wanted}`,
      startsWith('merchant_txn_ref', wanted),
      startsWith('beneficiary_name_lower', wanted.toLowerCase()),
    ],
  )

/** The newest batches by a part of the file's name. Index: refund_batches_newest. */
export const findBatches = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'refund_batch' as kind, batch_id::text as ref, '' as within, file_name as title, created_by as about,
      null::bigint as amount, null as currency, status, created_at, merchant_id from refund_batches`,
    [sql`strpos(lower_case(file_name), ${wanted.toLowerCase()}) > 0`],
    sql`order by created_at desc`,
  )

/** Webhooks by id or the start of a name; a merchant has a handful. */
export const findWebhooks = (ctx: Ctx, wanted: string): Promise<Hit[]> =>
  byAny(
    ctx,
    sql`select 'webhook' as kind, webhook_id::text as ref, '' as within, name as title, url as about,
      null::bigint as amount, null as currency, '' as status, created_at, merchant_id from webhooks`,
    [
      isUuid(wanted) ? sql`webhook_id = ${wanted} and deleted_at is null` : sql`false`,
      sql`starts_with(name_lower, ${wanted.toLowerCase()}) and deleted_at is null`,
    ],
  )

/** Tickets of the user, or as an administrator of all the merchant's, by reference or a part of the subject. They are few. */
export async function findTickets(ctx: Ctx, wanted: string, { all }: { all: boolean }): Promise<Hit[]> {
  const { merchantId, subUserId } = ctx.user ?? { merchantId: '', subUserId: '' }
  const { rows } =
    await sql<Hit>`select 'ticket' as kind, ticket_ref as ref, '' as within, subject as title, ticket_ref as about,
      null::bigint as amount, null as currency, status, updated_at as created_at, merchant_id from support_tickets
    where merchant_id = ${merchantId} and environment = ${ctx.owner.environment} and (${all} or created_by_id = ${subUserId})
      and (ticket_ref = ${wanted.toUpperCase()} or strpos(lower_case(subject), ${wanted.toLowerCase()}) > 0)
    order by updated_at desc limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** Users by a part of the name or the start of the e-mail. A merchant has at most `usersPerMerchant`. */
export async function findUsers(ctx: Ctx, wanted: string): Promise<Hit[]> {
  const lower = wanted.toLowerCase()
  const { rows } =
    await sql<Hit>`select 'user' as kind, sub_user_id::text as ref, '' as within, name as title, email as about,
      null::bigint as amount, null as currency, '' as status, created_at, merchant_id from sub_users
    where merchant_id = any (${merchantsOf(ctx)}) and (strpos(lower_case(name), ${lower}) > 0 or starts_with(lower(email), ${lower}))
    order by name limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** A master's merchants by key, or a part of the name or the e-mail. */
export async function findMerchants(ctx: Ctx, wanted: string): Promise<Hit[]> {
  const lower = wanted.toLowerCase()
  const { rows } =
    await sql<Hit>`select 'merchant' as kind, key as ref, '' as within, coalesce(nullif(brand_name, ''), name) as title,
      email as about, null::bigint as amount, null as currency, '' as status, created_at, merchant_id
    from sub_merchants(${ctx.user?.merchantId ?? null})
    where key = ${wanted} or strpos(lower_case(name), ${lower}) > 0 or strpos(lower_case(brand_name), ${lower}) > 0 or starts_with(lower(email), ${lower})
    order by name limit ${sql.lit(most)}`.execute(ctx.db)
  return rows
}

/** Keys and names of merchants of the scope. */
export async function namesOf(ctx: Ctx, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return new Map<string, { key: string; name: string }>()
  const { rows } = await sql<{ merchant_id: string; key: string; name: string }>`
    select merchant_id, key, coalesce(nullif(brand_name, ''), name) as name from merchants
    where merchant_id = any (${merchantIds})`.execute(ctx.db)
  return new Map(rows.map((row) => [row.merchant_id, row]))
}

/** The payment or link that a webhook's event was about, by its `webhook-id`. Index: primary key. */
export async function objectOfEvent(ctx: Ctx, wanted: string): Promise<{ type: string; ref: string } | undefined> {
  if (!isUuid(wanted)) return undefined
  const { rows } = await sql<{ type: string; ref: string }>`select type, object_ref as ref from webhook_events
    where merchant_id = any (${merchantsOf(ctx)}) and environment = ${ctx.owner.environment} and event_id = ${wanted}`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The session's own merchant, or all that a master may read. */
const merchantsOf = (ctx: Ctx): readonly string[] => ctx.merchants ?? [ctx.owner.merchantId]

/** One short query for each way, so that each reads its own index; what several find comes once. */
async function byAny(ctx: Ctx, rows: Expression<unknown>, ways: Expression<unknown>[], order = sql``): Promise<Hit[]> {
  const found = await Promise.all(
    ways.map((way) =>
      sql<Hit>`${rows} where merchant_id = any (${merchantsOf(ctx)}) and environment = ${ctx.owner.environment} and ${way}
        ${order} limit ${sql.lit(most)}`.execute(ctx.db),
    ),
  )
  const all = found.flatMap(({ rows: hits }) => hits)
  return [...new Map(all.map((hit) => [`${hit.merchant_id} ${hit.ref}`, hit])).values()]
}
