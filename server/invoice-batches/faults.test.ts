import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceBatch } from '#contract/invoice-batches.ts'
import en from '#i18n/en/console.json' with { type: 'json' }
import ar from '#i18n/ar/console.json' with { type: 'json' }
import { furtherRow, openImporting, rowOf, type Cells, type Importing } from './fixtures.ts'

/** What is wrong with a sheet of invoices: told in words, with row and column, all of it at once. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

/** The faults of a sheet whose first row is fine; `row column reason` each. */
const faultsOf = async (...rows: Cells[]) =>
  (await many.take([rowOf('GOOD-1'), ...rows], { dryRun: true })).failures.map(inShort)
const inShort = ({ row, column, reason }: InvoiceBatch['failures'][number]) => `${row} ${column} ${reason}`

const wrongCells: [Cells, string][] = [
  [{ InvoiceNumber: '' }, 'InvoiceNumber required'],
  [{ InvoiceNumber: 'N'.repeat(31) }, 'InvoiceNumber too_long'],
  [{ InvoiceNumber: 'INV-2026-0007' }, 'InvoiceNumber number_of_series'],
  [{ InvoiceDate: '' }, 'InvoiceDate required'],
  [{ InvoiceDate: '03/04/2026' }, 'InvoiceDate two_days'],
  [{ InvoiceDate: '25/12/2026' }, 'InvoiceDate one_day'],
  [{ InvoiceDate: '3.3.2026' }, 'InvoiceDate one_day'],
  [{ InvoiceDate: '46082' }, 'InvoiceDate write_day'],
  [{ InvoiceDate: '2026-02-30' }, 'InvoiceDate write_day'],
  [{ InvoiceDate: 'March 1' }, 'InvoiceDate write_day'],
  [{ InvoiceDueDate: '' }, 'InvoiceDueDate required'],
  [{ InvoiceDueDate: '2026-02-28' }, 'InvoiceDueDate before_invoice_date'],
  [{ CustomerName: '' }, 'CustomerName required'],
  [{ CustomerName: 'N'.repeat(121) }, 'CustomerName too_long'],
  [{ CustomerName: 'a\u0001b' }, 'CustomerName not_text'],
  [{ CustomerEmail: 'mei' }, 'CustomerEmail not_an_email'],
  [{ CustomerEmail: '', Send: 'TRUE' }, 'CustomerEmail required'],
  [{ NotifyBySMS: 'TRUE', Send: 'TRUE' }, 'CustomerPhone required'],
  [{ CustomerPhone: 'x' }, 'CustomerPhone not_a_phone'],
  [{ Currency: '' }, 'Currency required'],
  [{ Currency: 'QQQ' }, 'Currency not_a_currency'],
  [{ Language: 'xx' }, 'Language one_of'],
  [{ TemplateName: 'nobody' }, 'TemplateName unknown_template'],
  [{ LineItem_Detail: '' }, 'LineItem_Detail required'],
  [{ LineItem_Quantity: '' }, 'LineItem_Quantity required'],
  [{ LineItem_Quantity: '-2' }, 'LineItem_Quantity negative_line'],
  [{ LineItem_Quantity: '0' }, 'LineItem_Quantity not_positive'],
  [{ LineItem_Quantity: '1.1234567' }, 'LineItem_Quantity six_decimals'],
  [{ LineItem_Quantity: 'two' }, 'LineItem_Quantity not_a_number'],
  [{ LineItem_Rate: '1,5' }, 'LineItem_Rate decimal_point'],
  [{ LineItem_Rate: '1,234.50' }, 'LineItem_Rate decimal_point'],
  [{ LineItem_Rate: '$5' }, 'LineItem_Rate not_a_number'],
  [{ LineItem_Rate: '-5' }, 'LineItem_Rate negative_line'],
  [{ LineItem_Rate: '1234567890123456' }, 'LineItem_Rate too_large'],
  [{ LineItem_Rate: '1e15' }, 'LineItem_Rate too_large'],
  [{ LineItem_Rate: '0' }, ' comes_to_nothing'],
  [{ LineItem_TaxCategory: 'X' }, 'LineItem_TaxCategory one_of'],
  [{ LineItem_TaxCategory: 'S', LineItem_TaxPercent: '0.19' }, 'LineItem_TaxPercent write_percent'],
  [{ LineItem_TaxCategory: 'Z', LineItem_TaxPercent: '19' }, 'LineItem_TaxPercent not_taxed'],
  [{ LineItem_TaxPercent: '19' }, 'LineItem_TaxCategory required'],
  [{ LineItem_TaxCategory: 'S', LineItem_TaxPercent: '101' }, 'LineItem_TaxPercent too_big'],
  [{ AdditionalCharges_Title: 'Fee', AdditionalCharges_Amount: '1' }, 'AdditionalCharges_Type required'],
  [{ AdditionalCharges_Title: 'Fee', AdditionalCharges_Type: 'FEE', AdditionalCharges_Amount: '1' }, 'AdditionalCharges_Type one_of'],
  [{ AdditionalCharges_Title: 'Fee', AdditionalCharges_Type: 'CHARGE', AdditionalCharges_Amount: '1.001' }, 'AdditionalCharges_Amount too_many_decimals'],
  [{ AdditionalCharges_Title: 'Off', AdditionalCharges_Type: 'DISCOUNT', AdditionalCharges_Amount: '0.1', AdditionalCharges_Nature: 'PERCENT' }, 'AdditionalCharges_Amount write_percent'],
  [{ AdditionalCharges_Title: 'Off', AdditionalCharges_Type: 'DISCOUNT', AdditionalCharges_Amount: '101', AdditionalCharges_Nature: 'PERCENT' }, 'AdditionalCharges_Amount too_big'],
  [{ AdditionalCharges_Title: 'Off', AdditionalCharges_Type: 'DISCOUNT', AdditionalCharges_Amount: '1', AdditionalCharges_Nature: 'SOME' }, 'AdditionalCharges_Nature one_of'],
  [{ AdditionalCharges_Title: 'Off', AdditionalCharges_Type: 'DISCOUNT', AdditionalCharges_Amount: '101' }, ' group_below_zero'],
  [{ CustomFields_Key: 'Project' }, 'CustomFields_Value required'],
  [{ CustomFields_Key: 'Project', CustomFields_Value: '7', CustomFields_Show: 'yes' }, 'CustomFields_Show true_or_false'],
  [{ AdditionalInvoiceNotes_Title: 'Terms' }, 'AdditionalInvoiceNotes_Description required'],
  [{ Reminder_Time: '3', Reminder_TimeUnit: 'days' }, 'Reminder_TimeUnit one_of'],
  [{ Reminder_Time: '366', Reminder_TimeUnit: 'days_before_due_date' }, 'Reminder_Time too_big'],
  [{ Reminder_Time: '1.5', Reminder_TimeUnit: 'days_before_due_date' }, 'Reminder_Time whole_number'],
  [{ NotifyByEmail: '1' }, 'NotifyByEmail true_or_false'],
  [{ BillingAddress_CountryCode: 'Singapore' }, 'BillingAddress_CountryCode country_letters'],
  [{ ShippingAddress_ZipCode: '1'.repeat(21) }, 'ShippingAddress_ZipCode too_long'],
  [{ LineItem_Detail: 'Tour \u{1FAE8}', Send: 'TRUE' }, 'Send missing_characters'],
] // prettier-ignore

