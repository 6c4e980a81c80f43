import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayAfter, startOfDay } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import { verify } from '#server/kit/auth/signature.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'

/** When an invoice is overdue, voided and valid again, and who hears of it. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
  await inv.paying.sql(`update merchants set time_zone = 'Asia/Tokyo' where merchant_id = $1`)
})
beforeEach(() => {
  inv.paying.clock.now = null
})
afterAll(() => inv.close())

const reasonOf = (answer: Answer) => [answer.status, answer.body['status_reason']]
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
/** The first moment of the day after the due date, in Tokyo, less or plus some minutes. */
const atEndOf = (dueDate: string, minutes: number) =>
  (inv.paying.clock.now = new Date(startOfDay(dayAfter(dueDate, 1), 'Asia/Tokyo').getTime() + minutes * 60_000))
const state = async (ref: string) => (await inv.read(ref)).status

describe('an invoice is overdue', () => {
  it('from the first moment of the day after its due date where the merchant is, and not before', async () => {
    const { invoice_ref: ref, due_date } = await inv.sent()
    atEndOf(due_date, -1)
    await inv.look(ref)
    expect(await state(ref)).toBe('sent')
    atEndOf(due_date, 0)
    await Promise.all([inv.look(ref), inv.look(ref)])
    const overdue = await inv.read(ref)
    expect(overdue.status).toBe('overdue')
    expect(overdue.timeline.filter(({ event }) => event === 'overdue')).toHaveLength(1)
  })

  it('not while an attempt that began in time is in flight, whose money is in time', async () => {
    const { invoice_ref: ref, due_date } = await inv.sent()
    atEndOf(due_date, -5)
    const orderRef = await inv.begin(ref, wallet)
    await inv.paying.settle(orderRef)
    atEndOf(due_date, 5)
    await inv.look(ref)
    expect(await state(ref)).toBe('sent')
    await inv.paying.simulator.act(orderRef, { act: 'approve' })
    await inv.paying.settle(orderRef)
    expect(await state(ref)).toBe('paid')
  })

  it('when such an attempt ends without money', async () => {
    const { invoice_ref: ref, due_date } = await inv.sent()
    atEndOf(due_date, -5)
    const orderRef = await inv.begin(ref, wallet)
    await inv.paying.settle(orderRef)
    atEndOf(due_date, 5)
    await inv.paying.simulator.act(orderRef, { act: 'decline' })
    await inv.paying.settle(orderRef)
    expect(await state(ref)).toBe('overdue')
  })

  it('also while one that began later is in flight, and is then paid late', async () => {
    const [{ invoice_ref: ref, due_date }, { invoice_ref: other }] = [await inv.sent(), await inv.sent()]
    atEndOf(due_date, 5)
    await inv.pay(ref)
    const late = await inv.read(ref)
    expect([late.status, late.timeline.map(({ event }) => event)]).toEqual([
      'paid_late',
      ['created', 'issued', 'attempt_initiated', 'paid'],
    ])
    await inv.begin(other, wallet)
    expect(await state(other)).toBe('sent')
    await inv.look(other)
    expect(await state(other)).toBe('overdue')
  })

  it('at once when it is issued after its due date, and found by the sweep when its job was lost', async () => {
    const sent = await inv.sent({ invoice_date: '2026-01-01', due_date: '2026-01-31' })
    expect(sent.status).toBe('overdue')
    const { invoice_ref: ref, due_date } = await inv.sent()
    const { invoicePayable } = await import('./payable.ts')
    const listed = (since: Date) => inv.inside((ctx) => invoicePayable.listOverdue(ctx, since))
    expect(await listed(atEndOf(due_date, -1))).not.toContain(ref)
    expect(await listed(atEndOf(due_date, 0))).toContain(ref)
  })
})

