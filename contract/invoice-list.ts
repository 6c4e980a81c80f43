import { z } from 'zod'
import { invoiceFields } from './invoice-fields.ts'
import { invoiceStates } from './invoice-states.ts'
import { listColumns } from './kit/fields.ts'
import { amountRange, choice, dayRange, exactly, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { dayAfter, type Day } from './kit/zoned-day.ts'

/** Buckets of receivables, each with its days since the due day in the merchant's zone, both inclusive; null without a bound. */
const bucketDays = {
  not_due: { from: null, to: -7 },
  due_this_week: { from: -6, to: 0 },
  overdue_1_30: { from: 1, to: 30 },
  overdue_31_60: { from: 31, to: 60 },
  overdue_61_90: { from: 61, to: 90 },
  overdue_90: { from: 91, to: null },
} as const
export type ReceivableBucket = keyof typeof bucketDays
export const receivableBuckets = Object.keys(bucketDays) as [ReceivableBucket, ...ReceivableBucket[]]

/** The first and the last due date of a bucket; null without a bound. */
export function dueDatesOf(bucket: ReceivableBucket, today: Day): { first: Day | null; last: Day | null } {
  const { from, to } = bucketDays[bucket]
  return { first: to === null ? null : dayAfter(today, -to), last: from === null ? null : dayAfter(today, -from) }
}
/** The bucket of a due date. */
export const bucketOf = (dueDate: Day, today: Day): ReceivableBucket =>
  receivableBuckets.find((bucket) => {
    const { first, last } = dueDatesOf(bucket, today)
    return (first === null || dueDate >= first) && (last === null || dueDate <= last)
  }) as ReceivableBucket

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
  line_quantity: { kind: 'decimal' },
  line_unit: { kind: 'text' },
  line_rate: { kind: 'decimal' },
  line_tax_category: { kind: 'text' },
  line_tax_percent: { kind: 'decimal' },
  line_net: { kind: 'decimal' },
} as const

export const invoiceExport = z.strictObject({
  ...invoiceList.exportBody.shape,
  /** One row for each line in place of one for each invoice. */
  lines: z.boolean().optional(),
})