describe('a fault', () => {
  let told: string[]
  beforeAll(async () => {
    const rows = wrongCells.map(([cells], at) => rowOf(`BAD-${at}`, cells))
    const batch = await many.take([rowOf('GOOD-1'), ...rows, rowOf('GOOD-2')], { dryRun: true })
    expect(batch).toMatchObject({ success_count: 2, failed_count: wrongCells.length })
    told = batch.failures.map(inShort)
  })
  it.each(wrongCells.map(([cells, fault], at) => ({ cells, fault, row: at + 3 })))(
    '$cells: $fault, at its row, and nothing else',
    ({ fault, row }) => {
      expect(told.filter((one) => one.startsWith(`${row} `))).toEqual([`${row} ${fault}`])
    },
  )

  it('of one invoice is told with all others of it, and leaves the other invoices alone', async () => {
    const batch = await many.take(
      [
        rowOf('BAD-1', { InvoiceDate: '1/2/2026', LineItem_Rate: 'x', CustomerName: '' }),
        furtherRow('BAD-1', { LineItem_Detail: 'Lunch', LineItem_Quantity: '-1' }),
        rowOf('FINE-2'),
        rowOf('BAD-3', { Currency: 'x' }),
      ],
      { dryRun: true },
    )
    expect(batch.success_count).toBe(1)
    expect(batch.failures.map(inShort)).toEqual([
      '2 InvoiceDate two_days',
      '2 CustomerName required',
      '2 LineItem_Rate not_a_number',
      '3 LineItem_Quantity negative_line',
      '3 LineItem_Rate required',
      '5 Currency not_a_currency',
    ])
  })

  it('names both days that a date could mean, and the value of the row that it differs from', async () => {
    const { failures } = await many.take(
      [rowOf('B-1', { InvoiceDate: '03/04/2026' }), rowOf('B-2'), furtherRow('B-2', { CustomerName: 'Mei  Tan' })],
      { dryRun: true },
    )
    expect(failures).toEqual([
      {
        row: 2,
        column: 'InvoiceDate',
        reason: 'two_days',
        params: { first: '2026-04-03', second: '2026-03-04' },
        text: 'This could be 2026-04-03 or 2026-03-04. Write the one you mean.',
      },
      {
        row: 4,
        column: 'CustomerName',
        reason: 'differs',
        params: { row: 3, value: 'Mei Tan' },
        text: 'Row 3 says Mei Tan. Rows of one invoice must agree, or leave this empty.',
      },
    ])
  })

  it('is in words in every language', () => {
    const reasons = [...new Set(wrongCells.map(([, fault]) => fault.split(' ').at(-1) ?? '')), 'differs', 'repeated', 'number_taken'] // prettier-ignore
    for (const reason of reasons)
      for (const texts of [en, ar])
        expect((texts.fieldReasons as Record<string, string>)[reason], reason).toMatch(/[.．]$/u)
  })
})

