import { ask, inTurn, tookOf, type Took } from './ask-in-turn.ts'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { makeDue } from './make-due.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import { fillSubscriptions, priceRefOf, subscribed } from './subscription-volume.ts'
import type { Line } from './table.ts'

export const title = `G27 p95 of lists, search, metrics and planning of a merchant with ${subscribed.big.count.toLocaleString('en')} subscriptions, against one with ${subscribed.small.count.toLocaleString('en')}`

const turns = Number(process.env['TURNS'] ?? 60)
/** Of planning, which plans so many each time. */
const plannings = { turns: 20, due: 300 }

/** The same questions to a merchant with many subscriptions and to one with few: the latency must not differ. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const [big, small] = [
    await fillSubscriptions(ownerUrl, subscribed.big),
    await fillSubscriptions(ownerUrl, subscribed.small),
  ]
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const planner = await startProcess('charge-worker.ts', { ownerUrl, works: false })
  const { url } = api.ready
  try {
    const open = async (merchant: typeof big): Promise<Book> => ({
      ...merchant,
      url,
      session: await signIn(url, merchant.slug),
    })
    const books = { big: await open(big), small: await open(small) }
    const lines: Line[] = []
    for (const [name, asked] of Object.entries(questions)) {
      const of = (book: Book) => () => inTurn(turns, () => asked(book))
      lines.push(lineOf(name, await interleave({ big: of(books.big), small: of(books.small) }, rounds)))
    }
    const due = { big: await dueOf(ownerUrl, big), small: await dueOf(ownerUrl, small) }
    const plan = (refs: DueOf) => () => planned(ownerUrl, planner, refs)
    const plannedIn = await interleave({ big: plan(due.big), small: plan(due.small) }, rounds)
    return [...lines, lineOf(`finding ${plannings.due} that are due and planning them`, plannedIn)]
  } finally {
    await Promise.all([api.stop(), planner.stop()])
  }
}

interface Book {
  url: string
  session: Session
  merchantId: string
  currency: string
  count: number
}

/** A page of a list; throws when it is empty, since that would be another question. */
async function rowsOf({ url, session }: Book, path: string, body: object): Promise<void> {
  const { content } = await ask<{ content: object[] }>(url, session, path, body)
  if (content.length === 0) throw new Error(`nothing at ${path}: ${JSON.stringify(body)}`)
}
const list = (book: Book, body: object) =>
  rowsOf(book, `/merchant/subscription/${book.session.user.merchantUuid}/list`, body)
const asked =
  (body: object) =>
  (book: Book): Promise<void> =>
    list(book, body)
const filtered = (filters: object) => asked({ filters })
/** As the screen of a price asks for its subscriptions. */
const ofPrice = (body: object) => (book: Book) =>
  rowsOf(book, `/merchant/subscription/price/${book.session.user.merchantUuid}/price-subscription-list`, {
    price_order_ref: price,
    ...body,
  })
const price = priceRefOf(1)

const moment = (daysAgo: number) => `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)} 00:00:00`
const firstDue = { sorting_data: [{ column: 'next_deduction_date', order: 'asc' }] }
const lately = { from: moment(29), to: moment(-1) }
/** As a number of the console's strip (`console/subscriptions/figures.tsx`) leads to its rows. */
const behind = (filters: object) => (book: Book) => list(book, { filters: { currency: book.currency, ...filters } })
const lost = { status: 'cancelled', ended_at: lately, activated_at: { to: moment(-1) } }
const rare = 'USD'

