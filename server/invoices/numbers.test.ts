import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import type { NumberSeries } from '#contract/invoice-numbers.ts'
import { issueInvoice } from '#server/invoice-store/issue.ts'
import { findInvoice } from '#server/invoice-store/queries.ts'
import { statements } from '#test/check-statements.ts'
import type { Answer } from '#test/test-app.ts'
import { checkNumbers } from './check-numbers.ts'
import { newInvoice, openInvoicing, type Invoicing } from './fixtures.ts'
import { verifyInvoices } from './verify.ts'

/** The numbers of invoices and credit notes: no gap, no duplicate, in the order of issue. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const id = () => inv.paying.merchant.merchantId
const settings = async (): Promise<InvoiceSettings> =>
  (await inv.ask('GET', `/api/invoices/${id()}/settings`)).body.content as unknown as InvoiceSettings
const save = async (body: object): Promise<Answer> =>
  inv.ask('PUT', `/api/invoices/${id()}/settings`, { revision: (await settings()).revision, ...body })
const numbers = () =>
  inv.paying.sql<{ counter: bigint; invoice_number: string }>(
    `select counter, invoice_number from invoices where merchant_id = $1 and counter is not null order by sent_at, counter`,
  )
const year = new Date().getUTCFullYear()
const issued = async (more: object = {}) => (await inv.sent(more)).invoice_number
const found = () => verifyInvoices(inv.paying.testApp.owner, inv.scope)

describe('the numbers of a series', () => {
  it('are 1 to n in the order of issue, whoever issues at once and whoever takes it back', async () => {
    const [issuers, each] = [32, 6]
    const refs = await Promise.all(
      Array.from({ length: issuers * each }, () => newInvoice(inv.paying, { draft: true })),
    )
    let kept = 0
    await Promise.all(
      Array.from({ length: issuers }, async (_, issuer) => {
        for (const [turn, ref] of refs.slice(issuer * each, (issuer + 1) * each).entries()) {
          const fails = (issuer + turn) % 10 === 0
          const work = inv.inside(async (ctx) => {
            const invoice = await findInvoice(ctx, ref, { lock: true })
            if (invoice) await issueInvoice(ctx, invoice)
            if (fails) throw new Error('taken back')
          })
          if (fails) await expect(work).rejects.toThrow('taken back')
          else await work
          kept += Number(!fails)
        }
      }),
    )
    const drawn = await numbers()
    expect(kept).toBeLessThan(issuers * each)
    expect(drawn.map(({ counter }) => Number(counter))).toEqual(Array.from({ length: kept }, (_, at) => at + 1))
    expect(drawn.at(-1)?.invoice_number).toBe(`INV-${year}-${String(kept).padStart(4, '0')}`)
    expect(await found()).toEqual([])
  })

  it('stay taken when the invoice is voided', async () => {
    const invoice = await inv.sent()
    await inv.void(invoice.invoice_ref)
    expect((await inv.read(invoice.invoice_ref)).invoice_number).toBe(invoice.invoice_number)
    expect(await issued()).not.toBe(invoice.invoice_number)
    expect(await found()).toEqual([])
  })

  it('begin anew where the pattern says so, and go on where it was used before', async () => {
    expect((await save({ number_pattern: 'M{YYYY}{MM}-{###}' })).status).toBe(200)
    expect(await issued({ invoice_date: '2026-01-05' })).toBe('M202601-001')
    expect(await issued({ invoice_date: '2026-02-05' })).toBe('M202602-001')
    expect(await issued({ invoice_date: '2026-01-09' })).toBe('M202601-002')
    await save({ number_pattern: 'X-{#}' })
    expect(await issued()).toBe('X-1')
    await save({ number_pattern: 'M{YYYY}{MM}-{###}' })
    expect(await issued({ invoice_date: '2026-02-09' })).toBe('M202602-002')
    await save({ number_pattern: 'INV-{YYYY}-{####}' })
    expect(await found()).toEqual([])
  })

  it('pass over one that an invoice was given before there was such a pattern', async () => {
    const given = await inv.create({ invoice_number: 'Y-2' })
    await save({ number_pattern: 'Y-{#}' })
    expect([await issued(), await issued()]).toEqual(['Y-1', 'Y-3'])
    expect((await inv.update(given.invoice_ref, { revision: 1, marked_as_sent: true })).status).toBe(200)
    expect((await inv.read(given.invoice_ref)).invoice_number).toBe('Y-2')
    await save({ number_pattern: 'INV-{YYYY}-{####}' })
    expect(await found()).toEqual([])
  })

  it('jump ahead over a declared gap with its reason, and never back', async () => {
    await save({ number_pattern: 'Z-{##}' })
    expect(await issued()).toBe('Z-01')
    const jump = (counter: number, series: NumberSeries = 'invoice') =>
      save({ next_counter: { series, counter, reason: 'numbers of the old system' } })
    expect((await jump(50)).status).toBe(200)
    expect(await settings()).toMatchObject({ next_number: 'Z-50' })
    expect(await issued()).toBe('Z-50')
    expect((await jump(50)).status).toBe(409)
    expect((await jump(51)).status).toBe(409)
    expect((await jump(7, 'credit_note')).status).toBe(200)
    expect((await settings()).next_credit_note_number).toBe(`CN-${year}-0007`)
    const [row] = await inv.paying.sql<{ changes: unknown }>(
      `select changes from audit_events where merchant_id = $1 and action = 'invoice-settings.update' order by seq desc limit 1`,
    )
    expect(row?.changes).toMatchObject({ reason: { after: 'numbers of the old system' } })
    expect(await found()).toEqual([])
  })

  it.each([
    ['INV', 'one_counter'],
    ['{DAY}-{#}', 'unknown_token'],
    ['№ {#}', 'not_printable'],
  ])('are not drawn by %s', async (number_pattern, reason) => {
    const answer = await save({ number_pattern })
    expect([answer.status, answer.body['errors']]).toMatchObject([400, [{ path: 'number_pattern', reason }]])
  })
})

describe('a gap that nobody has declared', () => {
  it('is found by the verifier and, once, by the job', async () => {
    await save({ number_pattern: 'GAP-{#}' })
    const work = () => inv.job(checkNumbers, { series: 'invoice', stem: 'GAP-#' })
    const alarms = () => inv.paying.sql(`select 1 as one from notices where merchant_id = $1 and kind = 'ledger_alarm'`)
    await issued()
    await work()
    expect(await alarms()).toEqual([])
    await inv.paying.sql(`update invoice_series set counter = 3 where merchant_id = $1 and stem = 'GAP-#'`)
    expect(await issued()).toBe('GAP-4')
    await work()
    await work()
    expect(await alarms()).toHaveLength(2)
    expect((await found()).map(({ detail }) => detail)).toEqual(['invoice GAP-#: 2', 'invoice GAP-#: 3'])
  })
})

it('drawing a number looks for an invoice that was given it in the index of numbers alone', async () => {
  await issued()
  await inv.paying.sql('analyze invoices')
  const looks = /^select 1 as "one" from "invoices" .*"invoice_number" = /
  const [asked, ...others] = [...statements].filter((text) => looks.test(text))
  expect(others).toEqual([])
  const plan = await inv.inside(async ({ tx }) => {
    await tx.query(`prepare looked_at as ${asked}`, [])
    const values = Array.from({ length: 3 }, () => 'null')
    return tx.query<{ 'QUERY PLAN': string }>(`explain execute looked_at (${values.join()})`, [])
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index Only Scan using invoices_number on invoices[^]*Index Cond: .*invoice_number = /)
  expect(text).not.toMatch(/Seq Scan|Bitmap/)
})
