import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInvoice } from '#contract/invoices.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { createInvoiceTemplate } from '#contract/invoice-templates.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { newCost, newLine, sumsOf, type EditedCost, type EditedLine } from './edited-lines.ts'
import { answerName, changedInvoice, invoiceBody, invoiceErrors, newInvoiceBody, templateBody } from './invoice-body.ts'
import { emptyInvoice, invoiceLike, invoiceValues, type InvoiceValues } from './invoice-form.ts'

const beginning = { currency: 'EUR', today: '2026-11-30', settings: undefined } as const
const line = (detail: string, rate: string, tax: Partial<EditedLine> = {}): EditedLine => ({
  ...newLine(),
  detail,
  rate,
  ...tax,
})
const taxed = (percent: string) => ({ tax_category: 'S', tax_percent: percent })
const discount: EditedCost = { ...newCost('DISCOUNT'), title: 'Loyalty', amount: '10' }
/** The worked example of the arithmetic: 150.05 less 10 percent, with taxes of 19 and 7 percent. */
const drawn = (): InvoiceValues => ({
  ...emptyInvoice(beginning),
  customer: { ...emptyInvoice(beginning).customer, name: 'Juno GmbH', email: 'juno@example.com' },
  line_items: [
    line('Design', '100', taxed('19')),
    line('Books', '50,00', taxed('7')),
    line('Stamp', '0.05', { tax_category: 'Z' }),
    newLine(),
  ],
  additional_costs: [discount],
})
const sent = (body: object) =>
  withoutBlanks({ ...body, chaipay_key: 'acme-1', environment: 'sandbox', signature_hash: 'x' })

describe('the form of an invoice', () => {
  it('sends what its lines make, and leaves out what says nothing', () => {
    const body = sent(newInvoiceBody(drawn())) as Record<string, unknown>
    expect(schemaErrors(createInvoice.body, body)).toEqual([])
    expect(body).toMatchObject({ amount: 155.29, sub_total: 150.05, customer: { name: 'Juno GmbH' } })
    expect(body['line_items']).toEqual([
      { detail: 'Design', quantity: 1, rate: 100, tax_category: 'S', tax_percent: 19 },
      { detail: 'Books', quantity: 1, rate: 50, tax_category: 'S', tax_percent: 7 },
      { detail: 'Stamp', quantity: 1, rate: 0.05, tax_category: 'Z', tax_percent: 0 },
    ])
    for (const absent of ['shipping_address', 'buyer', 'period', 'scheduled_at'])
      expect(body).not.toHaveProperty(absent)
  })

  it('gives each error at its field', () => {
    const wrong = { ...drawn(), sending: 'later' as const, due_date: '2026-11-29' }
    wrong.customer = { ...wrong.customer, email: '' }
    wrong.line_items = [{ ...line('Design', 'much', taxed('19')), quantity: '0' }]
    const errors = [...schemaErrors(createInvoice.body, sent(newInvoiceBody(wrong))), ...invoiceErrors(wrong)]
    expect(errors.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'amount: not_a_number',
      'sub_total: not_a_number',
      'line_items.0.quantity: not_positive',
      'line_items.0.rate: not_a_number',
      'due_date: before_invoice_date',
      'amount: not_positive',
      'customer.email: required',
      'scheduled_at: required',
    ])
  })

  it('changes nothing when nothing was typed, and sends the amount only with what makes it', () => {
    const before = drawn()
    expect(changedInvoice(before, before)).toEqual({})
    const noted = {
      ...before,
      internal_note: 'call first',
      sending: 'later' as const,
      scheduled_at: '2026-12-01 01:00:00',
    }
    expect(changedInvoice(noted, before)).toEqual({ internal_note: 'call first', scheduled_at: '2026-12-01 01:00:00' })
    expect(changedInvoice(before, noted)).toEqual({ internal_note: '', scheduled_at: null })
    const cheaper = { ...before, line_items: before.line_items.slice(1) }
    expect(Object.keys(changedInvoice(cheaper, before)).toSorted()).toEqual(['amount', 'line_items', 'sub_total'])
  })

  it('has sums, or says why it has none, whatever was typed', () => {
    const number = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }).map(String), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number)), (typed) => {
        const sums = sumsOf(typed.map(([quantity, rate]) => ({ ...line('x', rate), quantity })), [], 'EUR') // prettier-ignore
        if (typeof sums === 'string') expect(['not_positive', 'too_large']).toContain(sums)
        else expect(sums.amount).toBeGreaterThan(0n)
      }),
    )
  })

  it('is filled in from an invoice, and sends the same again', () => {
    const body = invoiceBody(drawn())
    const { customer, ...parts } = body as { customer: { name: string; email: string } }
    const invoice = {
      ...parts,
      customer_name: customer.name,
      email: customer.email,
      language: 'en',
      late_payment: 'hold',
    }
    const { additional_costs, line_items } = invoiceBody(invoiceValues(invoice as unknown as Invoice))
    expect({ additional_costs, line_items }).toEqual({
      additional_costs: body['additional_costs'],
      line_items: body['line_items'],
    })
  })

  it('of a copy has days and numbers of its own, and names a voided forerunner', () => {
    const original = {
      ...invoiceBody(drawn()), invoice_date: '2026-10-01', due_date: '2026-10-15', invoice_number: 'INV-1', status: 'voided',
      invoice_ref: '0'.repeat(27), language: 'en', late_payment: 'hold',
    } as unknown as Invoice // prettier-ignore
    expect(invoiceLike(original, beginning)).toMatchObject({
      invoice_date: '2026-11-30',
      due_date: '2026-12-14',
      invoice_number: '',
      replaces: '0'.repeat(27),
    })
    expect(invoiceLike({ ...original, status: 'paid' }, beginning).replaces).toBe('')
  })

  it('makes a template without customer and days', () => {
    const { signature_hash: _, ...body } = sent(templateBody({ ...drawn(), name: 'Monthly' })) as Record<
      string,
      unknown
    >
    expect(schemaErrors(createInvoiceTemplate.body, body)).toEqual([])
    expect(body).not.toHaveProperty('customer')
  })

  it('knows fields by the names of answers', () => {
    expect(['customer.name', 'line_items.3.rate', 'due_date'].map(answerName)).toEqual([
      'customer_name',
      'line_items',
      'due_date',
    ])
  })
})