describe('a voided invoice', () => {
  it('keeps its number and its page, and takes no payment', async () => {
    const { invoice_ref: ref, invoice_number } = await inv.sent()
    expect((await inv.void(ref)).status).toBe(200)
    expect(reasonOf(await inv.void(ref))).toEqual([409, 'VOIDED'])
    expect(await inv.read(ref)).toMatchObject({ status: 'voided', invoice_number })
    expect((await inv.paying.start(ref, wallet)).reason).toBe('INVALID_STATUS_TYPE')
    const page = await inv.paying.testApp.app.inject({ method: 'GET', url: `/pay/${ref}` })
    expect(page.statusCode).toBe(200)
  })

  it('is none while a payment is in flight, nor when a part is paid', async () => {
    const { invoice_ref: ref } = await inv.sent({ allow_partial: true })
    const orderRef = await inv.begin(ref, wallet, 40)
    await inv.paying.settle(orderRef)
    expect(reasonOf(await inv.void(ref))).toEqual([409, 'TRANSACTION_UNDER_REVIEW'])
    await inv.paying.simulator.act(orderRef, { act: 'approve' })
    await inv.paying.settle(orderRef)
    expect(reasonOf(await inv.void(ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
    await inv.pay(ref)
    expect(reasonOf(await inv.void(ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
  })

  it('comes back as what it was', async () => {
    const draft = await inv.create()
    const scheduled = await inv.create({ scheduled_at: '2036-01-01 00:00:00' })
    const sent = await inv.sent()
    for (const { invoice_ref } of [draft, scheduled, sent]) {
      await inv.void(invoice_ref)
      expect((await inv.unvoid(invoice_ref)).status).toBe(200)
    }
    expect(await Promise.all([draft, scheduled, sent].map(({ invoice_ref }) => state(invoice_ref)))).toEqual([
      'created',
      'scheduled',
      'sent',
    ])
    expect(await inv.read(draft.invoice_ref)).toMatchObject({ invoice_number: '' })
    expect((await inv.paying.start(sent.invoice_ref, wallet)).status).toBe(200)
    expect(reasonOf(await inv.unvoid(draft.invoice_ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
  })

  it('comes back overdue when its due day has passed, and as a draft when its moment of sending has', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const [sent, scheduled] = [await inv.sent(), await inv.create({ scheduled_at: at })]
    await inv.paying.sql(
      `update invoices set due_date = invoice_date where merchant_id = $1 and invoice_ref = '${sent.invoice_ref}'`,
    )
    await Promise.all([inv.void(sent.invoice_ref), inv.void(scheduled.invoice_ref)])
    inv.daysOn(3)
    await Promise.all([inv.unvoid(sent.invoice_ref), inv.unvoid(scheduled.invoice_ref)])
    expect([await state(sent.invoice_ref), await state(scheduled.invoice_ref)]).toEqual(['overdue', 'created'])
  })

  it(`does not come back after ${limits.unvoidDays} days, or when a credit note stands for it`, async () => {
    const [old, credited] = [await inv.sent(), await inv.sent()]
    expect((await inv.credit(credited.invoice_ref, { amount: 10 })).status).toBe(200)
    await Promise.all([inv.void(old.invoice_ref), inv.void(credited.invoice_ref)])
    expect(reasonOf(await inv.unvoid(credited.invoice_ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
    inv.daysOn(limits.unvoidDays + 0.01)
    expect(reasonOf(await inv.unvoid(old.invoice_ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
  })
})

describe('a change of state', () => {
  it('is told to the merchant’s server, signed, and nothing else is', async () => {
    const { merchant, sql } = inv.paying
    const answer = await inv.ask('POST', `/merchants/${merchant.merchantId}/webhooks`, {
      name: 'invoices',
      url: 'https://shop.example/invoices',
      type: 'invoice',
      enabled: true,
    })
    expect(answer.status, answer.text).toBe(200)
    const { invoice_ref: ref, revision } = await inv.sent({ allow_partial: true })
    await inv.update(ref, { revision, internal_note: 'x' })
    await inv.pay(ref, { amount: 40 })
    await inv.pay(ref)
    const events = await sql<{ body: string }>(
      `select body from webhook_events where merchant_id = $1 and type = 'invoice' and object_ref = '${ref}' order by event_id`,
    )
    const bodies = events.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(bodies.map((body) => [body['status'], body['amount_due']])).toEqual([
      ['Sent', 100],
      ['Paid', 0],
    ])
    for (const body of bodies) {
      const { amount, currency, invoice_ref, merchant_invoice_ref, status, signature_hash } = body as Record<
        string,
        string
      >
      const signed = { amount: String(amount), currency, invoice_ref, merchant_invoice_ref, status } as Record<
        string,
        string
      >
      expect(verify(signed, merchant.secret, signature_hash ?? '').ok).toBe(true)
    }
  })

  it('is told to people: who made it of its payment, and all of an overdue one', async () => {
    const told = (ref: string) =>
      inv.paying.sql<{ kind: string; facts: object; to_sub_user: string | null }>(
        `select kind, facts, to_sub_user from notices where merchant_id = $1 and facts ->> 'invoice_ref' = '${ref}' order by notice_id`,
      )
    const [paid, overdue] = [await inv.sent(), await inv.sent()]
    await inv.pay(paid.invoice_ref)
    expect(await told(paid.invoice_ref)).toMatchObject([
      { kind: 'invoice_paid', facts: { amount: '100.00 SGD' }, to_sub_user: inv.paying.session.subUserId },
    ])
    atEndOf(overdue.due_date, 1)
    await inv.look(overdue.invoice_ref)
    expect(await told(overdue.invoice_ref)).toMatchObject([{ kind: 'invoice_overdue', to_sub_user: null }])
  })
})
