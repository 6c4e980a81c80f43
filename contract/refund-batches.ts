import { z } from 'zod'
import { call, content, nothing, page } from './kit/call.ts'
import { choice, exactly, exporting, list } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { currency, entity, environment, money, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/**
 * A batch of refunds from one sheet: checked row by row, confirmed, and run after a time in which it can be cancelled.
 */
export const refundBatchStates = machine({
  states: ['checked', 'waiting', 'running', 'done', 'cancelled'],
  actions: {
    confirm: { from: ['checked'], to: 'waiting' },
    cancel: { from: ['checked', 'waiting'], to: 'cancelled' },
    run: { from: ['waiting'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
  },
})
export type RefundBatchState = (typeof refundBatchStates.states)[number]

/** A `ready` row waits for its refund, an `invalid` one gets none; `asked` has one, and `failed` was refused. */
export const refundBatchRowStates = ['ready', 'invalid', 'asked', 'failed'] as const
export type RefundBatchRowState = (typeof refundBatchRowStates)[number]

/** The required columns of a sheet, by the names in its first row, in any order. */
export const refundSheetColumns = ['reference', 'amount', 'currency', 'reason', 'note'] as const

/** The columns of the list that show those of the sheet. */
export const sheetColumns = {
  reference: 'reference',
  amount: 'amount_text',
  currency: 'currency_text',
  reason: 'reason_text',
  note: 'note',
} as const satisfies Record<(typeof refundSheetColumns)[number], string>

export const RefundBatch = z.object({
  batch_id: z.string(),
  file_name: z.string(),
  status: z.enum(refundBatchStates.states),
  created_at: timestamp,
  created_by: z.string(),
  confirmed_by: z.string(),
  /** The start, after which it cannot be cancelled; null before the confirmation. */
  starts_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  rows: z.int(),
  /** The number of rows by state. */
  ready: z.int(),
  invalid: z.int(),
  asked: z.int(),
  failed: z.int(),
  /** The sums of the valid rows by currency, in major units as text with all decimals. */
  totals: z.array(z.object({ currency, amount: z.string() })),
})
export type RefundBatch = z.input<typeof RefundBatch>

/** A fault of a row: its column, and a key of the console's field reasons with its parameters. */
export const RefundRowFault = z.object({
  /** Empty for a fault of the whole row. */
  column: z.union([z.enum(refundSheetColumns), z.literal('')]),
  fault: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type RefundRowFault = z.infer<typeof RefundRowFault>

const RefundBatchRow = entity({
  row_ref: z.string(),
  /** The row number in the sheet; the header is row 1. */
  row_no: z.int(),
  state: z.enum(refundBatchRowStates),
  /** The texts of the sheet. */
  reference: z.string(),
  amount_text: z.string(),
  currency_text: z.string(),
  reason_text: z.string(),
  note: z.string(),
  /** The amount that the row refunds; null where the row is not valid. */
  amount: money().nullable(),
  currency: currency.nullable(),
  /** All faults of the row. */
  faults: z.array(RefundRowFault),
  /** The first of them, empty without one. */
  fault: z.string(),
  fault_params: z.record(z.string(), z.union([z.string(), z.number()])),
  order_ref: z.string(),
  refund_id: z.string(),
})
export type RefundBatchRow = z.input<typeof RefundBatchRow>

export const refundBatchRowList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    state: { kind: 'status', shown: true, words: 'states.refundBatchRow' },
    reference: { kind: 'reference', shown: true },
    amount_text: { kind: 'text', shown: true },
    currency_text: { kind: 'text', shown: true },
    amount: { kind: 'amount', shown: true },
    currency: { kind: 'text', shown: true },
    reason_text: { kind: 'text', shown: true, words: 'refundReasons' },
    note: { kind: 'text', shown: true },
    fault: { kind: 'text', shown: true, words: 'fieldReasons' },
    order_ref: { kind: 'reference', shown: true },
    refund_id: { kind: 'reference', shown: true },
  },
  filters: { batch_id: exactly(64), state: choice(refundBatchRowStates) },
  phone: { head: ['reference'], value: 'amount_text', line: ['row_no', 'state'] },
  sorts: ['row_no'],
})

/**
 * Checks a sheet (xlsx or csv) row by row and keeps it for confirmation; no money moves. Needs an idempotency key,
 * as all bulk calls do.
 */
export const checkRefundBatch = call({
  at: 'POST /api/refund-batches/check',
  file: { field: 'file', endings: ['xlsx', 'csv'], mostBytes: limits.uploadBytes },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(RefundBatch),
  access: 'refund',
  repeat: 'required',
  audit: 'refund-batch.check',
  onFailure: 'inline',
})

/** The latest batches, newest first. */
export const listRefundBatches = call({
  at: 'GET /api/refund-batches',
  follows: ['refund_batch'],
  answer: content(z.array(RefundBatch)),
  access: 'refund',
})

export const readRefundBatch = call({
  at: 'GET /api/refund-batches/{batch_id}',
  follows: ['refund_batch'],
  params: { batch_id: ref('refundBatch') },
  answer: content(RefundBatch),
  access: 'refund',
  faults: ['notFound'],
})

/** The rows of a batch (`filters.batch_id`) in the order of the sheet. */
export const listRefundBatchRows = call({
  at: 'POST /api/refund-batches/rows',
  follows: ['refund_batch'],
  body: refundBatchRowList.body,
  answer: page(RefundBatchRow),
  access: 'refund',
})

/** The rows as a spreadsheet, with the state of each. */
export const exportRefundBatchRows = call({
  at: 'POST /api/refund-batches/export',
  ...exporting(refundBatchRowList, 'refund-batch'),
  access: 'refund',
  audit: 'refund-batch.export',
})

/** Confirms a batch, which starts when the time to cancel it is over. Only its valid rows are refunded. */
export const confirmRefundBatch = call({
  at: 'POST /api/refund-batches/{batch_id}/confirm',
  params: { batch_id: ref('refundBatch') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(RefundBatch),
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  repeat: 'required',
  stepUp: true,
  audit: 'refund-batch.confirm',
  notice: 'Refund Batch Confirmed successfully',
})

/** Cancels a batch that has not started. */
export const cancelRefundBatch = call({
  at: 'POST /api/refund-batches/{batch_id}/cancel',
  params: { batch_id: ref('refundBatch') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  audit: 'refund-batch.cancel',
  notice: 'Refund Batch Cancelled successfully',
})
