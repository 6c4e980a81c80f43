import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketOf, receivableBuckets } from '#contract/invoice-list.ts'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { newInvoice } from './fixtures.ts'
import { rollUpReceivables } from './receivables.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { verifyInvoices } from './verify.ts'

/** The list of invoices, its filters, export and twin, and what is receivable. */
let testApp: TestApp
let boss: TestMerchant
let merchant: TestMerchant
let far: TestMerchant
let session: TestSession
let master: TestSession
const today = '2026-06-15'
/** By how many days each is past its due date; some are drafts. */
const days = [-40, -8, -7, -6, 0, 1, 30, 31, 60, 61, 90, 91, 200]
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.now = new Date(`${today}T12:00:00Z`)
  boss = await testApp.addMerchant({ kind: 'master' })
  merchant = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, timeZone: 'Asia/Singapore' })
  // There it is tomorrow already.
  far = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, timeZone: 'Pacific/Kiritimati' })
  for (const of of [merchant, far])
    for (const [at, past] of days.entries()) {
      // Each is newer than the one before.
      testApp.clock.now = new Date(Date.parse(`${today}T12:00:00Z`) + at * 1_000)
      await newInvoice(
        { testApp, merchant: of },
        {
          draft: at === 3,
          invoice_date: '2025-01-01',
          due_date: dayAfter(today, -past),
          currency: at % 4 === 1 ? 'JPY' : 'SGD',
          line_items: [{ detail: 'Tour', quantity: 1, rate: 100 + at }],
          customer: { name: `Customer ${at}`, email: `c${at}@example.com` },
          merchant_invoice_ref: `REF-${at}`,
        },
      )
    }
  session = await testApp.signIn(merchant)
  master = await testApp.signIn(boss)
})
afterAll(() => testApp.close())

