import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import type { DeclineReason } from '#contract/declines.ts'
import { wayOf } from '#contract/methods.ts'
import { paymentList, traitFilters } from '#contract/payment-list.ts'
import type { PaymentTrait } from '#contract/payment-traits.ts'
import { type listPayments as listCall } from '#contract/payments.ts'
import type { RemitStatus } from '#contract/remittance-states.ts'
import { countPayments } from '#server/rollups/count.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { build } from '#server/kit/db/statements.ts'
import { type ListOf, commonConditions, oneOf, pageOf, several, startsWith, timeOf } from '#server/kit/lists/list.ts'
import { withheldFrom } from '#server/kit/lists/withheld.ts'
import { ofEach, type Sums } from '#server/kit/lists/list-rows.ts'
import { matches } from './search.ts'
import { channelName, listedColumns, objectFields, rowColumns, codeOf, wireRow } from './queries.ts'

const payments = {
  table: 'payments',
  rows: build
    .selectFrom('payments')
    .select([...rowColumns, ...objectFields, ...listedColumns, channelName])
    .compile(),
  sorts: {
    created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
    amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
  },
  ref: { column: 'order_ref', key: 'order_ref' },
} satisfies ListOf<object>

/** The payments that fit, newest first unless sorted otherwise. Indexes: payments_newest, …_by_amount, …_by_status. */
export async function listPayments(
  ctx: Ctx,
  request: Input<typeof listCall>['body'],
): Promise<Output<typeof listCall>> {
  const page = await pageOf(ctx, payments, request, conditions(request), sumsOf(ctx, request))
  const withheld = withheldFrom(ctx.user, paymentList.columns)
  return { ...page, content: page.content.map((row) => ({ ...wireRow(row), ...withheld })) }
}

/**
 * The ten newest payments of some merchants that were created in a stretch of time: the ten newest of each, and of those
 * the ten newest. An index-only scan finds their keys, and only those ten rows are read: a tenth of the work for 50 merchants.
 */
export async function newestPayments(
  ctx: Ctx,
  wish: { merchants: string[]; currency: string | null; from: Date; to: Date },
) {
  const newest = 'order by created_at desc, order_ref desc limit 10'
  const values: unknown[] = [ctx.owner.environment, wish.from, wish.to]
  const at = (value: unknown) => `$${values.push(value)}`
  const ofCurrency = wish.currency === null ? '' : `and currency = ${at(wish.currency)}`
  const keys = ofEach({
    merchants: wish.merchants,
    at,
    statement: `select merchant_id, order_ref, created_at from payments where merchant_id = wanted.id and environment = $1
      and created_at >= $2 and created_at < $3 ${ofCurrency} ${newest}`,
    engine: await ctx.tx.engine(),
  })
  const found = await ctx.tx.query<{ merchant_id: string; order_ref: string }>(
    `select one.merchant_id, one.order_ref from ${keys} ${newest}`,
    values,
  )
  const places = new Map(found.map(({ order_ref }, place) => [order_ref, place]))
  const rows = await Promise.all(
    [...Map.groupBy(found, ({ merchant_id }) => merchant_id)].map(([merchantId, ofMerchant]) =>
      ctx.tx.query<InferResult<typeof payments.rows>[number] & { merchant_key: string }>(
        `select p.*, m.key as merchant_key from (
           ${payments.rows.sql} where payments.merchant_id = $1 and payments.environment = $2 and payments.order_ref = any ($3)
         ) p join merchants m on m.merchant_id = $1`,
        [merchantId, ctx.owner.environment, ofMerchant.map(({ order_ref }) => order_ref)],
      ),
    ),
  )
  const placeOf = ({ order_ref }: { order_ref: string }) => places.get(order_ref) ?? 0
  return rows
    .flat()
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(wireRow)
}

