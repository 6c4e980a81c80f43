import { randomBytes } from 'node:crypto'
import { insertFrom } from '#server/db/engine/insert-from.ts'
import { idAt } from '#server/kit/db/id.ts'
import { insertingBy } from './inserting.ts'
import type { Client } from 'pg'
import { pageTotal } from '#contract/page-total.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { FunnelStep, PageType } from '#contract/payment-page-states.ts'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { KeptAnswers, KeptPageContent } from '#server/db/kept-page.ts'
import type { Chance } from './chance.ts'

/** A payment page of the demo while its past is made up, with what it has sold so far. */
export interface SellingPage {
  page_ref: string
  merchant_order_id: string
  title: string
  currency: Currency
  country: string
  page_type: PageType
  amount: bigint
  min_amount: bigint
  max_amount: bigint
  min_quantity: number
  max_quantity: number
  promo_discount: bigint
  shipping_charges: bigint
  limited: boolean
  content: KeptPageContent
  /** It took no orders from here on. */
  until: Date
  sold: { units: number; orders: number; capturedMinor: bigint }
  funnel: Map<string, number>
}
/** What somebody chose at a page. */
export interface Sale {
  page: SellingPage
  quantity: number
  unitMinor: bigint
  totalMinor: bigint
  language: Language
  answers: KeptAnswers
}

/** The pages of a merchant. An order takes at most two hours, so nothing of them is open at the end of the history. */
export async function readPages(client: Client, { merchantId, environment }: Owner, now: Date): Promise<SellingPage[]> {
  const { rows } = await client.query<Record<string, never>>(
    `select page_ref, merchant_order_id, title, currency, country, page_type, min_quantity, max_quantity, limited, content,
       amount_minor::text as amount, min_amount_minor::text as min_amount, max_amount_minor::text as max_amount,
       promo_discount_minor::text as promo_discount, shipping_charges_minor::text as shipping_charges,
       least(expires_at, (select min(t.at) from timeline t where t.merchant_id = p.merchant_id and t.environment = p.environment
         and t.object_type = 'payment_page' and t.object_ref = p.page_ref and t.event = 'deactivated'),
         $3::timestamptz - interval '3 hours') as until
     from payment_pages p join page_stocks s using (merchant_id, environment, page_ref)
     where merchant_id = $1 and environment = $2 order by custom_url`,
    [merchantId, environment, now],
  )
  const money = ['amount', 'min_amount', 'max_amount', 'promo_discount', 'shipping_charges'] as const
  return rows.map(
    (row) =>
      ({
        ...row,
        ...Object.fromEntries(money.map((name) => [name, BigInt(row[name] ?? 0)])),
        sold: { units: 0, orders: 0, capturedMinor: 0n },
        funnel: new Map(),
      }) as unknown as SellingPage,
  )
}

/** The share of orders that are made at pages. */
const share = 0.14

/** What somebody buys at a page at that moment; null when they pay by a link. */
export function saleAt(pages: readonly SellingPage[], at: Date, chance: Chance): Sale | null {
  if (pages.length === 0 || chance.next() >= share) return null
  const page = chance.one(pages)
  if (at >= page.until) return null
  const several = page.page_type === 'fixed_with_quantity'
  const wished = several ? chance.weighed([[1, 52], [2, 30], [3, 11], [4, 7]]) : 1 // prettier-ignore
  const quantity = Math.min(Math.max(wished, page.min_quantity), page.max_quantity)
  const amountMinor = chance.weighed([[page.amount, 50], [page.amount * 2n, 25], [page.amount * 4n, 10], [page.min_amount, 15]]) // prettier-ignore
  const total = pageTotal(page, { quantity, ...(page.page_type === 'custom_amount' && { amountMinor }) })
  if ('reason' in total) return null
  const { unitMinor, totalMinor } = total
  const language = chance.next() < 0.85 ? defaultLanguage : chance.one(languageTags)
  return { page, quantity, unitMinor, totalMinor, language, answers: answersAt(page, chance) }
}

