import { defaultLanguage } from '#i18n/languages.ts'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import { invoiceFields } from '#contract/invoice-fields.ts'
import { dueDatesOf, invoiceLineColumns, invoiceList, type ReceivableBucket } from '#contract/invoice-list.ts'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import type { exportInvoices as exportCall, listInvoices as listCall } from '#contract/invoices.ts'
import { currencies } from '#contract/kit/money.ts'
import { dayAt, type Day } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listedColumns } from '#server/kit/db/fields.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { wordsIn } from '#server/kit/http/export-words.ts'
import { commonConditions, pageOf, several, startsWith, type ListOf } from '#server/kit/lists/list.ts'

const partlyPaid = sql<boolean>`paid_minor > 0 and due_minor > 0`
const listed = build.selectFrom('invoices').select([...listedColumns(invoiceFields), partlyPaid.as('partially_paid')])
const sorts = {
  created_at: { column: 'created_at', key: 'created_at', type: 'timestamptz' },
  due_date: { column: 'due_date', key: 'due_date', type: 'date' },
  amount: { column: 'amount_minor', key: 'amount', type: 'bigint' },
} as const
const invoices = {
  table: 'invoices',
  rows: listed.compile(),
  sorts,
  ref: { column: 'invoice_ref', key: 'invoice_ref' },
} satisfies ListOf<object>

type Asked = Pick<Input<typeof listCall>['body'], 'search' | 'from' | 'to' | 'filters'>

/** The invoices that fit, newest first unless sorted otherwise. Indexes: invoices_newest, …_by_due_date, …_by_amount, …_by_status. */
export const listInvoices = async (ctx: Ctx, request: Input<typeof listCall>['body']) =>
  pageOf(ctx, invoices, request, await conditionsOf(ctx, request))

/** The same invoices, all of them, as a file: one row for each, or one for each of their lines. */
export async function exportedInvoices(
  ctx: Ctx,
  { body }: Pick<Input<typeof exportCall>, 'body'>,
): Promise<ExportOf<Input<typeof exportCall>['body']>> {
  const conditions = await conditionsOf(ctx, body)
  const words = wordsIn(body.language ?? defaultLanguage)
  const titled = Object.entries(invoiceLineColumns).map(([key, { kind }]) => ({
    key,
    kind,
    title: body.language ? words('columns', key) : key,
  }))
  return {
    columns: invoiceList.columns,
    list: body.lines ? { ...invoices, rows: lines.compile() } : invoices,
    conditions: () => conditions,
    worded: {
      partially_paid: {
        from: ['partially_paid'],
        text: ([value], by) => by.words('yesNo', value === 'true' ? 'yes' : 'no'),
      },
    },
    ...(body.lines && { further: titled }),
  }
}

const withoutDecimals = Object.entries(currencies).flatMap(([code, decimals]) => (decimals === 0 ? [code] : []))
const said = (name: string) => sql<string>`coalesce(line.value ->> ${sql.lit(name)}, '')`
const decimals = sql`case when currency = any (array[${sql.join(withoutDecimals.map((code) => sql.lit(code)))}]) then 0 else 2 end`
/** What of a line was quantity × rate, with the rounding of `invoiceSums`: numeric rounds a half away from zero. */
const net = sql<string>`round((line.value ->> 'quantity')::numeric * (line.value ->> 'rate')::numeric, ${decimals})::text`
const lines = build
  .selectFrom('invoices')
  .innerJoinLateral(sql<{ value: unknown }>`jsonb_array_elements(content -> 'line_items')`.as('line'), (join) =>
    join.onTrue(),
  )
  .select([...listedColumns(invoiceFields), partlyPaid.as('partially_paid')])
  .select([
    said('id').as('line_id'),
    said('detail').as('line_detail'),
    said('quantity').as('line_quantity'),
    said('unit').as('line_unit'),
    said('rate').as('line_rate'),
    said('tax_category').as('line_tax_category'),
    said('tax_percent').as('line_tax_percent'),
    net.as('line_net'),
  ])

async function conditionsOf(ctx: Ctx, request: Asked): Promise<Expression<SqlBool>[]> {
  const { search, filters = {} } = request
  const found = commonConditions(request)
  for (const name of ['due_date', 'invoice_date'] as const) {
    const { from, to } = filters[name] ?? {}
    if (from) found.push(sql`${sql.ref(name)} >= ${from}`)
    if (to) found.push(sql`${sql.ref(name)} <= ${to}`)
  }
  for (const name of ['sent_at', 'paid_at'] as const) {
    const { from, to } = filters[name] ?? {}
    if (from) found.push(sql`${sql.ref(name)} >= ${from}`)
    if (to) found.push(sql`${sql.ref(name)} < ${to}`)
  }
  if (filters.partially_paid) {
    const wanted = several(filters.partially_paid)
    if (wanted.length === 1) found.push(wanted[0] === 'yes' ? sql`(${partlyPaid})` : sql`not (${partlyPaid})`)
  }
  if (filters.email) found.push(sql`email_lower = ${filters.email.toLowerCase()}`)
  if (filters.receivable) found.push(await receivable(ctx, several(filters.receivable)))
  if (search) found.push(matches(search))
  return found
}

/** Open invoices of some buckets, by the day it is where each merchant is. */
async function receivable(ctx: Ctx, buckets: readonly ReceivableBucket[]): Promise<Expression<SqlBool>> {
  const merchants = await ctx.db
    .selectFrom('merchants')
    .select(['merchant_id', 'time_zone'])
    .where('merchant_id', 'in', ctx.merchants ?? [ctx.owner.merchantId])
    .execute()
  const byDay = Map.groupBy(merchants, ({ time_zone }) => dayAt(ctx.now, time_zone))
  const ofDay = ([day, some]: [Day, typeof merchants]) =>
    sql`(merchant_id = any (${some.map(({ merchant_id }) => merchant_id)}) and ${dueIn(buckets, day)})`
  const ways = [...byDay].map(byDay.size === 1 ? ([day]) => dueIn(buckets, day) : ofDay)
  return sql<SqlBool>`status = any (${openInvoiceStates}) and (${sql.join(ways, sql` or `)})`
}

const dueIn = (buckets: readonly ReceivableBucket[], day: Day) =>
  sql`(${sql.join(
    buckets.map((bucket) => {
      const { first, last } = dueDatesOf(bucket, day)
      const after = first === null ? sql`true` : sql`due_date >= ${first}`
      return last === null ? sql`(${after})` : sql`(${after} and due_date <= ${last})`
    }),
    sql` or `,
  )})`

/** Any reference, the start of a number, of the customer's name or of the e-mail address. */
function matches(search: string): Expression<SqlBool> {
  const lower = search.toLowerCase()
  const ways = [
    sql`invoice_ref = ${search}`,
    startsWith('merchant_invoice_ref', search),
    sql`(invoice_number <> '' and ${startsWith('invoice_number', search)})`,
    startsWith('customer_name_lower', lower),
    startsWith('email_lower', lower),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