/** The same payments, all of them, as a file. */
export const exportedPayments: ExportOf<Asked> = {
  columns: paymentList.columns,
  list: payments,
  conditions,
  made: {
    status_code: { from: ['status_reason'], text: ([reason = '']) => codeOf(reason as DeclineReason | '') },
  },
  worded: {
    // On the screen, a method has the name of its wallet or code behind it.
    payment_method: {
      from: ['payment_method', 'payment_sub_type'],
      text: ([type = '', subType = ''], { words }) =>
        [words('methods', type), wayOf(type, subType)?.name ?? ''].filter(Boolean).join(' · '),
    },
  },
}

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>
function conditions(request: Asked): Expression<SqlBool>[] {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  if (filters.payment_method) found.push(sql`payment_method = any (${several(filters.payment_method)})`)
  if (filters.channel_key) found.push(sql`channel_key = ${filters.channel_key}`)
  if (filters.email) found.push(sql`shopper_email_lower = ${filters.email.toLowerCase()}`)
  if (filters.name) found.push(startsWith('shopper_name_lower', filters.name.toLowerCase()))
  found.push(...traitConditions(filters))
  if (filters.remit_status) found.push(...remittedAs(filters.remit_status))
  if (filters.late) found.push(lateAs(several(filters.late)))
  if (filters.refunds) found.push(refundedAs(several(filters.refunds)))
  if (search) found.push(matches(search))
  return found
}

/** By traits. A filter that is not selective is to come with one by time: index payments_newest. */
function traitConditions(filters: NonNullable<Asked['filters']>): Expression<SqlBool>[] {
  return traitNames.flatMap((name) => {
    const wanted = filters[name]
    if (wanted === undefined) return []
    if (name === 'first_attempt') {
      const first = several(wanted).map((one) => one === 'first')
      return [sql<SqlBool>`coalesce(first_attempt, false) = any (${first})`]
    }
    return [sql<SqlBool>`${traitOf(name)} = any (${several(wanted)})`]
  })
}
function traitOf(name: PaymentTrait): Expression<unknown> {
  if (name === 'country') return sql`coalesce(nullif(shopper_country, ''), country)`
  return inDetails.has(name) ? sql`coalesce(method_details ->> ${sql.lit(name)}, '')` : sql.ref(name)
}
const traitNames = Object.keys(traitFilters) as (keyof typeof traitFilters)[]
/** Traits that are among the details of the method. */
const inDetails: ReadonlySet<string> = new Set<PaymentTrait>(['language', 'authentication'])

/** With late money, or with such that waits for a decision. Index: payments_late. */
const lateAs = (states: readonly ('late' | 'held')[]): Expression<SqlBool> =>
  states.includes('late')
    ? sql<SqlBool>`late`
    : sql<SqlBool>`late and held and refunded_minor + refunding_minor < amount_minor`

/** By how far sales abroad have come; the first condition is the partial index's, payments_by_remit_status. */
const remittedAs = (states: RemitStatus | readonly RemitStatus[]): Expression<SqlBool>[] => [
  sql<SqlBool>`remit_status <> ''`,
  oneOf('remit_status', states),
]

/** With refunds that have not failed; the first condition is the partial index's, payments_with_refunds. */
function refundedAs(states: readonly ('pending' | 'partial' | 'full')[]): Expression<SqlBool> {
  const each = {
    pending: sql<SqlBool>`refunding_minor > 0`,
    partial: sql<SqlBool>`refunded_minor > 0 and refunded_minor < amount_minor`,
    full: sql<SqlBool>`refunded_minor = amount_minor`,
  }
  const wanted = sql.join(
    states.map((state) => each[state]),
    sql` or `,
  )
  return sql<SqlBool>`refunded_minor + refunding_minor > 0 and (${wanted})`
}

/**
 * The number of matching payments by the roll-ups. They know whole days of the merchant's time zone, and neither texts nor
 * amounts.
 */
function sumsOf(ctx: Ctx, request: Input<typeof listCall>['body']): Sums {
  const { search, filters = {} } = request
  if (
    search ||
    filters.email ||
    filters.name ||
    filters.amount ||
    filters.refunds ||
    filters.late ||
    filters.remit_status
  )
    return {}
  if (traitNames.some((name) => filters[name] !== undefined)) return {}
  return countPayments(ctx, {
    created: timeOf(request),
    currency: filters.currency && several(filters.currency),
    status: filters.status && several(filters.status),
    payment_method: filters.payment_method && several(filters.payment_method),
    channel_key: filters.channel_key === undefined ? undefined : [filters.channel_key],
  })
}
