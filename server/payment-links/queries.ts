import { sql, type Expression, type InferResult, type RawBuilder, type SqlBool } from 'kysely'
import type { Input, PageOf } from '#contract/kit/call.ts'
import { paymentLinkList, type listPaymentLinks as listCall } from '#contract/payment-links.ts'
import { paymentLinkStates, type PaymentLinkState } from '#contract/payment-link-states.ts'
import { paymentLinkFields } from '#contract/payment-link-fields.ts'
import { listedColumns, shownColumns } from '#server/kit/db/fields.ts'
import type { Ctx, Services, Owner } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import { payAddress } from '#server/payables/payable.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { amountWays } from '#server/kit/lists/amount-search.ts'
import { type ListOf, commonConditions, pageOf, several, startsWith } from '#server/kit/lists/list.ts'
import { phoneWanted } from './phone.ts'
import { hasReached } from './steps.ts'

/** The merchant's own fields, elements of one column. */
const ownFields = ([1, 2, 3, 4, 5] as const).map((number) =>
  sql<string>`coalesce(user_configured_fields[${sql.lit(number)}], '')`.as(`user_configured_field${number}`),
)

const links = {
  table: 'payment_links',
  rows: build
    .selectFrom('payment_links')
    .select([...listedColumns(paymentLinkFields), ...ownFields])
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
  return { ...page, content: page.content.map((row) => ({ ...row, link: payAddress(ctx, row.link_ref) })) }
}
/** The same links, all of them, as a spreadsheet. */
export const exportedLinks = {
  columns: paymentLinkList.columns,
  list: links,
  conditions,
  made: {
    link: {
      from: ['link_ref'],
      text: ([linkRef = '']: readonly string[], by: { services: Services }) => payAddress(by, linkRef),
    },
  },
}
type LinkRow = InferResult<typeof links.rows>[number] & { link: string }

function conditions(
  request: Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>,
): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.reached) found.push(hasReached(several(filters.reached)))
  if (filters.late_payment) found.push(sql`late_payment = any (${several(filters.late_payment)})`)
  if (filters.source) found.push(sql`source = ${filters.source}`)
  if (filters.email) found.push(sql`email_lower = ${filters.email.toLowerCase()}`)
  if (search) found.push(matches(search))
  return found
}

/** Any reference, the start of an order id, of an e-mail or of a name, the end of a phone number, or an amount. */
function matches(search: string): Expression<SqlBool> {
  const lower = search.toLowerCase()
  const phone = phoneWanted(search)
  const ways = [
    sql`link_ref = ${search}`,
    startsWith('merchant_order_ref', search),
    startsWith('email_lower', lower),
    startsWith('customer_name_lower', lower),
    ...(phone ? [startsWith('phone_reversed', phone)] : []),
    ...amountWays(search),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/**
 * A link with everything its page shows, under its wire names; undefined when absent or not the owner's. With `lock` its
 * row is locked until the commit.
 */
export async function findPaymentLink(ctx: Ctx, linkRef: string, { lock = false } = {}) {
  const [row] = (await ctx.db.executeQuery((lock ? lockLink : readLink)({ ...ctx.owner, linkRef }))).rows
  if (!row) return undefined
  return { ...row, link: payAddress(ctx, row.link_ref) }
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findPaymentLink>>>
const linkBy = (given: Places<Owner & { linkRef: string }>) =>
  ownRows(build, given)
    .select('payment_links')
    .select([
      ...shownColumns(paymentLinkFields),
      'created_by_id',
      'channels',
      'authorises_only',
      'opened_at',
      'started_at',
      ...ownFields,
    ])
    .where('link_ref', '=', given.linkRef)
const readLink = statement(linkBy)
const lockLink = statement((given: Places<Owner & { linkRef: string }>) => linkBy(given).forUpdate())

/** Binds a link to channels, the first one first, and to an authorisation that its server captures. None are all channels. */
export const restrictLink = (ctx: Ctx, linkRef: string, bound: { channels: string[]; authorisesOnly: boolean }) =>
  ctx.own
    .update('payment_links')
    .set({ channels: bound.channels, authorises_only: bound.authorisesOnly })
    .where('link_ref', '=', linkRef)
    .execute()

/** The reference of the link of an order; undefined where there is none. Index: unique key. */
export async function findLinkOfOrder(ctx: Ctx, merchantOrderRef: string): Promise<string | undefined> {
  const row = await ctx.own
    .select('payment_links')
    .select('link_ref')
    .where('merchant_order_ref', '=', merchantOrderRef)
    .executeTakeFirst()
  return row?.link_ref
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
  const { rows } = await ctx.db.executeQuery(moveLink({ ...ctx.owner, linkRef, ...paymentLinkStates.actions[action] }))
  return rows.length > 0
}
const moveLink = statement(
  (given: Places<Owner & { linkRef: string; from: readonly PaymentLinkState[]; to: PaymentLinkState }>) =>
    ownRows(build, given)
      .update('payment_links')
      .set({ status: given.to })
      .where('link_ref', '=', given.linkRef)
      .where(inState(given.from))
      .returning('link_ref'),
)

/** The references of links that expired before a moment and are still payable, at most 500. Index: payment_links_by_status. */
export async function listOverdueLinks(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('payment_links')
    .select('link_ref')
    .where('status', 'in', paymentLinkStates.actions.expire.from)
    .where('expires_at', '<', since)
    .limit(500)
    .execute()
  return rows.map(({ link_ref }) => link_ref)
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
