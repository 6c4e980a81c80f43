import { ask, inTurn, type Took } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import {
  accountNo,
  batchUuid,
  beneficiaryUuid,
  fillPayouts,
  paidNumber,
  paidOut,
  payoutRef,
  rareCurrency,
  rarely,
  type PaidOut,
} from './payout-volume.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'

export const title = `G30 p95 of the list of payouts and of an account's statement, every filter and depth, of a merchant with ${paidOut.big.count.toLocaleString('en')} of both, against one with ${paidOut.small.count.toLocaleString('en')}`

const turns = Number(process.env['TURNS'] ?? 40)

/** The same questions to a merchant with many payouts and to one with few: the latency must not differ. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  for (const to of [paidOut.big, paidOut.small]) await fillPayouts(ownerUrl, to)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const { url } = api.ready
  const open = async (merchant: PaidOut): Promise<Book> => ({
    ...merchant,
    url,
    session: await signIn(url, merchant.slug),
  })
  try {
    const books = { big: await open(paidOut.big), small: await open(paidOut.small) }
    const lines: Line[] = []
    for (const [name, asked] of Object.entries(questions)) {
      const of = (book: Book) => () => inTurn(turns, () => asked(book))
      lines.push(...linesOf(name, await interleave({ big: of(books.big), small: of(books.small) }, rounds)))
    }
    return lines
  } finally {
    await api.stop()
  }
}

interface Book extends PaidOut {
  url: string
  session: Session
}
interface Page {
  content: object[]
  next_cursor: string | null
}

/** A page; throws when it is empty, since that would be another question. */
async function pageOf({ url, session }: Book, path: string, body: object): Promise<Page> {
  const page = await ask<Page>(url, session, path, body)
  if (page.content.length === 0) throw new Error(`nothing at ${path}: ${JSON.stringify(body)}`)
  return page
}
type Body = object | ((book: Book) => object)
const bodyOf = (body: Body, book: Book): object => (typeof body === 'function' ? body(book) : body)
const payouts = (body: Body) => (book: Book) =>
  pageOf(book, `/merchants/${book.session.user.merchantUuid}/payouts`, bodyOf(body, book))
const statement = (body: Body) => (book: Book) =>
  pageOf(book, `/merchants/payout/va/${accountNo(1)}/statement`, bodyOf(body, book))
/** The page after one in the middle, by its cursor, as the console turns pages. */
const after = (of: typeof payouts, body: object) => {
  const cursors = new Map<Book, string>()
  return async (book: Book) => {
    const known = cursors.get(book) ?? (await of(body)(book)).next_cursor ?? ''
    cursors.set(book, known)
    return of({ ...body, cursor: known })(book)
  }
}

const moment = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
const amountOf = (book: Book, number: number) =>
  (100 + ((number * 7919) % 5_000_000)) / (book.currency === 'KRW' ? 1 : 100)
const middle = (book: Book) => book.count / 2
const smallest = { sorting_data: [{ column: 'amount', order: 'asc' }] }
const filters = (asked: Body) => payouts((book) => ({ filters: bodyOf(asked, book) }))
const rows = (asked: Body) => statement((book) => ({ filters: bodyOf(asked, book) }))

const questions: Record<string, (book: Book) => Promise<unknown>> = {
  newest: payouts({}),
  'page 50': payouts({ page: 50 }),
  'smallest first': payouts(smallest),
  'after one in the middle': after(payouts, { filters: { created_at: { to: moment(365) } } }),
  'made in a month': filters({ created_at: { from: moment(430), to: moment(400) } }),
  'in one state': filters({ status: 'Failed' }),
  'in one state, smallest first': payouts({ filters: { status: 'Rejected' }, ...smallest }),
  'in two states': filters({ status: ['Cancelled', 'Rejected'] }),
  'open, in three states': filters({ status: ['Created', 'Verified', 'Queued'] }),
  'waiting for approval': filters({ waits_for: 'approval' }),
  'waiting for one of three': filters({ waits_for: ['funds', 'time', 'screening'] }),
  'of an amount': filters((book) => ({
    amount: { min: amountOf(book, middle(book)), max: amountOf(book, middle(book)) },
  })),
  'from an amount': filters((book) => ({ amount: { min: book.currency === 'KRW' ? 1_000 : 10 } })),
  'in the usual currency': filters((book) => ({ currency: book.currency })),
  'in a rare currency': filters({ currency: rareCurrency }),
  'by a channel': filters({ channel_key: 'SIMULATOR' }),
  'by a channel of few': filters({ channel_key: rarely.channel }),
  'of an account': filters({ vaaccount_no: accountNo(3) }),
  'of an account, in one state': filters({ vaaccount_no: accountNo(3), status: 'Failed' }),
  'to a beneficiary': filters({ beneficiary_uuid: beneficiaryUuid(7) }),
  'to a number': filters({ to_account_no: paidNumber }),
  'due in a month': filters({ due_date: { from: moment(430), to: moment(400) } }),
  'due from tomorrow': filters({ due_date: { from: moment(-1) } }),
  'for a reason': filters({ status_reason: 'ACCOUNT_CLOSED' }),
  'for one of two reasons': filters({ status_reason: ['COMPLIANCE', 'ACCOUNT_CLOSED'] }),
  'of a sheet': filters({ batch_id: batchUuid(4) }),
  'made by somebody': filters({ created_by: 'Maker 7' }),
  'made by somebody who made few': filters({ created_by: rarely.maker }),
  'search by our reference': payouts((book) => ({ search: payoutRef(middle(book)) })),
  'search by the bank’s reference': payouts((book) => ({ search: `BANK-${middle(book)}` })),
  'search by the start of a reference': payouts({ search: 'PO-00000' }),
  'search by a name': payouts({ search: 'Supplier 47' }),
  'search by an amount': payouts((book) => ({ search: String(amountOf(book, middle(book))) })),
  'statement, newest': statement({}),
  'statement, page 50': statement({ page: 50 }),
  'statement, after one in the middle': after(statement, { to: moment(365) }),
  'statement, a month': statement({ from: moment(430), to: moment(400) }),
  'statement, of a kind': rows({ kind: 'deposit' }),
  'statement, of two rare kinds': rows({ kind: ['tax', 'return'] }),
  'statement, what came': rows({ txn_type: 'Credit' }),
  'statement, of an amount': rows((book) => ({
    amount: { min: amountOf(book, middle(book)), max: amountOf(book, middle(book)) },
  })),
  'statement, of a reference': rows((book) => ({ txn_ref: payoutRef(middle(book)) })),
  'statement, search by the bank’s reference': statement((book) => ({ search: `BANK-${middle(book)}` })),
  'statement, search by a payer': statement({ search: 'Customer 47' }),
}

const most = { ratio: 1.5, ms: 50 }
function linesOf(name: string, { big, small }: Record<'big' | 'small', Took[]>): Line[] {
  const ratio = ratioOf(big, small, ({ p95Ms }) => p95Ms)
  const of = (results: Took[]) => median(results.map(({ p95Ms }) => p95Ms))
  return [
    {
      what: name,
      value: `${of(big).toFixed(1)} / ${of(small).toFixed(1)} ms = ${ratio.toFixed(2)}`,
      goal: { measured: ratio, goal: most.ratio, better: 'less' },
    },
    ...(of(big) > most.ms
      ? [
          {
            what: `${name}, p95`,
            value: `${of(big).toFixed(0)} ms`,
            goal: { measured: of(big), goal: most.ms, better: 'less', unit: ' ms' },
          } as const,
        ]
      : []),
  ]
}
