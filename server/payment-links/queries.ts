import { sql, type Expression, type InferResult, type RawBuilder, type SqlBool } from 'kysely'
import type { Input, PageOf } from '#contract/kit/call.ts'
import {
  paymentLinkList,
  paymentLinkStates,
  type createPaymentLink,
  type listPaymentLinks as listCall,
} from '#contract/payment-links.ts'
import { inFlightStates } from '#contract/payments.ts'
import type { Ctx, House, Owner } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/in-state.ts'
import type { MerchantOf } from '#server/kit/merchant-of.ts'
import { build, type Db } from '#server/kit/db.ts'
import { type ListOf, commonConditions, pageOf, several, startsWith } from '#server/kit/list.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { ownUserId } from '#server/notifications/notify.ts'

const rowColumns = [
  'link_ref',
  'merchant_order_ref',
  'amount_minor as amount',
  'currency',
  'country',
  'customer_name',
  'email',
  'phone',
  'description',
  'status',
  'source',
  'created_at',
  'expires_at',
  'expiry_hours',
  'late_payment',
  'promo_code',
  'created_by',
] as const
const ownFields = ([1, 2, 3, 4, 5] as const).map((number) =>
  sql<string>`coalesce(user_configured_fields[${sql.lit(number)}], '')`.as(`user_configured_field${number}`),
)

/** Rows of the owner's, and no others, whatever else a query asks. */
const ofOwner = (db: Db, owner: Owner) =>
  db
    .selectFrom('payment_links')
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)

const links = {
  table: 'payment_links',
  rows: build
    .selectFrom('payment_links')
    .select([...rowColumns, ...ownFields])
    .compile(),
  sorts: {
    created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
    amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
  },
  ref: { column: 'link_ref', key: 'link_ref' },
} satisfies ListOf<object>

/** The links that fit, newest first unless sorted otherwise. Indexes: payment_links_newest, …_by_amount, …_by_status. */
export async function listPaymentLinks(ctx: Ctx, request: Input<typeof listCall>['body']): Promise<PageOf<LinkRow>> {
  const page = await pageOf(ctx, links, request, conditions(request))
  return { ...page, content: page.content.map((row) => ({ ...row, link: linkAddress(ctx, row.link_ref) })) }
}
/** The same links, all of them, as a spreadsheet. */
export const exportedLinks = {
  columns: paymentLinkList.columns,
  list: links,
  conditions,
  made: { link: { from: 'link_ref', text: (linkRef: string, house: House) => linkAddress({ house }, linkRef) } },
}
type LinkRow = InferResult<typeof links.rows>[number] & { link: string }

function conditions(
  request: Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>,
): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.late_payment) found.push(sql`late_payment = any (${several(filters.late_payment)})`)
  if (filters.source) found.push(sql`source = ${filters.source}`)
  if (filters.email) found.push(sql`email_lower = ${filters.email.toLowerCase()}`)
  if (search) found.push(matches(search))
  return found
}

/** Any reference, the start of an order id, of an e-mail or of a name. */
function matches(search: string): Expression<SqlBool> {
  const lower = search.toLowerCase()
  return sql<SqlBool>`(link_ref = ${search} or ${startsWith('merchant_order_ref', search)}
    or ${startsWith('email_lower', lower)} or ${startsWith('customer_name_lower', lower)})`
}

/**
 * A link with everything its page shows, under its wire names; undefined when absent or not the owner's. With `lock` its
 * row is locked until the commit.
 */
export async function findPaymentLink(ctx: Ctx, linkRef: string, { lock = false } = {}) {
  const row = await ofOwner(ctx.db, ctx.owner)
    .$if(lock, (query) => query.forUpdate())
    .select([
      ...rowColumns,
      'merchant_name',
      'merchant_logo',
      'failure_url as cancel_url',
      'success_url',
      'merchant_back_url',
      'ip_address',
      'language',
      'promo_discount_minor as promo_discount',
      'shipping_charges_minor as shipping_charges',
      'billing_line_1 as line_1',
      'billing_line_2 as line_2',
      'billing_city as city',
      'billing_country as countryCode',
      ...ownFields,
    ])
    .where('link_ref', '=', linkRef)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...row, link: linkAddress(ctx, row.link_ref) }
}

/** Where the shopper pays. */
export const linkAddress = (ctx: Pick<Ctx, 'house'>, linkRef: string) => `${ctx.house.publicUrl}/pay/${linkRef}`

