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
 * Remembers the customer and the items of an invoice, to be offered while another is drawn up. Neither waits for anybody: what another
 * transaction is remembering at this moment is remembered anyway.
 */
export function rememberParts(ctx: Ctx, invoice: InvoiceRow): void {
  for (const [kind, parts] of [
    ['customer', [customerOf(invoice)]],
    ['item', itemsOf(invoice)],
  ] as const) {
    const keys = parts.map(({ key }) => key)
    const rows = parts.map(({ value, ...part }) => ({ kind, ...part, value: JSON.stringify(value), used_at: ctx.now }))
    ctx.write(ctx.own.insert('invoice_suggestions', rows).onConflict((conflict) => conflict.doNothing()))
    ctx.write(
      ctx.own
        .update('invoice_suggestions')
        .set({ used_at: ctx.now, ...(kind === 'customer' && { value: JSON.stringify(parts[0]?.value) }) })
        .where('kind', '=', kind)
        .where('used_at', '<', ctx.now)
        .where('key', 'in', freeAmong(ctx, kind, keys)),
    )
  }
}

/** Those of the rows that nobody is changing. */
const freeAmong = (ctx: Ctx, kind: 'customer' | 'item', keys: readonly string[]) =>
  ctx.own
    .select('invoice_suggestions')
    .select('key')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .forUpdate()
    .skipLocked()

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
function itemsOf({ content }: InvoiceRow): Part[] {
  const items = content.line_items.slice(0, linesMost).map((line) => {
    const { quantity: _, ...item } = line
    return partOf(JSON.stringify([line.id ?? '', line.detail, line.unit ?? '', line.rate]), line.detail, item)
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
