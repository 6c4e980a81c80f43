import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { runJobs } from '#test/run-jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'
import { remindJob } from './plan-reminders.ts'

let invoicing: Invoicing
beforeAll(async () => {
  invoicing = await openInvoicing()
})
afterAll(() => invoicing.close())
afterEach(() => void (invoicing.paying.clock.now = null))

const day = (days: number) => dayAfter(new Date().toISOString().slice(0, 10), days)
const moment = (days: number, time: string) => new Date(`${day(days)}T${time}:00Z`)
const names = [remindJob.name]
/** The worker runs until then, each job at its time. */
const work = (until: Date) => runJobs(invoicing.paying.testApp, { until, names, dated: true })
/** Nobody works until then. */
const away = (until: Date) => void (invoicing.paying.clock.now = until)
const sweep = () =>
  sweepJobs(
    { ...invoicing.paying.testApp.serveParts, declared: jobs.filter(({ name }) => name === remindJob.name) },
    invoicing.scope,
  )

let count = 0
/** An invoice that is due in ten days, in UTC, with reminders such as `-3d` or `+2h`, to an address of its own. */
async function dueSoon(reminders: string, more: object = {}): Promise<Invoice> {
  const email = `to${++count}@shop.example`
  return invoicing.sent({
    customer: { name: 'Mei Tan', email, time_zone: 'UTC' },
    due_date: day(10),
    reminders: remindersOf(reminders),
    ...more,
  })
}
const remindersOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({
      time: Number(one.slice(1, -1)),
      unit: `${one.endsWith('d') ? 'days' : 'hours'}_${one.startsWith('-') ? 'before' : 'after'}_due_date`,
    }))
const mails = ({ email }: Invoice) => messagesTo(invoicing.paying.testApp, email)
const became = async ({ invoice_ref }: Invoice) =>
  (await invoicing.read(invoice_ref)).reminder_plan.map(({ state, reason }) =>
    [state, reason].filter(Boolean).join(' '),
  )
const plain = (text: string | undefined) => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')

describe('the reminders of an invoice', () => {
  it('go as planned, each once: before the due day, and after it as overdue', async () => {
    const invoice = await dueSoon('-3d +1d +5d')
    expect((await invoicing.read(invoice.invoice_ref)).reminder_plan).toMatchObject([
      { at: `${day(7)} 09:00:00`, time_zone: 'UTC', state: 'planned', reason: '' },
      { at: `${day(11)} 09:00:00`, state: 'planned' },
      { at: `${day(15)} 09:00:00`, state: 'planned' },
    ])
    await work(moment(8, '00:00'))
    expect(await became(invoice)).toEqual(['sent', 'planned', 'planned'])
    await work(moment(20, '00:00'))
    await work(moment(21, '00:00'))
    expect(await became(invoice)).toEqual(['sent', 'sent', 'sent'])
    expect((await mails(invoice)).map(({ subject }) => plain(subject).replace(/INV-[\d-]+/, 'N'))).toEqual([
      expect.stringMatching(/^Reminder: invoice N/),
      expect.stringMatching(/^Invoice N from .* is overdue$/),
      expect.stringMatching(/^Invoice N from .* is overdue$/),
    ])
  })

  it('that were due while nobody worked: the latest goes alone, and the others are skipped with the reason', async () => {
    const invoice = await dueSoon('-3d -1d +1d +4d')
    away(moment(11, '10:00'))
    await work(moment(11, '10:00'))
    expect(await became(invoice)).toEqual(['skipped superseded', 'skipped superseded', 'sent', 'planned'])
    expect(await mails(invoice)).toHaveLength(1)
    const { timeline } = await invoicing.read(invoice.invoice_ref)
    expect(timeline.filter(({ event }) => event === 'skipped').map(({ facts }) => facts)).toEqual([
      { send_at: `${day(7)} 09:00:00`, skip_reason: 'superseded' },
      { send_at: `${day(9)} 09:00:00`, skip_reason: 'superseded' },
    ])
  })

  it('that are older than seven days do not go any more', async () => {
    const invoice = await dueSoon('-3d +1d')
    away(moment(41, '10:00'))
    await work(moment(41, '10:00'))
    expect(await became(invoice)).toEqual(['skipped too_old', 'skipped too_old'])
    expect(await mails(invoice)).toEqual([])
  })

  it('wait for the morning when the worker comes back at night', async () => {
    const invoice = await dueSoon('+1d')
    away(moment(12, '02:00'))
    await work(moment(12, '02:00'))
    expect(await became(invoice)).toEqual(['planned'])
    await work(moment(12, '08:00'))
    expect(await became(invoice)).toEqual(['sent'])
  })

  it('do not go within 24 hours of another, by hand or as planned', async () => {
    const invoice = await dueSoon('+1d +3d')
    invoicing.paying.clock.now = moment(10, '22:00')
    await invoicing.ask('POST', `/merchants/invoice/${invoice.invoice_ref}/send-reminder`, {})
    await work(moment(14, '00:00'))
    expect(await became(invoice)).toEqual(['skipped too_soon', 'sent'])
    expect(await mails(invoice)).toHaveLength(2)
  })

  it('are found by the sweep when their jobs are lost', async () => {
    const invoice = await dueSoon('+1d')
    await invoicing.paying.sql(`delete from pgboss.job where name = '${remindJob.name}'`)
    away(moment(11, '09:10'))
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await work(moment(11, '09:10'))
    expect(await became(invoice)).toEqual(['sent'])
  })
})

