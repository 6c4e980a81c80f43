import { ask, inTurn, type Took } from './ask-in-turn.ts'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { fillInvoices } from './invoice-volume.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'

/** A million, or `INVOICES`; and of the other merchant. */
const invoices = { big: Number(process.env['INVOICES'] ?? 1_000_000), small: 10_000 }
const merchants = { big: { slug: 'ember', currency: 'THB' }, small: { slug: 'delta', currency: 'KRW' } }

export const title = `G25 p95 of lists, search and receivables of a merchant with ${invoices.big.toLocaleString('en')} invoices, against one with ${invoices.small.toLocaleString('en')}`

/** The same questions to a merchant with many invoices and to one with few: the latency must not differ. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const { url } = api.ready
  const open = async (size: 'big' | 'small'): Promise<Books> => {
    const { slug, currency } = merchants[size]
    // Only merchants that were approved have invoices.
    await asOwner(ownerUrl, `update merchants set kyc_status = 'APPROVED' where slug = $1`, [slug])
    await fillInvoices(ownerUrl, merchants[size], invoices[size])
    return { url, session: await signIn(url, slug), currency, count: invoices[size] }
  }
  try {
    const [big, small] = [await open('big'), await open('small')]
    const lines: Line[] = []
    for (const [name, asked] of Object.entries(questions))
      lines.push(
        ...linesOf(
          name,
          await interleave(
            { big: () => inTurn(turns, () => asked(big)), small: () => inTurn(turns, () => asked(small)) },
            rounds,
          ),
        ),
      )
    return lines
  } finally {
    await api.stop()
  }
}

const turns = Number(process.env['TURNS'] ?? 60)

interface Books {
  url: string
  session: Session
  currency: string
  count: number
}

const receivables = ({ url, session }: Books) =>
  ask<{ content: { count: number }[] }>(url, session, `/api/invoices/${session.user.merchantUuid}/receivables`)

/** A page of the list; throws when it is empty, since that would be another question. */
async function list(books: Books, body: object): Promise<void> {
  const { url, session } = books
  const { content } = await ask<{ content: object[] }>(
    url,
    session,
    `/merchants/${session.user.iamportKey}/invoices`,
    body,
  )
  if (content.length === 0) throw new Error(`no invoices: ${JSON.stringify(body)}`)
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const moment = (daysAgo: number) => `${day(daysAgo)} 00:00:00`
const by = (column: string, order: 'asc' | 'desc') => ({ sorting_data: [{ column, order }] })
const asked =
  (body: object) =>
  (books: Books): Promise<void> =>
    list(books, body)

/** As the console's receivables link to their rows. */
const owed = (receivable: string) => (books: Books) =>
  list(books, { filters: { receivable, currency: books.currency }, ...by('due_date', 'asc') })

const questions: Record<string, (books: Books) => Promise<unknown>> = {
  newest: asked({}),
  'first due': asked(by('due_date', 'asc')),
  'largest amount first': asked(by('amount', 'desc')),
  'in the middle': asked({ filters: { created_at: { to: moment(365) } } }),
  overdue: asked({ filters: { status: 'overdue' } }),
  'open, first due': asked({ filters: { status: ['sent', 'overdue'] }, ...by('due_date', 'asc') }),
  'paid in part': asked({ filters: { partially_paid: 'yes' } }),
  'not paid in part': asked({ filters: { partially_paid: 'no' } }),
  'in a rare currency': asked({ filters: { currency: 'USD' } }),
  'in a rare currency, overdue': asked({ filters: { currency: 'USD', status: 'overdue' } }),
  'of large amounts': asked({ filters: { amount: { min: 4_900 } } }),
  'due in a month, largest first': asked({
    filters: { due_date: { from: day(400), to: day(370) } },
    ...by('amount', 'desc'),
  }),
  'dated in a month': asked({ filters: { invoice_date: { from: day(400), to: day(370) } } }),
  'sent in a month': asked({ filters: { sent_at: { from: moment(400), to: moment(370) } } }),
  'paid in a month': asked({ filters: { paid_at: { from: moment(400), to: moment(370) } } }),
  'by an e-mail address': asked({ filters: { email: 'customer47@example.com' } }),
  'due this week, from the receivables': owed('due_this_week'),
  'overdue for 31 to 60 days, from the receivables': owed('overdue_31_60'),
  'overdue for 90 days, from the receivables': owed('overdue_90'),
  'overdue for 90 days, newest first': asked({ filters: { receivable: 'overdue_90' } }),
  'open in a currency, from the receivables': (books) =>
    list(books, { filters: { status: ['sent', 'overdue'], currency: books.currency }, ...by('due_date', 'asc') }),
  'search by a number': (books) => list(books, { search: `OLD-${String(books.count / 2 + 11).padStart(8, '0')}` }),
  'search by the start of a number': asked({ search: 'OLD-0000' }),
  'search by a name': asked({ search: 'Customer 47' }),
  'search by the start of an e-mail address': asked({ search: 'customer47@' }),
  'search by a reference': asked({ search: 'ORDER-4711' }),
  receivables,
}

function linesOf(name: string, { big, small }: Record<'big' | 'small', Took[]>): Line[] {
  const ratio = ratioOf(big, small, ({ p95Ms }) => p95Ms)
  const of = (results: Took[]) => median(results.map(({ p95Ms }) => p95Ms))
  const line: Line = {
    what: name,
    value: `${of(big).toFixed(1)} / ${of(small).toFixed(1)} ms = ${ratio.toFixed(2)}`,
    goal: { measured: ratio, goal: 1.5, better: 'less' },
  }
  if (name !== 'receivables') return [line]
  const whole = of(big)
  return [
    line,
    {
      what: 'receivables',
      value: `${whole.toFixed(1)} ms`,
      goal: { measured: whole, goal: 40, better: 'less', unit: ' ms' },
    },
  ]
}