describe('cells of one invoice', () => {
  it('that stand once or agree, however they are written, are fine', async () => {
    expect(
      await faultsOf(
        rowOf('A-1', { Currency: 'sgd', NotifyByEmail: 'true' }),
        rowOf('A-1', { NotifyByEmail: 'TRUE', LineItem_Detail: 'Lunch' }),
        furtherRow('A-1', { CustomFields_Key: 'Floor', CustomFields_Value: '7' }),
      ),
    ).toEqual([])
  })

  it('that are the same cost, field, note or reminder twice are a mistake; the same item twice is not', async () => {
    const cost = { AdditionalCharges_Title: 'Fee', AdditionalCharges_Type: 'CHARGE', AdditionalCharges_Amount: '1' }
    expect(await faultsOf(rowOf('A-1', cost), rowOf('A-1', cost))).toEqual(['4 AdditionalCharges_Title repeated'])
    expect(await faultsOf(rowOf('A-1', cost), rowOf('A-1', { ...cost, AdditionalCharges_Title: 'Fee 2' }))).toEqual([])
    expect(await faultsOf(rowOf('A-1'), rowOf('A-1'))).toEqual([])
  })

  it('without an item are no invoice, and with too many are too many', async () => {
    const { LineItem_ID: _, LineItem_Detail: __, LineItem_Quantity: ___, LineItem_Rate: ____, ...header } = rowOf('A-1')
    expect(await faultsOf(header)).toEqual(['3 LineItem_Detail required'])
    const reminder = (time: number) => furtherRow('A-2', { Reminder_Time: String(time), Reminder_TimeUnit: 'hours_after_due_date' })
    expect(await faultsOf(rowOf('A-2'), ...[1, 2, 3, 4, 5, 6, 7].map(reminder))).toEqual(['3 Reminder_Time too_many'])
  }) // prettier-ignore
})