describe('no reminder goes', () => {
  it('of an invoice that is paid, voided, or was never issued', async () => {
    const [paid, voided] = [await dueSoon('-3d'), await dueSoon('-3d')]
    const email = 'draft@shop.example'
    const draft = await invoicing.create({
      customer: { name: 'Mei Tan', email, time_zone: 'UTC' },
      due_date: day(10),
      reminders: remindersOf('-3d'),
    })
    await invoicing.pay(paid.invoice_ref)
    await invoicing.void(voided.invoice_ref)
    await work(moment(9, '00:00'))
    expect(await became(paid)).toEqual(['skipped paid'])
    expect(await became(voided)).toEqual(['skipped voided'])
    for (const one of [paid, voided, draft]) expect(await mails(one)).toEqual([])
  })

  it('once the customer’s server has refused for good: the merchant is told, and another address is tried', async () => {
    const invoice = await dueSoon('-3d -1d')
    await work(moment(7, '10:00'))
    await invoicing.paying.sql(
      `update messages set state = 'failed', bounced = true, settled_at = now() where merchant_id = $1 and recipient = '${invoice.email}'`,
    )
    expect(await became(invoice)).toEqual(['sent', 'skipped bounced'])
    const { revision } = await invoicing.read(invoice.invoice_ref)
    await invoicing.update(invoice.invoice_ref, { revision, customer: { email: 'better@shop.example' } })
    expect(await became(invoice)).toEqual(['sent', 'planned'])
    await work(moment(10, '00:00'))
    expect(await became(invoice)).toEqual(['sent', 'sent'])
    expect(await messagesTo(invoicing.paying.testApp, 'better@shop.example')).toHaveLength(1)
  })

  it('that was past when the invoice was sent', async () => {
    const invoice = await dueSoon('-30d -1d')
    expect(await became(invoice)).toEqual(['skipped past', 'planned'])
  })
})

describe('a change of the terms', () => {
  it('moves what is to come, takes away what is not wanted, and sends nothing twice', async () => {
    const invoice = await dueSoon('-3d +1d +5d')
    await work(moment(8, '00:00'))
    const { revision } = await invoicing.read(invoice.invoice_ref)
    await invoicing.update(invoice.invoice_ref, { revision, due_date: day(20), reminders: remindersOf('-3d +1d') })
    expect((await invoicing.read(invoice.invoice_ref)).reminder_plan).toMatchObject([
      { time: 3, state: 'sent' },
      { time: 1, at: `${day(21)} 09:00:00`, state: 'planned' },
    ])
    await work(moment(30, '00:00'))
    expect(await became(invoice)).toEqual(['sent', 'sent'])
    expect(await mails(invoice)).toHaveLength(2)
  })

  it('leaves those of an invoice that was voided and brought back as they were', async () => {
    const invoice = await dueSoon('-3d +1d')
    await invoicing.void(invoice.invoice_ref)
    await work(moment(8, '00:00'))
    await invoicing.unvoid(invoice.invoice_ref)
    expect(await became(invoice)).toEqual(['skipped voided', 'planned'])
    await work(moment(12, '00:00'))
    expect(await mails(invoice)).toHaveLength(1)
  })
})

describe('a reminder and a payment at once', () => {
  it('never remind of what is paid by then, and never twice, however many workers are at it', async () => {
    for (let round = 0; round < 8; round++) {
      invoicing.paying.clock.now = null
      const invoice = await dueSoon('-3d')
      const begun = await invoicing.begin(invoice.invoice_ref, {
        token: await invoicing.paying.simulator.token('4242424242424242'),
      })
      away(moment(7, '09:00'))
      const data = { invoiceRef: invoice.invoice_ref, moment: 'now' }
      const { remindOfInvoices } = await import('./remind.ts')
      await Promise.all([
        invoicing.job(remindOfInvoices, data),
        invoicing.paying.settle(begun),
        invoicing.job(remindOfInvoices, data),
      ])
      const found = await mails(invoice)
      const { timeline, status } = await invoicing.read(invoice.invoice_ref)
      expect(status).toBe('paid')
      const order = timeline
        .map(({ event }) => event)
        .filter((event) => ['paid', 'reminded', 'skipped'].includes(event))
      // Either it went before the money, or it was skipped after it.
      expect([
        ['reminded', 'paid'],
        ['paid', 'skipped'],
      ]).toContainEqual(order)
      expect(found).toHaveLength(order[0] === 'reminded' ? 1 : 0)
    }
    expect(await invoicing.findings()).toEqual([])
  })
})
