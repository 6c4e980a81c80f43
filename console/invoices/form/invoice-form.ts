import { invoiceFields } from '#contract/invoice-fields.ts'
import type { InvoiceReminder, ReminderUnit } from '#contract/invoice-parts.ts'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import { emptyForm, formLike, type FormValues } from '#console/kit/form/fields.ts'
import { costLike, lineLike, newKey, newLine, type EditedCost, type EditedLine } from './edited-lines.ts'

export const addressParts = ['line_1', 'line_2', 'city', 'state', 'zip_code', 'country_code'] as const
export type EditedAddress = Record<(typeof addressParts)[number], string>

/** The values of the form; amounts, numbers and days are texts as typed, moments are in UTC. */
export type InvoiceValues = FormValues<typeof invoiceFields> & {
  currency: Currency
  billing_address: EditedAddress
  shipping_address: EditedAddress
  buyer: {
    tax_number: string
    company_number: string
    reference: string
    purchase_order: string
    endpoint: { scheme: string; id: string }
  }
  /** Of what is invoiced: a day, a period of days, or nothing. */
  delivered: '' | 'day' | 'period'
  period: { from: Day; to: Day }
  line_items: EditedLine[]
  additional_costs: EditedCost[]
  custom_fields: { key: string; value: string; show: boolean }[]
  customer_note: { title: string; value: string }
  additional_invoice_notes: { title: string; description: string }[]
  reminders: { time: string; unit: ReminderUnit; key: string }[]
  payment_methods: string[]
  look: { design: string; color: string }
  /** What happens when a new invoice is saved. */
  sending: 'draft' | 'now' | 'later'
  scheduled_at: string
  /** Of a template. */
  name: string
  due_days: string
}

const noAddress: EditedAddress = { line_1: '', line_2: '', city: '', state: '', zip_code: '', country_code: '' }

export const remindersLike = (reminders: readonly InvoiceReminder[] = []): InvoiceValues['reminders'] =>
  reminders.map(({ time, unit }) => ({ time: String(time), unit, key: newKey() }))

interface Beginning {
  currency: Currency
  /** Today in the merchant's time zone. */
  today: Day
  settings: InvoiceSettings | undefined
}

/** A new invoice, with what the merchant's settings bring into each. */
export function emptyInvoice({ currency, today, settings }: Beginning): InvoiceValues {
  const form = emptyForm(invoiceFields)
  return {
    ...form,
    customer: { ...form.customer, language: settings?.language ?? form.customer.language },
    currency,
    invoice_date: today,
    due_date: dayAfter(today, settings?.due_days ?? usualDueDays),
    notify_by_email: true,
    send_email_confirmation: true,
    show_qr_code: true,
    billing_address: noAddress,
    shipping_address: noAddress,
    buyer: { tax_number: '', company_number: '', reference: '', purchase_order: '', endpoint: { scheme: '', id: '' } },
    delivered: '',
    period: { from: '', to: '' },
    line_items: [newLine()],
    additional_costs: [],
    custom_fields: [],
    customer_note: { title: '', value: '' },
    additional_invoice_notes: [],
    reminders: remindersLike(settings?.reminders),
    payment_methods: [],
    look: { design: settings?.look?.design ?? '', color: settings?.look?.color ?? '' },
    sending: 'draft',
    scheduled_at: '',
    name: '',
    due_days: String(settings?.due_days ?? usualDueDays),
  }
}
const usualDueDays = 30

type Parts = Pick<
  InvoiceTemplate,
  | 'line_items' | 'additional_costs' | 'custom_fields' | 'customer_note' | 'additional_invoice_notes' | 'reminders' | 'payment_methods' | 'look'
> // prettier-ignore

/** The parts that invoices and templates have alike. */
const partsLike = (of: Parts, before: InvoiceValues) => ({
  line_items: of.line_items?.length ? of.line_items.map(lineLike) : before.line_items,
  additional_costs: (of.additional_costs ?? []).map(costLike),
  custom_fields: (of.custom_fields ?? []).map(({ key, value, show = false }) => ({ key, value, show })),
  customer_note: { title: of.customer_note?.title ?? '', value: of.customer_note?.value ?? '' },
  additional_invoice_notes: (of.additional_invoice_notes ?? []).map((note) => ({ ...note })),
  reminders: remindersLike(of.reminders),
  payment_methods: [...(of.payment_methods ?? [])],
  look: { design: of.look?.design ?? before.look.design, color: of.look?.color ?? before.look.color },
})

const stated = <T extends object>(parts: T, empty: T): T =>
  Object.fromEntries(Object.keys(empty).map((name) => [name, parts[name as keyof T] ?? empty[name as keyof T]])) as T

/** An invoice that is there. */
export function invoiceValues(invoice: Invoice): InvoiceValues {
  const empty = emptyInvoice({ currency: invoice.currency, today: invoice.invoice_date, settings: undefined })
  const { buyer } = invoice
  return {
    ...empty,
    ...formLike(invoiceFields, invoice),
    ...partsLike(invoice, empty),
    currency: invoice.currency,
    billing_address: stated(invoice.billing_address as EditedAddress, noAddress),
    shipping_address: stated(invoice.shipping_address as EditedAddress, noAddress),
    buyer: { ...stated(buyer as typeof empty.buyer, empty.buyer), endpoint: buyer.endpoint ?? empty.buyer.endpoint },
    delivered: invoice.period ? 'period' : invoice.delivery_date ? 'day' : '',
    period: invoice.period ?? empty.period,
    sending: invoice.scheduled_at ? 'later' : 'draft',
    scheduled_at: invoice.scheduled_at ?? '',
  }
}

/** A new invoice like another: with its customer and lines, and with days, numbers and a moment of its own. */
export function invoiceLike(original: Invoice, beginning: Beginning): InvoiceValues {
  const empty = emptyInvoice(beginning)
  const { voided } = { voided: original.status === 'voided' }
  return {
    ...invoiceValues(original),
    merchant_invoice_ref: '',
    invoice_number: '',
    invoice_date: empty.invoice_date,
    due_date: dayAfter(empty.invoice_date, daysBetween(original.invoice_date, original.due_date)),
    delivered: '',
    delivery_date: '',
    period: empty.period,
    replaces: voided ? original.invoice_ref : '',
    sending: 'draft',
    scheduled_at: '',
  }
}
const daysBetween = (from: Day, to: Day) => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))

/** A new invoice from a template. */
export function invoiceFrom(template: InvoiceTemplate, beginning: Beginning): InvoiceValues {
  const empty = emptyInvoice(beginning)
  const { due_days: days } = template
  return {
    ...templateValues(template, empty),
    name: '',
    template_ref: template.template_ref,
    due_date: days === undefined ? empty.due_date : dayAfter(empty.invoice_date, days),
  }
}

/** A template that is there, in the form of an invoice. */
export function templateValues(template: InvoiceTemplate, empty: InvoiceValues): InvoiceValues {
  const flag = (name: 'show_qr_code' | 'notify_by_email' | 'notify_by_phone' | 'send_email_confirmation') =>
    template[name] ?? empty[name]
  return {
    ...empty,
    ...partsLike(template, empty),
    name: template.name,
    currency: template.currency,
    description: template.description ?? '',
    internal_note: template.internal_note ?? '',
    show_qr_code: flag('show_qr_code'),
    notify_by_email: flag('notify_by_email'),
    notify_by_phone: flag('notify_by_phone'),
    send_email_confirmation: flag('send_email_confirmation'),
    allow_partial: template.allow_partial ?? false,
    due_days: template.due_days === undefined ? '' : String(template.due_days),
  }
}