function answersAt({ content }: SellingPage, chance: Chance): KeptAnswers {
  const answers: KeptAnswers = {}
  for (const { id = '', type, options = [], optional } of content.custom_fields) {
    if (optional && chance.next() < 0.6) continue
    answers[id] =
      type === 'dropdown'
        ? chance.one(options)
        : type === 'checkbox'
          ? true
          : chance.one(id === 'address' ? addresses : sayings)
  }
  return answers
}
const addresses = ['8 Orchard Lane, #04-12, Singapore 238800', '21 Hill Street, Singapore 179350', '5 River Walk, #11-03, Singapore 058828'] // prettier-ignore
const sayings = ['For Ines, on her tenth birthday', 'In memory of our grandfather', 'From all of us in the workshop', 'May it outlive us'] // prettier-ignore

/** Counts an order in the sums and the funnel of its page: `opened` by those who only looked, too. */
export function countSale(
  { page, quantity, totalMinor, language }: Sale,
  at: Date,
  to: FunnelStep,
  chance: Chance,
): void {
  const day = at.toISOString().slice(0, 10)
  const steps: [FunnelStep, number][] = [['opened', 1 + Math.floor(6 * chance.next())], ['began', 1 + Number(chance.next() < 0.2)], ['ordered', 1]] // prettier-ignore
  if (to !== 'ordered') steps.push(['attempted', 1])
  if (to === 'paid') {
    steps.push(['paid', 1])
    page.sold.units += quantity
    page.sold.orders++
    page.sold.capturedMinor += totalMinor
  }
  for (const [step, count] of steps) {
    const key = `${day} ${language} ${step}`
    page.funnel.set(key, (page.funnel.get(key) ?? 0) + count)
  }
}

/** Writes the sums, the funnel and the stock of the pages: each had as many units as it has left and has sold. */
export async function writeSums(client: Client, { merchantId, environment }: Owner, pages: readonly SellingPage[]) {
  for (const { page_ref, sold, funnel, limited } of pages) {
    if (funnel.size === 0) continue
    const page = [merchantId, environment, page_ref]
    const sums = [...page, sold.capturedMinor, sold.units, sold.orders]
    await client.query(
      `insert into page_sums (merchant_id, environment, page_ref, captured_minor, refunded_minor, units_sold, orders)
       values ($1, $2, $3, $4, 0, $5, $6)`,
      sums,
    )
    await client.query(
      `update page_stocks set sold = $4, stocked = available + reserved + $4
       where merchant_id = $1 and environment = $2 and page_ref = $3`,
      [...page, sold.units],
    )
    if (limited && sold.units > 0) await addStock(client, page, sold.units)
    const counts = [...funnel].map(([key, count]) => [...key.split(' '), count])
    await insertFrom(insertingBy(client), {
      table: 'page_funnel',
      columns: ['merchant_id', 'environment', 'page_ref', 'day', 'language', 'step', 'slot', 'count'],
      select: `select $1::uuid, $2::text, $3::text, day, language, step, 0, count
        from unnest($4::date[], $5::text[], $6::text[], $7::bigint[]) as f (day, language, step, count)`,
      values: [...page, ...[0, 1, 2, 3].map((column) => counts.map((row) => row[column]))],
    })
  }
}

/** What a page sold was put in stock when it was made. */
async function addStock(client: Client, page: readonly string[], units: number): Promise<void> {
  const { rows } = await client.query<{ created_at: Date; created_by: string }>(
    'select created_at, created_by from payment_pages where merchant_id = $1 and environment = $2 and page_ref = $3',
    [...page],
  )
  for (const { created_at: at, created_by } of rows) {
    const id = `${idAt(at).slice(0, 24)}${randomBytes(6).toString('hex')}`
    await client.query(
      `insert into stock_movements (merchant_id, environment, page_ref, movement_id, movement, order_ref, units, actor_name, at)
       values ($1, $2, $3, $4, 'stocked', '', $5, $6, $7)`,
      [...page, id, units, created_by, at],
    )
  }
}
