import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import { Client, types } from 'pg'
import { rowsOfFile } from '#test/unzip.ts'
import type { TradeLine } from '#test/trade.ts'
import type { Load } from './client.ts'
import { anyOf, type Merchant } from './intents.ts'
import { makeOrder, makePage, readPage, savePage, type ShownPage } from './page-calls.ts'
import { pay } from './shoppers.ts'
import { readWitness } from './witness.ts'

export const currency = 'GBP'

/** One article at its page, and the lines that were ordered there. */
export interface Article {
  lines: readonly TradeLine[]
  page: ShownPage
  /** Units that nobody wants. */
  spare: number
}

/**
 * Plays the lines of each article at a page of its own, in their order. A page has one price: before an order at another one the page
 * is saved with it, so that each price is a version.
 */
export async function trade(load: Load, merchant: Merchant, lines: readonly TradeLine[]): Promise<Article[]> {
  const articles = [...Map.groupBy(lines, ({ article }) => article).values()]
  // The longest first, since the orders of an article follow each other.
  const waiting = articles.toSorted((one, other) => other.length - one.length)
  const played: Article[] = []
  const seller = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) played.push(await sell(load, merchant, next))
  }
  await Promise.all(Array.from({ length: 12 }, seller))
  return played
}

async function sell(load: Load, merchant: Merchant, lines: readonly TradeLine[]): Promise<Article> {
  const [first] = lines
  if (!first) throw new Error('an article without a line')
  const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  // One address holds at most a tenth of what is left before it pays, so there is more than the largest order.
  const spare = 10 * Math.max(...lines.map(({ quantity }) => quantity))
  let { unitMinor } = first
  let page = await makePage(load, merchant, {
    unitMinor,
    currency,
    title: first.title,
    max_quantity: 1_000,
    stock: 'limited',
    stock_available: wanted + spare,
    custom_fields: [{ id: 'invoice', type: 'text', title: 'Invoice', optional: false }],
  })
  const { page_ref: pageRef } = page
  for (const { quantity, invoice, ...line } of lines) {
    if (line.unitMinor !== unitMinor)
      page = await savePage(load, merchant, page, { amount: Number(line.unitMinor) / 100 })
    ;({ unitMinor } = line)
    const wish = { merchant, pageRef, version: page.version, unitMinor, quantity, currency, fields: { invoice } }
    const { answer, intent } = await makeOrder(load, wish)
    if (answer?.status !== 200) throw new Error(`${quantity} of ${line.article}: ${answer?.text}`)
    await pay(load, intent, 'success')
  }
  return { lines, page, spare }
}

/** What an article was ordered for, and what its page, the sheets of its payments and the provider have of it. */
export interface Sums {
  units: number
  /** In minor units. */
  revenue: bigint
}
export const sumOf = (lines: readonly TradeLine[]): Sums => ({
  units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  revenue: lines.reduce((sum, { quantity, unitMinor }) => sum + unitMinor * BigInt(quantity), 0n),
})

/** An article whose page, or whose sheet of payments, says other than its lines; empty when none does. */
export async function differing(load: Load, merchant: Merchant, articles: readonly Article[]): Promise<string[]> {
  const found: string[] = []
  for (const { lines, spare, page } of articles) {
    const { units, revenue } = sumOf(lines)
    const shown = await readPage(load, merchant, page.page_ref)
    const said = [shown.units_sold, minor(shown.revenue), shown.stock_available, shown.version]
    const wanted = [units, revenue, spare, page.version]
    if (said.join() !== wanted.join()) found.push(`${lines[0]?.article}: ${said.join()} in place of ${wanted.join()}`)
    const path = `/merchants/paymentPage/${page.page_ref}/export-transactions`
    const [, ...rows] = await sheet(load, merchant, path, ['quantity', 'amount', 'currency'])
    const sold = lines.map((line) => [
      line.quantity,
      Number(line.unitMinor * BigInt(line.quantity)) / 100,
      currency,
      line.invoice,
    ])
    if (sorted(rows) !== sorted(sold)) found.push(`${lines[0]?.article}: its sheet has other rows`)
  }
  return found
}
const sorted = (rows: readonly unknown[][]) =>
  rows
    .map((row) => row.join('|'))
    .toSorted()
    .join('\n')
const minor = (major: number) => BigInt(Math.round(major * 100))

/** The sums of the sheet of all pages in the currency. */
export async function sheetOfPages(load: Load, merchant: Merchant): Promise<Sums> {
  const path = `/merchants/${merchant.key}/export-paymentPages`
  const [, ...rows] = await sheet(load, merchant, path, ['units_sold', 'revenue'], { filters: { currency } })
  return {
    units: rows.reduce((sum, [units]) => sum + Number(units), 0),
    revenue: rows.reduce((sum, [, revenue]) => sum + minor(Number(revenue)), 0n),
  }
}

async function sheet(
  load: Load,
  merchant: Merchant,
  path: string,
  columns: readonly string[],
  more: object = {},
): Promise<ReturnType<typeof rowsOfFile>> {
  const answer = await request(`${anyOf(load.deployment.apis).url}/gateway${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${anyOf(merchant.sessions).token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ columns: columns.map((key) => ({ key })), ...more }),
  })
  const file = Buffer.from(await answer.body.arrayBuffer())
  // Two at once are a merchant's; the place of one before is free a moment after its last byte.
  if (answer.statusCode === 429) return sheet(load, merchant, path, columns, more)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${file.toString()}`)
  return rowsOfFile(file)
}

/** What the ledger has as received for payments of pages in the currency, and what the provider's file has as taken. */
export async function booked({ deployment }: Load): Promise<{ ledger: bigint; provider: bigint }> {
  const client = new Client({ connectionString: deployment.ownerUrl, types: { getTypeParser: bigints } })
  await client.connect()
  try {
    const { rows } = await client.query<{ sum: bigint }>(
      `select coalesce(sum(e.amount_minor), 0)::bigint as sum
       from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
       where t.kind = 'payment.captured' and e.account like 'psp_receivable:%' and e.currency = $1`,
      [currency],
    )
    const { payments } = await readWitness(deployment.simulator.dir)
    const taken = payments.filter((one) => one.status === 'captured' && one.currency === currency)
    return { ledger: rows[0]?.sum ?? 0n, provider: taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) }
  } finally {
    await client.end()
  }
}

function bigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format as 'text')
}
