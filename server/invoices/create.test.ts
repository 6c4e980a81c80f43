import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceFields } from '#contract/invoice-fields.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import type { Field } from '#contract/kit/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'
import { sendScheduledInvoice } from '#server/invoice-messages/scheduled.ts'

/** Drawing up an invoice: what it says, what it comes to, and when it goes. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_reason'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]

describe('an invoice', () => {
  it('is a draft that nobody else sees: it has no number, and its page is not found', async () => {
    const invoice = await inv.create()
    expect(invoice).toMatchObject({
      status: 'created',
      invoice_number: '',
      amount: 100,
      amount_due: 100,
      amount_paid: 0,
      sub_total: 100,
      sent_at: null,
      created_by: 'Test User',
      fixed: [],
      seller: { legal_name: expect.stringMatching(/./) as string },
    })
    expect(invoice.merchant_invoice_ref).toBe(invoice.invoice_ref)
    const page = await inv.paying.testApp.app.inject({ method: 'GET', url: `/pay/${invoice.invoice_ref}` })
    expect(page.statusCode).toBe(404)
    expect(invoice.invoice_url).toMatch(new RegExp(`/pay/${invoice.invoice_ref}$`))
  })

  it('has everything that its request says, in each field', async () => {
    const said: Record<string, unknown> = {
      merchant_invoice_ref: `R-${crypto.randomUUID()}`,
      invoice_number: `G-${crypto.randomUUID().slice(0, 8)}`,
      'customer.name': 'أمينة خليل',
      'customer.email': 'amina@example.com',
      'customer.phone': '+6591234567',
      'customer.language': 'ar',
      'customer.time_zone': 'Asia/Dubai',
      currency: 'AED',
      invoice_date: '2026-01-02',
      due_date: '2036-02-03',
      late_payment: 'refund',
      allow_partial: true,
      least_partial_amount: 5,
      success_url: 'https://shop.example/thanks',
      failure_url: 'https://shop.example/again',
      source: 'shop',
      billing_address: { line_1: 'Sheikh Zayed Road', city: 'Dubai', country_code: 'AE' },
      shipping_address: { line_1: 'Marina', zip_code: '1' },
      buyer: { tax_number: 'AE1', endpoint: { scheme: '0088', id: '1' }, reference: 'K-7', purchase_order: 'P-9' },
      delivery_date: '2026-01-01',
      period: { from: '2026-01-01', to: '2026-01-31' },
      line_items: [
        { id: 'T-1', detail: 'جولة', quantity: 2, unit: 'HUR', rate: 50.5, tax_category: 'S', tax_percent: 5 },
      ],
      additional_costs: [{ title: 'Delivery', type: 'CHARGE', amount: 9 }],
      custom_fields: [{ key: 'Project', value: 'Harbour', show: true }],
      description: 'Two tours',
      customer_note: { title: 'Thanks', value: 'See you' },
      additional_invoice_notes: [{ title: 'Terms', description: 'Net' }],
      internal_note: 'regular',
      reminders: [{ time: 3, unit: 'days_before_due_date' }],
      payment_methods: ['CARD'],
      show_qr_code: true,
      notify_by_email: true,
      notify_by_phone: true,
      send_email_confirmation: true,
      look: { design: 'modern', color: '#0f766e' },
    }
    const { 'customer.name': name, ...rest } = said
    const body = Object.fromEntries(Object.entries(rest).filter(([path]) => !path.includes('.')))
    const customer = { name, ...Object.fromEntries(Object.entries(rest).flatMap(([path, value]) => (path.startsWith('customer.') ? [[path.slice(9), value]] : []))) } // prettier-ignore
    const invoice = (await inv.create({ ...body, customer } as never)) as unknown as Record<string, unknown>
    const unsaid = ['amount', 'sub_total', 'template_ref', 'replaces']
    for (const [field, declared] of Object.entries(invoiceFields) as [string, Field][]) {
      if (!declared.request || unsaid.includes(field)) continue
      const path = declared.at ?? field
      expect(said, field).toHaveProperty([path])
      expect(invoice[field], field).toEqual(said[path])
    }
    expect(invoice).toMatchObject({
      sub_total: 101,
      amount: 115.5,
      sums: {
        nets: [101],
        costs: [9],
        charges: 9,
        tax: 5.5,
        tax_rows: [{ tax_category: 'S', tax_percent: 5, taxable: 110 }],
      },
    })
  })

  it('is refused where its amounts are not what its lines make, with both numbers', async () => {
    const answer = await inv.askFor({ amount: 99.99 })
    expect(reasons(answer)).toEqual([400, 'INVALID_AMOUNT', 'amount not_the_sum'])
    expect(answer.body['errors']).toMatchObject([{ params: { said: '99.99 SGD', made: '100.00 SGD' } }])
    expect(reasons(await inv.askFor({ sub_total: 1 }))).toEqual([400, 'INVALID_AMOUNT', 'sub_total not_the_sum'])
  })

  it.each([
    [{ due_date: '2020-01-01' }, [400, 'INVALID_REQUEST_DATA', 'due_date before_invoice_date']],
    [{ least_partial_amount: 101 }, [400, 'INVALID_AMOUNT', 'least_partial_amount more_than_amount']],
    [{ invoice_number: 'INV-2026-0007' }, [400, 'INVALID_INVOICE_NUMBER', 'invoice_number number_of_series']],
    [{ customer: { email: 'a@shop.example' } }, [400, 'INVALID_REQUEST_DATA', 'customer.name required']],
    [{ line_items: [] }, [400, 'INVALID_REQUEST_DATA', 'line_items required']],
    [
      { line_items: [{ detail: 'x\u0001', quantity: 1, rate: 1 }] },
      [400, 'INVALID_REQUEST_DATA', 'line_items.0.detail not_text'],
    ],
    [
      { line_items: [{ detail: 'x', quantity: 1, rate: 1, tax_percent: 7 }], amount: 1, sub_total: 1 },
      [400, 'INVALID_AMOUNT', 'line_items.0.tax_category required'],
    ],
    [{ replaces: 'A'.repeat(27) }, [404, 'RECORD_NOT_FOUND_ERROR']],
    [{ template_ref: 'A'.repeat(27) }, [404, 'RECORD_NOT_FOUND_ERROR']],
    [{ scheduled_at: '2020-01-01 00:00:00' }, [400, 'INVALID_REQUEST_DATA', 'scheduled_at in_the_past']],
    [
      { scheduled_at: '2036-01-01 00:00:00', send_immediately: true },
      [400, 'INVALID_REQUEST_DATA', 'scheduled_at contradicts'],
    ],
    [{ send_immediately: true, customer: { name: 'A' } }, [400, 'RECIPIENT_MISSING', 'customer.email required']],
    [
      { scheduled_at: '2036-01-01 00:00:00', customer: { name: 'A' } },
      [400, 'RECIPIENT_MISSING', 'customer.email required'],
    ],
    [{ send_immediately: true, notify_by_phone: true }, [400, 'RECIPIENT_MISSING', 'customer.phone required']],
  ])('%j is refused', async (body, refused) => {
    expect(reasons(await inv.askFor(body as never)).slice(0, refused.length)).toEqual(refused)
  })

  it('has a reference and a number that no other one has', async () => {
    const [merchant_invoice_ref, invoice_number] = [`R-${crypto.randomUUID()}`, `G-${crypto.randomUUID().slice(0, 8)}`]
    await inv.create({ merchant_invoice_ref, invoice_number })
    expect(reasons(await inv.askFor({ merchant_invoice_ref }))).toEqual([
      400,
      'DUPLICATE_TRANSACTION_ERROR',
      'merchant_invoice_ref already_used',
    ])
    expect(reasons(await inv.askFor({ invoice_number }))).toEqual([
      400,
      'DUPLICATE_TRANSACTION_ERROR',
      'invoice_number already_used',
    ])
  })

  it('replaces a voided one, and no other', async () => {
    const before = await inv.sent()
    expect(reasons(await inv.askFor({ replaces: before.invoice_ref }))).toEqual([
      400,
      'INVALID_REQUEST_DATA',
      'replaces not_voided',
    ])
    await inv.void(before.invoice_ref)
    expect(await inv.create({ replaces: before.invoice_ref })).toMatchObject({ replaces: before.invoice_ref })
  })

  it('is issued at once when it is sent immediately, with the number and the seller of that moment', async () => {
    const invoice = await inv.create({ send_immediately: true })
    expect(invoice).toMatchObject({
      status: 'sent',
      invoice_number: expect.stringMatching(/^INV-\d{4}-\d{4}$/) as string,
    })
    expect(invoice.sent_at).not.toBeNull()
    expect(invoice.timeline.map(({ event }) => event).slice(0, 2)).toEqual(['created', 'issued'])
  })

  it('goes at its moment, once, and not before', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const { invoice_ref: invoiceRef } = await inv.create({ scheduled_at: at })
    await inv.job(sendScheduledInvoice, { invoiceRef })
    expect(await inv.read(invoiceRef)).toMatchObject({ status: 'scheduled', scheduled_at: at, invoice_number: '' })
    inv.daysOn(1)
    await Promise.all([1, 2, 3].map(() => inv.job(sendScheduledInvoice, { invoiceRef })))
    inv.paying.clock.now = null
    const sent = await inv.read(invoiceRef)
    expect(sent.status).toBe('sent')
    expect(sent.timeline.filter(({ event }) => event === 'issued')).toHaveLength(1)
  })

  it(`may have ${limits.invoiceLines} lines in a request that no other call would take`, async () => {
    const line_items = Array.from({ length: limits.invoiceLines }, (_, at) => ({
      id: `item-${at}`,
      detail: `Harbour tour number ${at}, with a guide and everything that belongs to it `.padEnd(180, 'x'),
      quantity: 1.25,
      rate: 0.01,
    }))
    expect(JSON.stringify(line_items).length).toBeGreaterThan(limits.bodyBytes)
    const invoice = await inv.create({ line_items })
    expect([invoice.line_items.length, invoice.amount]).toEqual([limits.invoiceLines, 20])
    const tooMany = await inv.askFor({
      line_items: [...line_items, ...line_items.slice(0, 1)],
      amount: 20.01,
      sub_total: 20.01,
    })
    expect(reasons(tooMany)).toEqual([400, 'INVALID_REQUEST_DATA', 'line_items too_many'])
    const elsewhere = await inv.ask('POST', '/api/invoices/suggestions', {
      of: 'item',
      text: 'x'.repeat(limits.bodyBytes),
    })
    expect(elsewhere.status).toBe(413)
  })
})

describe('what a request leaves out', () => {
  const template = async (body: object): Promise<string> => {
    const answer = await inv.ask('POST', '/merchants/invoice_template', {
      name: `T ${crypto.randomUUID()}`,
      currency: 'SGD',
      environment: 'sandbox',
      ...body,
    })
    return (answer.body as unknown as { content: { template_ref: string } }).content.template_ref
  }

  it('is of its template, whose name it keeps when that is deleted', async () => {
    const template_ref = await template({
      additional_costs: [{ title: 'Service', type: 'CHARGE', amount: 10, charge_nature: 'PERCENT' }],
      internal_note: 'of the template',
      allow_partial: true,
      due_days: 14,
    })
    const sums = { amount: 110, sub_total: 100 }
    const invoice = await inv.create({ template_ref, ...sums, internal_note: 'my own' })
    expect(invoice).toMatchObject({
      internal_note: 'my own',
      allow_partial: true,
      amount: 110,
      template: expect.stringMatching(/^T /) as string,
    })
    const { merchant } = inv.paying
    expect((await inv.ask('DELETE', `/merchants/${merchant.key}/invoice_templates/${template_ref}`)).status).toBe(200)
    expect((await inv.read(invoice.invoice_ref)).template).toBe(invoice.template)
    expect((await inv.askFor({ template_ref, ...sums })).status).toBe(404)
  })

  it('is of the merchant’s settings', async () => {
    const id = inv.paying.merchant.merchantId
    const reminders = [{ time: 2, unit: 'days_after_due_date' }]
    const saved = await inv.ask('PUT', `/api/invoices/${id}/settings`, { revision: 0, reminders, language: 'ar' })
    expect(saved.status, saved.text).toBe(200)
    const invoice = (await inv.create()) as Invoice
    expect(invoice).toMatchObject({ reminders, language: 'ar' })
  })
})
