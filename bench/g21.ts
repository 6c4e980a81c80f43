import { createApp } from '#server/app.ts'
import { runJob, type Job } from '#server/kit/jobs/jobs.ts'
import { rollUpPage } from '#server/payment-pages/sums.ts'
import { asOwner } from './as-owner.ts'
import { ask, inTurn, type Took } from './ask-in-turn.ts'
import { partsOf, type BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { fillPage } from './page-volume.ts'
import { sizeField } from './make-page.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'

const orders = { big: 1_000_000, small: 1_000 }
const merchants = { big: { slug: 'ember', currency: 'THB' }, small: { slug: 'borneo', currency: 'MYR' } }

export const title = `G21 p95 of the details, lists and sums of a payment page with ${orders.big.toLocaleString('en')} orders, against one with ${orders.small.toLocaleString('en')}`

/** The same questions about a page with many orders and about one with few: the latency must not differ, and all sums are exact. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const { url } = api.ready
  const open = async (size: 'big' | 'small'): Promise<Shop> => {
    const { slug, currency } = merchants[size]
    // Only merchants that were approved have pages.
    await asOwner(ownerUrl, `update merchants set kyc_status = 'APPROVED' where slug = $1`, [slug])
    const session = await signIn(url, slug)
    const page = await fillPage({ ownerUrl, url, session, currency }, orders[size])
    await addUp(ownerUrl, session.user.merchantUuid, page)
    return { url, session, page }
  }
  try {
    const [big, small] = [await open('big'), await open('small')]
    const lines: Line[] = []
    for (const [name, asked] of Object.entries(questions)) {
      const results = await interleave(
        { big: () => inTurn(turns, () => asked(big)), small: () => inTurn(turns, () => asked(small)) },
        rounds,
      )
      lines.push(line(name, results))
    }
    const off = [...(await differences(ownerUrl, big)), ...(await differences(ownerUrl, small))]
    const what = `differs from raw SQL${off.map((one) => `, ${one}`).join('')}`
    return [...lines, { what, value: String(off.length), goal: { measured: off.length, goal: 0, better: 'less' } }]
  } finally {
    await api.stop()
  }
}

const turns = 60

interface Shop {
  url: string
  session: Session
  page: string
}

/** Adds up what the page sold by the job of the worker, which does not run while measuring. */
async function addUp(ownerUrl: string, merchantId: string, pageRef: string): Promise<void> {
  const { serveParts, close } = await createApp(await partsOf(ownerUrl))
  try {
    const left = () =>
      asOwner(ownerUrl, `select from page_deltas where merchant_id = $1 and environment = 'sandbox' limit 1`, [
        merchantId,
      ])
    while ((await left()).length > 0)
      await runJob(
        rollUpPage as unknown as Job,
        { merchantId, environment: 'sandbox', pageRef },
        serveParts,
        new AbortController().signal,
      )
    await asOwner(ownerUrl, 'vacuum page_deltas')
  } finally {
    await close()
  }
}

interface Details {
  units_sold: number
  captured: number
  refunded: number
  revenue: number
  stock_available: number
  stock_reserved: number
}
interface Transactions {
  content: { order_ref: string }[]
  total_elements: number
  total_capped: boolean
}

const details = async ({ url, session, page }: Shop) =>
  (await ask<{ content: Details }>(url, session, `/merchants/${session.user.iamportKey}/paymentPage/${page}`)).content
const pages = ({ url, session }: Shop) =>
  ask<{ content: (Details & { page_ref: string })[] }>(
    url,
    session,
    `/merchants/${session.user.iamportKey}/paymentPages`,
    {},
  )
const funnel = async ({ url, session, page }: Shop) =>
  (await ask<{ content: Record<string, number>[] }>(url, session, `/api/payment-pages/${page}/funnel`)).content
const transactions =
  (body: object) =>
  async ({ url, session, page }: Shop) =>
    (
      await ask<{ content: { transactions: Transactions } }>(
        url,
        session,
        `/merchants/paymentPage/${page}/transactions`,
        body,
      )
    ).content.transactions

const middle = () => new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

const questions: Record<string, (shop: Shop) => Promise<unknown>> = {
  'details with sums and stock': details,
  'list of pages with their sums': pages,
  funnel,
  'newest transactions': transactions({}),
  'in the middle': transactions({ filters: { created_at: { to: middle() } } }),
  'by status and method': transactions({ filters: { status: 'Failed', payment_method: 'CARD' } }),
  'by an answer': transactions({ answer: { field: sizeField, value: 'M' } }),
  'by the start of an e-mail address': transactions({ search: 'shopper47' }),
  'largest amount first': transactions({ sorting_data: [{ column: 'amount', order: 'desc' }] }),
}

function line(name: string, { big, small }: Record<'big' | 'small', Took[]>): Line {
  const ratio = ratioOf(big, small, ({ p95Ms }) => p95Ms)
  const of = (results: Took[]) => median(results.map(({ p95Ms }) => p95Ms)).toFixed(1)
  return {
    what: name,
    value: `${of(big)} / ${of(small)} ms = ${ratio.toFixed(2)}`,
    goal: { measured: ratio, goal: 1.5, better: 'less' },
  }
}

/** The names of the figures that the API tells otherwise than the orders, payments and movements say. */
async function differences(ownerUrl: string, shop: Shop): Promise<string[]> {
  const page = [shop.session.user.merchantUuid, shop.page]
  const [raw] = await asOwner<Record<string, string>>(ownerUrl, rawSums, page)
  const [told, listed, steps] = [await details(shop), await pages(shop), await funnel(shop)]
  const row = listed.content.find(({ page_ref }) => page_ref === shop.page)
  const { content, total_elements, total_capped } = await transactions({})(shop)
  const newest = await asOwner<{ order_ref: string }>(ownerUrl, rawNewest, page)
  const found = {
    units: [told.units_sold, row?.units_sold, Number(raw?.['units'])],
    captured: [told.captured, Number(raw?.['captured']) / 100],
    refunded: [told.refunded, Number(raw?.['refunded']) / 100],
    revenue: [told.revenue, row?.revenue, (Number(raw?.['captured']) - Number(raw?.['refunded'])) / 100],
    reserved: [told.stock_reserved, Number(raw?.['reserved'])],
    available: [told.stock_available, row?.stock_available, Number(raw?.['available'])],
    paid: [steps.reduce((sum, { paid = 0 }) => sum + paid, 0), Number(raw?.['orders'])],
    total: [total_elements, total_capped ? 10_000 : Number(raw?.['payments'])],
    newest: [content.map(({ order_ref }) => order_ref).join(), newest.map(({ order_ref }) => order_ref).join()],
  }
  return Object.entries(found).flatMap(([name, figures]) => (new Set<unknown>(figures).size > 1 ? [name] : []))
}

const ofPage = (column: string) => `merchant_id = $1 and environment = 'sandbox' and ${column} = $2`
const rawSums = `select o.*, p.*, m.* from
  (select sum(quantity) filter (where units = 'sold') as units, count(*) filter (where status = 'success') as orders,
    coalesce(sum(quantity) filter (where units = 'reserved'), 0) as reserved from page_orders where ${ofPage('page_ref')}) o,
  (select count(*) as payments, sum(amount_minor) filter (where status = 'Success') as captured, sum(refunded_minor) as refunded
   from payments where ${ofPage('source_ref')}) p,
  (select sum(units) filter (where movement = 'stocked') - sum(units) filter (where movement = 'reserved')
    + sum(units) filter (where movement = 'released') as available from stock_movements where ${ofPage('page_ref')}) m`
const rawNewest = `select order_ref from payments where ${ofPage('source_ref')} order by created_at desc, order_ref desc limit 10`