const rowsOf = async (
  body: object,
  by = session,
  path = `/merchants/${merchant.key}/invoices`,
): Promise<InvoiceRow[]> => {
  const answer = await testApp.call(by, 'POST', path, { pagesize: 100, ...body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as InvoiceRow[]
}
const refs = async (filters: object) =>
  (await rowsOf({ filters })).map(({ merchant_invoice_ref }) => merchant_invoice_ref)
const ref = (...at: number[]) => at.map((one) => `REF-${one}`)

describe('the list', () => {
  it('is newest first, and sorted by due date and amount when that is asked for, page by page', async () => {
    expect((await rowsOf({})).map(({ merchant_invoice_ref: one }) => one)).toEqual(ref(...days.keys()).toReversed())
    for (const order of ['asc', 'desc'] as const) {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const answer = await testApp.call(session, 'POST', `/merchants/${merchant.key}/invoices`, {
          pagesize: 5,
          ...(cursor ? { cursor } : { sorting_data: [{ column: 'due_date', order }] }),
        })
        found.push(...(answer.body.content as unknown as InvoiceRow[]).map(({ due_date }) => due_date))
        cursor = (answer.body['next_cursor'] as string | null) ?? undefined
      } while (cursor)
      const sorted = days.map((past) => dayAfter(today, -past)).toSorted()
      expect(found).toEqual(order === 'asc' ? sorted : sorted.toReversed())
    }
    const amounts = (await rowsOf({ sorting_data: [{ column: 'amount', order: 'asc' }] })).map(({ amount, currency }) =>
      currency === 'JPY' ? amount : amount * 100,
    )
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  })

  it('is narrowed by each of its filters', async () => {
    expect(await refs({ status: 'created' })).toEqual(ref(3))
    expect(await refs({ due_date: { from: today } })).toEqual(ref(4, 3, 2, 1, 0))
    expect(await refs({ due_date: { from: dayAfter(today, -1), to: today } })).toEqual(ref(5, 4))
    expect(await refs({ currency: 'JPY', amount: { min: 105, max: 109 } })).toEqual(ref(9, 5))
    expect(await refs({ email: 'C7@EXAMPLE.com' })).toEqual(ref(7))
    expect(await refs({ invoice_date: { to: '2024-12-31' } })).toEqual([])
    expect(await refs({ sent_at: { from: `${today} 00:00:00` }, status: ['sent'] })).toEqual(ref(4, 2, 1, 0))
    expect(await refs({ paid_at: { from: '2020-01-01 00:00:00' } })).toEqual([])
    expect(await refs({ partially_paid: 'yes' })).toEqual([])
    expect(await refs({ partially_paid: ['yes', 'no'] })).toHaveLength(days.length)
    expect(await refs({ partially_paid: 'no' })).toHaveLength(days.length)
  })

  it.each([
    ['REF-12', [12]],
    ['customer 1', [12, 11, 10, 1]],
    ['C3@EX', [3]],
    ['nothing', []],
  ])('finds by %s', async (search, found) => {
    expect((await rowsOf({ search })).map(({ merchant_invoice_ref: one }) => one)).toEqual(ref(...found))
  })

  it('finds by our reference and by the start of a number, and not what has none', async () => {
    const [row] = await rowsOf({ search: 'REF-12' })
    expect(await rowsOf({ search: row?.invoice_ref })).toEqual([row])
    expect(await rowsOf({ search: row?.invoice_number })).toEqual([row])
    expect(await rowsOf({ search: 'INV-' })).toHaveLength(days.length - 1)
  })
})

const receivables = async (of: TestMerchant, by: TestSession) =>
  (await testApp.call(by, 'GET', `/api/invoices/${of.merchantId}/receivables`)).body.content as unknown as {
    currency: string
    open: number
    count: number
    buckets: { bucket: string; amount: number; count: number }[]
  }[]

describe('receivables', () => {
  it('count what is due by the days since it fell due, and lead to exactly their rows', async () => {
    const found = await receivables(merchant, session)
    expect(found.map(({ currency, count }) => [currency, count])).toEqual([
      ['JPY', 3],
      ['SGD', 9],
    ])
    for (const { currency, open, buckets } of found) {
      expect(buckets.map(({ bucket }) => bucket)).toEqual(receivableBuckets)
      for (const { bucket, amount, count } of buckets) {
        const rows = await rowsOf({ filters: { receivable: bucket, currency } })
        expect([rows.length, rows.reduce((sum, row) => sum + row.amount_due, 0)], bucket).toEqual([count, amount])
      }
      expect(buckets.reduce((sum, { amount }) => sum + amount, 0)).toBe(open)
    }
    expect(await refs({ receivable: ['overdue_31_60', 'overdue_90'] })).toEqual(ref(12, 11, 8, 7))
  })

  it('are the same before, while and after a job adds them up', async () => {
    const before = await receivables(merchant, session)
    const rollUp = (currency: string) =>
      runJob(
        rollUpReceivables as never,
        { merchantId: merchant.merchantId, environment: 'sandbox', currency },
        testApp.serveParts,
        new AbortController().signal,
      )
    await Promise.all([rollUp('SGD'), rollUp('SGD'), rollUp('JPY')])
    expect(await receivables(merchant, session)).toEqual(before)
    const left = await testApp.owner.transaction(null, (tx) =>
      tx.query('select 1 as one from invoice_deltas where merchant_id = $1', [merchant.merchantId]),
    )
    expect(left).toEqual([])
    expect(await verifyInvoices(testApp.owner, { merchantId: merchant.merchantId, environment: 'sandbox' })).toEqual([])
  })

  it('have a bucket for every day, and no day in two', () => {
    for (let past = -400; past <= 400; past++)
      expect(receivableBuckets).toContain(bucketOf(dayAfter(today, -past), today))
    expect([-7, -6, 0, 1, 30, 31, 90, 91].map((past) => bucketOf(dayAfter(today, -past), today))).toEqual([
      'not_due',
      'due_this_week',
      'due_this_week',
      'overdue_1_30',
      'overdue_1_30',
      'overdue_31_60',
      'overdue_61_90',
      'overdue_90',
    ])
  })
})

describe('a master', () => {
  const twin = () => `/master-merchant/${boss.merchantId}/invoices`

  it('lists those of several merchants, each row with its merchant, receivables by the day where each is', async () => {
    const rows = await rowsOf({}, master, twin())
    expect(rows).toHaveLength(2 * days.length)
    const overdue = (await rowsOf({ filters: { receivable: 'overdue_1_30' } }, master, twin())) as (InvoiceRow & {
      merchant_key: string
    })[]
    const of = (key: string) =>
      overdue.filter((row) => row.merchant_key === key).map(({ merchant_invoice_ref: one }) => one)
    expect(of(merchant.key)).toEqual(ref(6, 5))
    expect(of(far.key)).toEqual(ref(5, 4))
    expect(await rowsOf({ merchant_keys: [far.key] }, master, twin())).toHaveLength(days.length)
  })
})

describe('the export', () => {
  const exported = async (body: object, by = session, path = `/merchants/${merchant.key}/export-invoices`) => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: `/gateway${path}`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return rowsOfFile(answer.rawPayload)
  }

  it('has a row for each invoice that fits, in words where a language is asked for', async () => {
    const columns = ['merchant_invoice_ref', 'partially_paid', 'amount_due', 'due_date'].map((key) => ({ key }))
    const rows = await exported({ columns, filters: { receivable: 'overdue_90' } })
    expect(rows).toHaveLength(3)
    expect(rows[1]?.slice(0, 2)).toEqual(['REF-12', 'false'])
    const worded = await exported({ columns, language: 'en', filters: { receivable: 'overdue_90' } })
    expect(worded[1]?.slice(0, 3)).toEqual(['REF-12', 'No', 'false'])
    const ofMaster = await exported({ columns }, master, `/master-merchant/${boss.merchantId}/export-invoices`)
    expect(ofMaster).toHaveLength(2 * days.length + 1)
  })

  it('has a row for each line where lines are asked for', async () => {
    await newInvoice(
      { testApp, merchant },
      {
        merchant_invoice_ref: 'LINES',
        due_date: '2036-01-01',
        currency: 'JPY',
        line_items: [
          { id: 'A', detail: 'Half', quantity: 1.5, unit: 'HUR', rate: 3, tax_category: 'S', tax_percent: 10 },
          { detail: '=1+1', quantity: 2, rate: 0.25 },
        ],
      },
    )
    const columns = [{ key: 'merchant_invoice_ref' }]
    const rows = await exported({ lines: true, columns, search: 'LINES' })
    expect(rows).toEqual([
      ['merchant_invoice_ref', 'line_id', 'line_detail', 'line_quantity', 'line_unit', 'line_rate', 'line_tax_category', 'line_tax_percent', 'line_net'],
      ['LINES', 'A', 'Half', 1.5, 'HUR', 3, 'S', 10, 5],
      ['LINES', null, expect.stringContaining('=1+1'), 2, null, 0.25, null, null, 1],
    ]) // prettier-ignore
  })
})
