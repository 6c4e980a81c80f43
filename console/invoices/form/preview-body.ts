import { previewInvoice } from '#contract/invoice-documents.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import type { EditedLine } from './edited-lines.ts'
import { invoiceBody } from './invoice-body.ts'
import type { InvoiceValues } from './invoice-form.ts'

/** What stands on the document where something is still to be typed. */
const open = '…'
const or = (text: string) => (text.trim() === '' ? open : text)
const isComplete = ({ quantity, rate }: EditedLine) =>
  (amountNumber(quantity) ?? 0) > 0 && Number.isFinite(amountNumber(rate) ?? Number.NaN)

/**
 * The body for the document of what is typed so far; null while there is nothing to draw. What is half typed is left out or has a
 * mark in its place, so that the document follows each key.
 */
export function previewBody(values: InvoiceValues): Record<string, unknown> | null {
  const drawn = {
    ...values,
    customer: { ...values.customer, name: or(values.customer.name) },
    due_date: values.due_date || values.invoice_date,
    line_items: values.line_items.filter(isComplete).map((line) => ({ ...line, detail: or(line.detail) })),
    additional_costs: values.additional_costs
      .filter(({ amount }) => Number.isFinite(amountNumber(amount) ?? Number.NaN))
      .map((cost) => ({ ...cost, title: or(cost.title) })),
    custom_fields: values.custom_fields.filter(({ key, value }) => key.trim() !== '' && value.trim() !== ''),
    additional_invoice_notes: values.additional_invoice_notes.filter(
      ({ title, description }) => title.trim() !== '' && description.trim() !== '',
    ),
    reminders: [],
    template_ref: '',
  }
  if (drawn.line_items.length === 0) return null
  const body = withoutFaults(withoutBlanks(invoiceBody(drawn)))
  return schemaErrors(previewInvoice.body, body).length === 0 ? body : null
}

/** The body without the fields that are not valid yet, such as half of an e-mail address. */
function withoutFaults(body: object): Record<string, unknown> {
  const kept = structuredClone(body) as Record<string, unknown>
  for (const { path } of schemaErrors(previewInvoice.body, body)) {
    const [name = '', part] = path.split('.')
    const within = kept[name]
    if (part && typeof within === 'object' && within !== null && !Array.isArray(within))
      delete (within as Record<string, unknown>)[part]
    else if (name !== 'line_items') delete kept[name]
  }
  return kept
}
