import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoice-answers.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'

/** Changes of an invoice: all of a draft, little of what was issued, nothing of what is over. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
beforeEach(() => {
  inv.paying.clock.now = null
})
afterAll(() => inv.close())

const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_reason'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]
const changed = async (invoice: Pick<Invoice, 'invoice_ref' | 'revision'>, body: object): Promise<Invoice> => {
  const answer = await inv.update(invoice.invoice_ref, { revision: invoice.revision, ...body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as Invoice
}
const lines = [{ detail: 'Harbour tour', quantity: 3, rate: 33.335 }]

describe('a draft', () => {
  it('changes in the fields that are named, and its amounts follow its lines', async () => {
    const draft = await inv.create({ internal_note: 'first' })
    const after = await changed(draft, { line_items: lines, customer: { name: 'Jonas Weber' }, currency: 'EUR' })
    expect(after).toMatchObject({
      revision: 2,
      customer_name: 'Jonas Weber',
      email: draft.email,
      internal_note: 'first',
      currency: 'EUR',
      amount: 100.01,
      amount_due: 100.01,
      sub_total: 100.01,
    })
    expect(after.timeline.at(-1)).toMatchObject({ event: 'edited', actor: 'Test User' })
  })

  it('is not changed from another revision than the latest, nor by what changes nothing', async () => {
    const draft = await inv.create()
    await changed(draft, { description: 'a' })
    expect(reasons(await inv.update(draft.invoice_ref, { revision: 1, description: 'b' }))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ])
    expect(
      await changed({ ...draft, revision: 2 }, { description: 'a', billing_address: { line_1: '' } }),
    ).toMatchObject({
      revision: 2,
    })
  })

  it('is signed when its amount is sent, and then has to come to it', async () => {
    const draft = await inv.create()
    const body = { revision: 1, line_items: lines, amount: 100.01 }
    const path = `/merchants/${inv.paying.merchant.key}/invoice/${draft.invoice_ref}`
    expect(reasons(await inv.ask('PUT', path, body))).toEqual([400, 'INVALID_REQUEST_DATA', 'signature_hash required'])
    expect(reasons(await inv.ask('PUT', path, { ...body, signature_hash: 'x' }))[1]).toMatch(/SIGNATURE/)
    expect(reasons(await inv.update(draft.invoice_ref, { ...body, amount: 100 }))).toEqual([
      400,
      'INVALID_AMOUNT',
      'amount not_the_sum',
    ])
    expect((await inv.update(draft.invoice_ref, body)).status).toBe(200)
  })

  it('is planned, planned anew and taken back', async () => {
    const draft = await inv.create()
    expect(await changed(draft, { scheduled_at: '2036-01-01 08:00:00' })).toMatchObject({ status: 'scheduled' })
    expect(await changed(draft, { scheduled_at: '2036-01-02 08:00:00' })).toMatchObject({
      status: 'scheduled',
      scheduled_at: '2036-01-02 08:00:00',
    })
    expect(reasons(await inv.update(draft.invoice_ref, { revision: 1, customer: { email: '' } }))).toEqual([
      400,
      'RECIPIENT_MISSING',
      'customer.email required',
    ])
    expect(await changed(draft, { scheduled_at: null })).toMatchObject({ status: 'created', scheduled_at: null })
    expect(reasons(await inv.update(draft.invoice_ref, { revision: 1, scheduled_at: '2020-01-01 00:00:00' }))).toEqual([
      400,
      'INVALID_REQUEST_DATA',
      'scheduled_at in_the_past',
    ])
  })
})

describe('an issued invoice', () => {
  it('keeps what it says, and names each field that is fixed', async () => {
    const sent = await inv.sent()
    expect(sent.fixed).toContain('line_items')
    expect(sent.fixed).not.toContain('due_date')
    const body = {
      revision: sent.revision,
      line_items: lines,
      customer: { name: 'X', email: 'new@example.com' },
      currency: 'EUR',
    }
    expect(reasons(await inv.update(sent.invoice_ref, body))).toEqual([
      409,
      'INVALID_STATUS_TYPE',
      'customer.name fixed',
      'amount fixed',
      'sub_total fixed',
      'currency fixed',
      'line_items fixed',
    ])
    expect(await inv.read(sent.invoice_ref)).toMatchObject({ email: sent.email, revision: sent.revision })
    // What is fixed may be sent as it is.
    const { line_items, currency } = sent
    const after = await changed(sent, {
      line_items,
      currency,
      customer: { name: sent.customer_name, email: 'new@example.com' },
    })
    expect(after).toMatchObject({ email: 'new@example.com', amount: 100 })
    expect(
      await changed(after, { internal_note: 'called', payment_methods: ['CARD'], allow_partial: true }),
    ).toMatchObject({
      internal_note: 'called',
    })
  })

  it('is issued once', async () => {
    const sent = await inv.sent()
    expect(reasons(await inv.update(sent.invoice_ref, { revision: sent.revision, marked_as_sent: true }))).toEqual([
      409,
      'INVALID_STATUS_TYPE',
    ])
    expect(
      reasons(await inv.update(sent.invoice_ref, { revision: sent.revision, scheduled_at: '2036-01-01 00:00:00' })),
    ).toEqual([409, 'INVALID_STATUS_TYPE'])
  })

  it('is overdue once its day is put back to the past, and not any more when it is put off', async () => {
    const sent = await inv.sent({ invoice_date: '2026-01-01' })
    const today = inv.now().toISOString().slice(0, 10)
    const overdue = await changed(sent, { due_date: dayAfter(today, -3) })
    expect(overdue.status).toBe('overdue')
    const again = await changed(overdue, { due_date: dayAfter(today, 3) })
    expect(again.status).toBe('sent')
    expect(again.timeline.map(({ event }) => event)).toEqual([
      'created',
      'issued',
      'edited',
      'overdue',
      'edited',
      'extended',
    ])
    expect(await inv.findings()).toEqual([])
  })

  it('is over: of one that is paid only the internal note changes, and of a voided one nothing', async () => {
    const paid = await inv.sent()
    await inv.pay(paid.invoice_ref)
    expect(reasons(await inv.update(paid.invoice_ref, { revision: paid.revision, due_date: '2036-01-01' }))).toEqual([
      409,
      'INVALID_STATUS_TYPE',
      'due_date fixed',
    ])
    expect(await changed(paid, { internal_note: 'thanks' })).toMatchObject({ internal_note: 'thanks', status: 'paid' })
    const voided = await inv.sent()
    await inv.void(voided.invoice_ref)
    expect(reasons(await inv.update(voided.invoice_ref, { revision: voided.revision, internal_note: 'x' }))).toEqual([
      409,
      'INVALID_STATUS_TYPE',
      'internal_note fixed',
    ])
  })
})
