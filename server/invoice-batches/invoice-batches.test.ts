import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceBatch } from '#contract/invoice-batches.ts'
import { runJobs } from '#test/run-jobs.ts'
import { furtherRow, openImporting, rowOf, type Importing } from './fixtures.ts'

/** Invoices from a sheet: what is made, and what a dry run says of it. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

let last = 0
/** A number that nothing has yet. */
const fresh = () => `B${process.pid}-${(last += 1)}`
const counts = ({ status, invoices, success_count, known_count, failed_count }: InvoiceBatch) => ({
  status,
  invoices,
  success_count,
  known_count,
  failed_count,
})

describe('a sheet', () => {
  it('makes an invoice of the rows with one number, with everything that they say', async () => {
    const [one, two] = [fresh(), fresh()]
    const batch = await many.take([
      rowOf(one, {
        InvoiceDescription: 'Two tours',
        CustomerPhone: '+65 9123 4567',
        Language: 'AR',
        LineItem_Unit: 'HUR',
        LineItem_TaxCategory: 's',
        LineItem_TaxPercent: '9',
        AdditionalCharges_Title: 'Early booking',
        AdditionalCharges_Type: 'discount',
        AdditionalCharges_Amount: '10',
        AdditionalCharges_Nature: 'Percent',
        CustomFields_Key: 'Project',
        CustomFields_Value: 'Harbour',
        CustomFields_Show: 'true',
        AdditionalInvoiceNotes_Title: 'Terms',
        AdditionalInvoiceNotes_Description: 'Net',
        Reminder_Time: '3',
        Reminder_TimeUnit: 'days_before_due_date',
        NotifyBySMS: 'FALSE',
        NotifyByEmail: 'True',
        SendEmailConfirmation: 'TRUE',
        CustomerNoteTitle: 'Thanks',
        CustomerNoteValue: 'See you',
        BillingAddress_Line1: 'Marina Boulevard 1',
        BillingAddress_CountryCode: 'sg',
        ShippingAddress_City: 'Singapore',
        BuyerTaxNumber: 'M90312345A',
        BuyerReference: 'K-7',
        PurchaseOrder: 'P-9',
      }),
      rowOf(two, { Currency: 'jpy', LineItem_Quantity: '1.5', LineItem_Rate: '1000' }),
      furtherRow(one, {
        LineItem_Detail: 'Lunch',
        LineItem_Quantity: '1',
        LineItem_Rate: '18.5',
        CustomerName: 'Mei Tan',
        CustomFields_Key: 'Floor',
        CustomFields_Value: '7',
      }),
      furtherRow(one, { Reminder_Time: '1', Reminder_TimeUnit: 'hours_after_due_date' }),
    ])
    expect(batch).toMatchObject({
      status: 'done',
      dry_run: false,
      rows: 4,
      invoices: 2,
      success_count: 2,
      failures: [],
      error_sheet: '',
      // 118.50 less 10 % (11.85), and 9 % on what is left of the first line: 90.00.
      totals: [
        { currency: 'JPY', amount: '1500' },
        { currency: 'SGD', amount: '114.75' },
      ],
      first: [
        { invoice_number: one, customer_name: 'Mei Tan', amount: '114.75', currency: 'SGD' },
        { invoice_number: two, amount: '1500' },
      ],
    })
    expect(await many.invoice(one)).toMatchObject({
      status: 'created',
      invoice_number: one,
      merchant_invoice_ref: one,
      amount: 114.75,
      sub_total: 118.5,
      invoice_date: '2026-03-01',
      due_date: '2036-03-31',
      created_by: 'Test User',
      customer_name: 'Mei Tan',
      phone: '+65 9123 4567',
      language: 'ar',
      line_items: [
        { id: 'T-1', detail: 'Harbour tour', quantity: 2, unit: 'HUR', rate: 50, tax_category: 'S', tax_percent: 9 },
        { detail: 'Lunch', quantity: 1, rate: 18.5 },
      ],
      additional_costs: [{ title: 'Early booking', type: 'DISCOUNT', amount: 10, charge_nature: 'PERCENT' }],
      custom_fields: [
        { key: 'Project', value: 'Harbour', show: true },
        { key: 'Floor', value: '7' },
      ],
      description: 'Two tours',
      customer_note: { title: 'Thanks', value: 'See you' },
      additional_invoice_notes: [{ title: 'Terms', description: 'Net' }],
      reminders: [
        { time: 3, unit: 'days_before_due_date' },
        { time: 1, unit: 'hours_after_due_date' },
      ],
      notify_by_email: true,
      notify_by_phone: false,
      send_email_confirmation: true,
      billing_address: { line_1: 'Marina Boulevard 1', country_code: 'SG' },
      shipping_address: { city: 'Singapore' },
      buyer: { tax_number: 'M90312345A', reference: 'K-7', purchase_order: 'P-9' },
    })
    expect((await many.invoice(two)).amount).toBe(1500)
  })

  it('has its columns in any order and any case, with blanks for marks, and others that are empty', async () => {
    const number = fresh()
    const cells = rowOf(number)
    const titles = Object.keys(cells).toReversed()
    const head = [...titles.map((title) => title.toUpperCase().replaceAll('_', ' ')), 'Remarks', 'WhatToDo']
    const line = titles.map((title) => cells[title as keyof typeof cells])
    const sheet = [head.join(';'), [...line, '', 'as you like'].join(';')].join('\r\n')
    expect(counts(many.batchOf(await many.upload(Buffer.from(`\uFEFF${sheet}`))))).toMatchObject({ success_count: 1 })
    expect((await many.invoice(number)).amount).toBe(100)
  })

  it('is sent where it says so, by its own number', async () => {
    const [sent, draft] = [fresh(), fresh()]
    await many.take([rowOf(sent, { Send: 'true' }), rowOf(draft, { Send: 'FALSE' })])
    expect((await many.invoice(sent)).status).toBe('scheduled')
    await runJobs(many.paying.testApp, { names: ['send-scheduled-invoice'], until: new Date(Date.now() + 2_000) })
    many.paying.clock.now = null
    expect(await many.invoice(sent)).toMatchObject({ status: 'sent', invoice_number: sent })
    expect((await many.invoice(draft)).status).toBe('created')
  })

  it('starts with the template that it names, whose costs count', async () => {
    const template = { environment: 'sandbox', name: `Tours ${last}`, currency: 'SGD', additional_costs: [{ title: 'Harbour fee', type: 'CHARGE', amount: 5 }] } // prettier-ignore
    expect((await many.inv.ask('POST', '/merchants/invoice_template', template)).status).toBe(200)
    const number = fresh()
    const batch = await many.take([rowOf(number, { TemplateName: template.name.toUpperCase() })])
    expect(batch.totals).toEqual([{ currency: 'SGD', amount: '105.00' }])
    expect(await many.invoice(number)).toMatchObject({ amount: 105, template: template.name })
  })
})

describe('a dry run', () => {
  it('says what would be made, and makes nothing', async () => {
    const before = await many.count()
    const numbers = Array.from({ length: 7 }, fresh)
    const rows = [...numbers.map((number) => rowOf(number)), rowOf(fresh(), { LineItem_Quantity: '0' })]
    const batch = await many.take(rows, { dryRun: true })
    expect(counts(batch)).toEqual({ status: 'checked', invoices: 8, success_count: 7, known_count: 0, failed_count: 1 })
    expect(batch.first.map(({ invoice_number }) => invoice_number)).toEqual(numbers.slice(0, 5))
    expect(batch.totals).toEqual([{ currency: 'SGD', amount: '700.00' }])
    expect(await many.count()).toBe(before)
    expect(await many.read(batch)).toEqual(batch)
    expect(counts(await many.take(rows))).toMatchObject({ status: 'done', success_count: 7, known_count: 0 })
    expect(await many.count()).toBe(before + 7)
  })
})
