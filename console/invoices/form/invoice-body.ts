import { invoiceFields } from '#contract/invoice-fields.ts'
import { amountsOf } from '#contract/invoice-amounts.ts'
import { additionalCosts, invoiceLines } from '#contract/invoice-parts.ts'
import type { FieldError } from '#contract/faults.ts'
import { toMajor } from '#contract/kit/money.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { formBody, formPath } from '#console/kit/form/fields.ts'
import { costBody, lineBody, saidLines, sumsOf } from './edited-lines.ts'
import type { InvoiceValues } from './invoice-form.ts'

const filled = (parts: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parts).filter(
      ([, value]) => value !== undefined && (typeof value !== 'string' || value.trim() !== ''),
    ),
  )

/** What invoices and templates have alike, in the request's body. */
function partsBody(values: InvoiceValues): Record<string, unknown> {
  return {
    line_items: saidLines(values.line_items).map(lineBody),
    additional_costs: values.additional_costs.map(costBody),
    custom_fields: values.custom_fields.map(({ key, value, show }) => ({ key, value, show })),
    customer_note: filled(values.customer_note),
    additional_invoice_notes: values.additional_invoice_notes.map((note) => ({ ...note })),
    reminders: values.reminders.map(({ time, unit }) => ({ time: amountNumber(time), unit })),
    payment_methods: values.payment_methods,
    look: filled(values.look),
  }
}

/** The request's body of the form. An empty field is an empty text, null or an empty list; what has no amount yet has none. */
export function invoiceBody(values: InvoiceValues): Record<string, unknown> {
  const { currency, delivered, period, buyer } = values
  const sums = sumsOf(values.line_items, values.additional_costs, currency)
  const { least_partial_amount: least, ...body } = formBody(invoiceFields, values)
  const { endpoint, ...parts } = buyer
  return {
    ...body,
    ...partsBody(values),
    ...(typeof sums === 'string'
      ? {}
      : { amount: toMajor(sums.amount, currency), sub_total: toMajor(sums.subTotal, currency) }),
    currency,
    least_partial_amount: values.allow_partial ? (least ?? 0) : 0,
    billing_address: filled(values.billing_address),
    shipping_address: filled(values.shipping_address),
    buyer: { ...filled(parts), ...(endpoint.scheme || endpoint.id ? { endpoint: { ...endpoint } } : {}) },
    delivery_date: delivered === 'day' ? values.delivery_date : '',
    period: delivered === 'period' ? period : null,
  }
}

/** The body of a new invoice: what is not said is left out, so that the server's own defaults hold. */
export const newInvoiceBody = (values: InvoiceValues): Record<string, unknown> => {
  const { period, ...body } = invoiceBody(values)
  return {
    ...body,
    ...(period ? { period } : {}),
    source: 'console',
    ...(values.sending === 'now' ? { send_immediately: true } : {}),
    ...(values.sending === 'later' ? { scheduled_at: values.scheduled_at } : {}),
  }
}

/** The fields whose change changes what is due, so that the amount is sent and signed with them. */
const summed = ['line_items', 'additional_costs', 'currency']

/** What differs between two forms of an invoice, so that saving leaves alone what somebody else has changed beside it. */
export function changedInvoice(values: InvoiceValues, before: InvoiceValues): Record<string, unknown> {
  const unchanged = invoiceBody(before)
  const body = invoiceBody(values)
  const differs = (name: string) => JSON.stringify(body[name]) !== JSON.stringify(unchanged[name])
  const sums = summed.some(differs)
  const scheduled = scheduleOf(values)
  return {
    ...Object.fromEntries(
      Object.entries(body).filter(([name]) => (name === 'amount' || name === 'sub_total' ? sums : differs(name))),
    ),
    ...(scheduled === scheduleOf(before) ? {} : { scheduled_at: scheduled }),
  }
}
const scheduleOf = ({ sending, scheduled_at }: InvoiceValues) => (sending === 'later' ? scheduled_at : null)

/** The body of a template. */
export const templateBody = (values: InvoiceValues): Record<string, unknown> => ({
  ...partsBody(values),
  line_items: saidLines(values.line_items)
    .filter(({ detail }) => detail.trim() !== '')
    .map(lineBody),
  name: values.name,
  currency: values.currency,
  description: values.description,
  internal_note: values.internal_note,
  show_qr_code: values.show_qr_code,
  notify_by_email: values.notify_by_email,
  notify_by_phone: values.notify_by_phone,
  send_email_confirmation: values.send_email_confirmation,
  allow_partial: values.allow_partial,
  ...(values.due_days.trim() === '' ? {} : { due_days: amountNumber(values.due_days) }),
})

/** The form's field for a path of the body. */
export const invoiceField = (path: string): string => formPath(invoiceFields, path)

/** The name that answers have for a field of the form: `customer.name` is `customer_name`, and a line is of `line_items`. */
export function answerName(path: string): string {
  const found = Object.entries(invoiceFields).find(([, field]) => 'at' in field && field.at === path)
  return found?.[0] ?? path.split('.')[0] ?? path
}

/** What the schemas cannot know: what the lines make, and what sending needs. */
export function invoiceErrors(values: InvoiceValues): FieldError[] {
  const fault = (path: string, reason: string): FieldError => ({ path, reason, text: reason })
  const sums = sumsOf(values.line_items, values.additional_costs, values.currency)
  const { customer, sending } = values
  const sends = sending !== 'draft'
  return [
    ...(customer.name.trim() === '' ? [fault('customer.name', 'required')] : []),
    ...(values.due_date === '' ? [fault('due_date', 'required')] : []),
    ...(values.due_date !== '' && values.due_date < values.invoice_date
      ? [fault('due_date', 'before_invoice_date')]
      : []),
    ...(typeof sums === 'string' ? [fault('amount', sums)] : []),
    ...(sends && values.notify_by_email && customer.email.trim() === '' ? [fault('customer.email', 'required')] : []),
    ...(sends && values.notify_by_phone && customer.phone.trim() === '' ? [fault('customer.phone', 'required')] : []),
    ...(sends && !values.notify_by_email && !values.notify_by_phone ? [fault('notify_by_email', 'no_way')] : []),
    ...(sending === 'later' && values.scheduled_at === '' ? [fault('scheduled_at', 'required')] : []),
    ...amountFaults(values),
  ]
}

/** What the rules of taxes and of percentages say of lines and costs that can be read. */
function amountFaults(values: InvoiceValues): FieldError[] {
  const { line_items, additional_costs } = partsBody(values)
  const lines = invoiceLines.safeParse(line_items)
  const costs = additionalCosts.safeParse(additional_costs)
  if (!lines.success || !costs.success) return []
  const found = amountsOf({ line_items: lines.data, additional_costs: costs.data }, values.currency)
  return Array.isArray(found) ? found : []
}