const questions: Record<string, (book: Book) => Promise<unknown>> = {
  newest: asked({}),
  'next due first': asked(firstDue),
  'in the middle': filtered({ created_at: { to: moment(500) } }),
  'in one state': filtered({ status: 'past_due' }),
  'in two states': filtered({ status: ['active', 'past_due'] }),
  'active, next due first': asked({ filters: { status: 'active' }, ...firstDue }),
  'on demand': filtered({ subscription_type: 'ONDEMAND' }),
  paused: filtered({ paused: 'yes' }),
  'in a rare currency': filtered({ currency: rare }),
  'due in a day': filtered({ next_deduction_date: { from: moment(-3), to: moment(-4) } }),
  'made in a month': filtered({ created_at: { from: moment(430), to: moment(400) } }),
  'by an e-mail address': filtered({ email: 'customer47@example.com' }),
  'search by a reference': (book) => list(book, { search: `SUB-${String(book.count / 2 + 11).padStart(8, '0')}` }),
  'search by the start of a reference': asked({ search: 'SUB-00000' }),
  'search by a name': asked({ search: 'Customer 47' }),
  'search by an e-mail address': asked({ search: 'customer47@example.com' }),
  'of one price': ofPrice({}),
  'of one price, next due first': ofPrice(firstDue),
  'of one price, past due': ofPrice({ filters: { status: 'past_due' } }),
  'of one price, by the filter of the list': filtered({ price_order_ref: price }),
  prices: ({ session, ...book }) =>
    rowsOf({ session, ...book }, `/merchant/subscription/price/${session.user.merchantUuid}/list`, {}),
  metrics: ({ url, session }) => ask(url, session, `/api/subscriptions/${session.user.merchantUuid}/metrics`),
  'strip: active': behind({ status: 'active' }),
  'strip: monthly revenue': behind({ recurring: 'yes' }),
  'strip: monthly revenue in a rare currency': filtered({ currency: rare, recurring: 'yes' }),
  'strip: new in a month': behind({ activated_at: lately }),
  'strip: lost in a month': behind(lost),
  'strip: lost in a month in a rare currency': filtered({ currency: rare, ...lost }),
  'strip: past due': behind({ status: 'past_due' }),
  'strip: recovered in a month': behind({ recovered_at: lately }),
}

interface DueOf {
  merchantId: string
  refs: string[]
}
async function dueOf(ownerUrl: string, { merchantId }: { merchantId: string }): Promise<DueOf> {
  const from = new Date(Date.now() + 1_800_000)
  return { merchantId, refs: await makeDue(ownerUrl, merchantId, { count: plannings.due, from, seconds: 600 }) }
}

/** Plans what is due, time after time: in between it is made unplanned again, which does not count. */
async function planned(ownerUrl: string, planner: Process, { merchantId, refs }: DueOf): Promise<Took> {
  const tookMs: number[] = []
  for (let turn = 0; turn < plannings.turns; turn++) {
    await asOwner(ownerUrl, `delete from pgboss.job where data->>'merchantId' = $1`, [merchantId])
    await asOwner(
      ownerUrl,
      `update subscriptions set planned = false where merchant_id = $1 and environment = 'sandbox' and order_ref = any ($2)`,
      [merchantId, refs],
    )
    const begun = performance.now()
    await planner.ask({ merchantId })
    tookMs.push(performance.now() - begun)
    const [made] = await asOwner<{ jobs: number }>(
      ownerUrl,
      `select count(*)::int as jobs from pgboss.job where name = 'act-on-subscription' and data->>'merchantId' = $1`,
      [merchantId],
    )
    if (made?.jobs !== refs.length) throw new Error(`${made?.jobs} jobs of ${refs.length} that are due`)
  }
  return tookOf(tookMs)
}

function lineOf(name: string, { big, small }: Record<'big' | 'small', Took[]>): Line {
  const ratio = ratioOf(big, small, ({ p95Ms }) => p95Ms)
  const of = (results: Took[]) => median(results.map(({ p95Ms }) => p95Ms))
  return {
    what: name,
    value: `${of(big).toFixed(1)} / ${of(small).toFixed(1)} ms = ${ratio.toFixed(2)}`,
    goal: { measured: ratio, goal: 1.5, better: 'less' },
  }
}