/** False when the order id is taken. Guarantee: of two at once with one order id, one is inserted. */
export async function insertPaymentLink(
  ctx: Ctx,
  link: Input<typeof createPaymentLink>['body'] & {
    linkRef: string
    orderId: string
    failureUrl: string
    expiresAt: Date | null
  },
  merchant: MerchantOf,
): Promise<boolean> {
  const { merchant_details: details = {}, billing_address: address = {} } = link
  const inserted = await ctx.db
    .insertInto('payment_links')
    .values({
      merchant_id: ctx.owner.merchantId,
      environment: ctx.owner.environment,
      link_ref: link.linkRef,
      merchant_order_ref: link.orderId,
      amount_minor: link.amount,
      currency: link.currency,
      country: link.country ?? merchant.country,
      customer_name: link.customer_name ?? '',
      customer_name_lower: (link.customer_name ?? '').toLowerCase(),
      email: link.email ?? '',
      email_lower: (link.email ?? '').toLowerCase(),
      phone: link.phone ?? '',
      description: link.description ?? '',
      status: 'created',
      source: link.source || 'default',
      created_at: ctx.now,
      created_by: ctx.actor.name,
      created_by_id: ownUserId(ctx),
      expiry_hours: link.expiry_hours ?? null,
      expires_at: link.expiresAt,
      success_url: link.success_url ?? '',
      failure_url: link.failureUrl,
      merchant_back_url: link.merchant_back_url || details.back_url || '',
      merchant_name: details.name || merchant.brand_name || merchant.name,
      merchant_logo: details.logo || logoAddress(ctx.house, merchant.logo),
      promo_code: details.promo_code ?? '',
      promo_discount_minor: details.promo_discount ?? 0n,
      shipping_charges_minor: details.shipping_charges ?? 0n,
      billing_line_1: address.line_1 ?? '',
      billing_line_2: address.line_2 ?? '',
      billing_city: address.city ?? '',
      billing_country: address.country_code ?? '',
      user_configured_fields: [
        link.user_configured_field1 ?? '',
        link.user_configured_field2 ?? '',
        link.user_configured_field3 ?? '',
        link.user_configured_field4 ?? '',
        link.user_configured_field5 ?? '',
      ],
      notify_by_email: link.notify_by_email ?? false,
      notify_by_phone: link.notify_by_phone ?? false,
      late_payment: link.late_payment ?? 'accept',
      ip_address: ctx.client.address,
      language: link.language ?? 'en',
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'merchant_order_ref']).doNothing())
    .returning('link_ref')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Moves a link by an action of its machine; false when its state does not allow it or it is not the owner's.
 * Guarantee: one guarded update, so of many at once one moves it. Leaves the row locked until the commit.
 */
export async function movePaymentLink(
  ctx: Ctx,
  linkRef: string,
  action: keyof typeof paymentLinkStates.actions,
): Promise<boolean> {
  const { from, to } = paymentLinkStates.actions[action]
  const moved = await ctx.db
    .updateTable('payment_links')
    .set({ status: to })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('link_ref', '=', linkRef)
    .where(inState(from))
    .returning('link_ref')
    .executeTakeFirst()
  return moved !== undefined
}

/** The references of links whose time was over by then and which nobody has expired, at most 500. Index: payment_links_by_status. */
export async function listOverdueLinks(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ofOwner(ctx.db, ctx.owner)
    .select('link_ref')
    .where('status', 'in', paymentLinkStates.actions.expire.from)
    .where('expires_at', '<', since)
    .limit(500)
    .execute()
  return rows.map(({ link_ref }) => link_ref)
}

/**
 * Locks the row of a payment's link until the commit and says how it stands; the first lock of every change to it or its
 * payments. Undefined when the payment has no link.
 */
export const lockLinkOfPayment = (ctx: Ctx, orderRef: string) =>
  ofOwner(ctx.db, ctx.owner)
    .select(['status', 'late_payment', 'created_by_id'])
    .where('link_ref', '=', ({ selectFrom }) =>
      selectFrom('payments')
        .select('payments.link_ref')
        .where('payments.merchant_id', '=', ctx.owner.merchantId)
        .where('payments.environment', '=', ctx.owner.environment)
        .where('order_ref', '=', orderRef),
    )
    .forUpdate()
    .executeTakeFirst()

/** Whether an attempt may still take money. Index: payments_one_in_flight. */
export async function hasAttemptInFlight(ctx: Ctx, linkRef: string): Promise<boolean> {
  const attempt = await ctx.db
    .selectFrom('payments')
    .select('order_ref')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('link_ref', '=', linkRef)
    .where('status', 'in', inFlightStates)
    .executeTakeFirst()
  return attempt !== undefined
}

/** The sources that links name, by name; at most 100, each found by a step in the index payment_links_by_source. */
export async function listSources(ctx: Ctx): Promise<string[]> {
  const { merchantId, environment } = ctx.owner
  const after = (source: RawBuilder<unknown>) => sql`(
    select min(source) as source from payment_links
    where merchant_id = ${merchantId} and environment = ${environment} and source > ${source})`
  const { rows } = await sql<{ source: string }>`
    with recursive sources as (
      select source from ${after(sql`''`)} as first
      union all
      select next.source from sources cross join lateral ${after(sql`sources.source`)} as next where sources.source is not null
    )
    select source from sources where source is not null limit 100`.execute(ctx.db)
  return rows.map(({ source }) => source)
}
