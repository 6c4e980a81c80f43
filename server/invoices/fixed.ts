import { isDeepStrictEqual } from 'node:util'
import { invoiceFields } from '#contract/invoice-fields.ts'
import type { Field } from '#contract/kit/fields.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'

type FieldName = keyof typeof invoiceFields
const named = Object.entries(invoiceFields) as [FieldName, Field][]
/** The fields that a request may set. */
export const requested = named.filter(([, { request }]) => request !== undefined)

/** What may change of an invoice that was issued and is not paid: nothing that its document says but the due date. */
const changeable: readonly string[] = [
  'due_date',
  'reminders',
  'email',
  'phone',
  'time_zone',
  'internal_note',
  'payment_methods',
  'notify_by_email',
  'notify_by_phone',
  'send_email_confirmation',
  'allow_partial',
  'least_partial_amount',
  'late_payment',
  'success_url',
  'failure_url',
] satisfies FieldName[]

/** The names of the fields that cannot change any more. */
export function fixedFields({ status }: Pick<InvoiceRow, 'status'>): string[] {
  const names = requested.map(([name]) => name)
  if (status === 'created' || status === 'scheduled') return []
  if (status === 'sent' || status === 'overdue') return names.filter((name) => !changeable.includes(name))
  return names.filter((name) => name !== 'internal_note' || status === 'voided')
}

/** The fields that differ between two states of an invoice. */
export const changedFields = (before: InvoiceRow, after: InvoiceRow): FieldName[] =>
  requested.flatMap(([name, field]) =>
    isDeepStrictEqual(valueOf(before, name, field), valueOf(after, name, field)) ? [] : [name],
  )

const valueOf = (invoice: InvoiceRow, name: string, { column = name }: Field): unknown =>
  column === false ? invoice.content[name as keyof InvoiceRow['content']] : invoice[column as keyof InvoiceRow]

/** The path of a field in the request's body. */
export const pathOf = (name: FieldName): string => (invoiceFields[name] as Field).at ?? name
