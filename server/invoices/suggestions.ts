import { sql } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import type { suggestForInvoice as declaration } from '#contract/invoices.ts'
import type { KeptSuggestion } from '#server/db/kept-invoice.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { startsWith } from '#server/kit/lists/list.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'

/** Lines of one invoice that are remembered. */
const linesMost = 100
/** Rows that begin with a text, among which the latest are looked for. */
const lookedAt = 1_000
const suggested = 10

/**
 * Remembers the customers and the items of new invoices, to be offered while another is drawn up. What another transaction is
 * remembering at this moment is remembered anyway, so that it is not waited for.
 */
export function rememberParts(ctx: Ctx, invoices: readonly InvoiceRow[]): void {
  for (const [kind, found] of [
    ['customer', invoices.map(customerOf)],
    ['item', invoices.flatMap(itemsOf)],
  ] as const) {
    // Each once, and in one order whoever remembers.
    const parts = [...new Map(found.map((part) => [part.key, part])).values()].toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    )
    for (let from = 0; from < parts.length; from += partsAtOnce)
      rememberSome(ctx, kind, parts.slice(from, from + partsAtOnce))
  }
}
/** Of one statement. */
const partsAtOnce = 500

function rememberSome(ctx: Ctx, kind: 'customer' | 'item', parts: readonly Part[]): void {
  const rows = parts.map(({ value, ...part }) => ({ kind, ...part, value: JSON.stringify(value), used_at: ctx.now }))
  ctx.write(ctx.own.insert('invoice_suggestions', rows).onConflict((conflict) => conflict.doNothing()))
  // An item is its own value; of a customer the latest counts.
  const values = kind === 'customer' ? Object.fromEntries(parts.map(({ key, value }) => [key, value])) : {}
  const keys = parts.map(({ key }) => key)
  const { merchantId, environment } = ctx.owner
  ctx.write({ sql: useAgain, parameters: [merchantId, environment, kind, keys, ctx.now, JSON.stringify(values)] })
}
/** By hand: those that nobody is changing are found once, and not for each row anew, whatever the planner knows of the table. */
const useAgain = `update invoice_suggestions set used_at = $5, value = coalesce(cast($6 as jsonb) -> key, value)
  where merchant_id = $1 and environment = $2 and kind = $3 and key = any (array(
    select key from invoice_suggestions
    where merchant_id = $1 and environment = $2 and kind = $3 and key = any ($4) and used_at < $5
    for update skip locked))`

interface Part {
  key: string
  label: string
  label_lower: string
  value: KeptSuggestion
}
const partOf = (key: string, label: string, value: KeptSuggestion): Part => ({
  key: key.slice(0, keyLength),
  label,
  label_lower: label.toLowerCase(),
  value,
})
/** Far below what an index takes. */
const keyLength = 600

function customerOf({ customer_name: name, email, phone, language, time_zone, content }: InvoiceRow): Part {
  const { billing_address, shipping_address, buyer } = content
  const customer = { name, email, phone, language, time_zone }
  return partOf(`${name} ${email}`.toLowerCase(), name, { customer, billing_address, shipping_address, buyer })
}

/** Its items, each once. */
function itemsOf({ content, currency }: InvoiceRow): Part[] {
  const items = content.line_items.slice(0, linesMost).map((line) => {
    const { quantity: _, ...item } = line
    const key = JSON.stringify([line.id ?? '', line.detail, line.unit ?? '', line.rate, currency])
    return partOf(key, line.detail, { ...item, currency })
  })
  return [...new Map(items.map((item) => [item.key, item])).values()]
}

/** What was used before and begins with a text in any case, latest first. Index: invoice_suggestions_by_label. */
export async function suggest(ctx: Ctx, { of: kind, text = '' }: Input<typeof declaration>['body']) {
  const beginning = ctx.own
    .select('invoice_suggestions')
    .select(['label', 'value', 'used_at'])
    .where('kind', '=', kind)
    .where(startsWith('label_lower', text.toLowerCase()))
    .orderBy('label_lower')
    .limit(lookedAt)
  const rows = await ctx.db
    .selectFrom(beginning.as('beginning'))
    .select(['label', 'value'])
    .orderBy(sql`used_at`, 'desc')
    .limit(suggested)
    .execute()
  return rows
}
