import { z } from 'zod'
import { call, content, nothing, page } from './kit/call.ts'
import { choice, exactly, exporting, list } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/**
 * Many refunds from one sheet: looked at row by row, confirmed, held for a while in which it can be called off, done.
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

/** `ready` waits for its turn; `invalid` never gets one; `failed` was refused when it had it. */
export const refundBatchRowStates = ['ready', 'invalid', 'asked', 'failed'] as const
export type RefundBatchRowState = (typeof refundBatchRowStates)[number]

/** The columns that a sheet has to have, by the names in its first row; the order does not matter. */
export const refundSheetColumns = ['reference', 'amount', 'currency', 'reason', 'note'] as const

export const RefundBatch = z.object({
  batch_id: z.string(),
  file_name: z.string(),
  status: z.enum(refundBatchStates.states),
  created_at: timestamp,
  created_by: z.string(),
  confirmed_by: z.string(),
  /** From when on it can no longer be called off; null before it is confirmed. */
  starts_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  rows: z.int(),
  /** By the states of its rows. */
  ready: z.int(),
  invalid: z.int(),
  asked: z.int(),
  failed: z.int(),
  /** What the rows that are or were ready come to, in each currency, in major units as text. */
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })),
})
export type RefundBatch = z.input<typeof RefundBatch>

const RefundBatchRow = z.object({
  row_ref: z.string(),
  /** In the sheet, its head being row 1. */
  row_no: z.int(),
  state: z.enum(refundBatchRowStates),
  /** As they stand in the sheet. */
  reference: z.string(),
  amount_text: z.string(),
  currency_text: z.string(),
  reason_text: z.string(),
  note: z.string(),
  /** What is wrong with it, a key of the console's field reasons, and facts for its words; empty when nothing is. */
  fault: z.string(),
  fault_params: z.record(z.string(), z.union([z.string(), z.number()])),
  order_ref: z.string(),
  refund_id: z.string(),
})
export type RefundBatchRow = z.input<typeof RefundBatchRow>

export const refundBatchRowList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    state: { kind: 'status', shown: true },
    reference: { kind: 'reference', shown: true },
    amount_text: { kind: 'text', shown: true },
    currency_text: { kind: 'text', shown: true },
    reason_text: { kind: 'text', shown: true },
    note: { kind: 'text', shown: true },
    fault: { kind: 'text', shown: true },
    order_ref: { kind: 'reference', shown: true },
    refund_id: { kind: 'reference', shown: true },
  },
  filters: { batch_id: exactly(64), state: choice(refundBatchRowStates) },
  sorts: ['row_no'],
})

/**
 * Looks at a sheet (xlsx or csv) row by row and keeps it to be confirmed; no money moves. Needs a key, as bulk calls
 * do.
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
  answer: content(z.array(RefundBatch)),
  access: 'refund',
})

export const readRefundBatch = call({
  at: 'GET /api/refund-batches/{batch_id}',
  params: { batch_id: ref('refundBatch') },
  answer: content(RefundBatch),
  access: 'refund',
  faults: ['notFound'],
})

/** The rows of a batch (`filters.batch_id`), in the order of the sheet. */
export const listRefundBatchRows = call({
  at: 'POST /api/refund-batches/rows',
  body: refundBatchRowList.body,
  answer: page(RefundBatchRow),
  access: 'refund',
})

/** The same rows as a sheet, with what became of each. */
export const exportRefundBatchRows = call({
  at: 'POST /api/refund-batches/export',
  ...exporting(refundBatchRowList, 'refund-batch'),
  access: 'refund',
  audit: 'refund-batch.export',
})

/** Lets a batch begin once the time to call it off is over. Only its valid rows are refunded. */
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

/** Calls a batch off, as long as it has not begun. */
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
