import { z } from 'zod'
import { invoiceFields } from './invoice-fields.ts'
import { invoiceStates } from './invoice-states.ts'
import { listColumns } from './kit/fields.ts'
import { amountRange, choice, dayRange, exactly, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'

/** Buckets of receivables by the days since the due day, in the merchant's zone. */
export const receivableBuckets = [
  'not_due',
  'due_this_week',
  'overdue_1_30',
  'overdue_31_60',
  'overdue_61_90',
  'overdue_90',
] as const
export type ReceivableBucket = (typeof receivableBuckets)[number]

export const invoiceList = list({
  columns: listColumns(invoiceFields, [
    'invoice_number',
    'customer_name',
    'status',
    'amount',
    'amount_due',
    'due_date',
    'invoice_date',
    'created_at',
    'email',
    'merchant_invoice_ref',
    'invoice_ref',
  ]),
  filters: {
    status: choice(invoiceStates.states),
    due_date: dayRange(),
    currency: choice(currencyCodes),
    amount: amountRange(),
    partially_paid: choice(['yes', 'no']),
    email: exactly(),
    /** Rows of one number of the receivables. */
    receivable: choice(receivableBuckets),
    created_at: timeRange(),
    invoice_date: dayRange(),
    sent_at: timeRange(),
    paid_at: timeRange(),
  },
  phone: {
    head: ['customer_name', 'email', 'invoice_number', 'merchant_invoice_ref'],
    value: 'amount',
    line: ['due_date', 'status'],
  },
  sorts: ['created_at', 'due_date', 'amount'],
})

/** What an export of lines adds to each row of an invoice. */
export const invoiceLineColumns = {
  line_id: { kind: 'text' },
  line_detail: { kind: 'text' },
  line_quantity: { kind: 'text' },
  line_unit: { kind: 'text' },
  line_rate: { kind: 'text' },
  line_tax_category: { kind: 'text' },
  line_tax_percent: { kind: 'text' },
  line_net: { kind: 'text' },
} as const

export const invoiceExport = z.strictObject({
  ...invoiceList.exportBody.shape,
  /** One row for each line in place of one for each invoice. */
  lines: z.boolean().optional(),
})
