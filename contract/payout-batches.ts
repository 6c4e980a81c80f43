import { z } from 'zod'
import { call, content, nothing, workbook } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payoutRowStates, payoutSheetColumns, type PayoutSheetColumn } from './payout-sheet.ts'

/** Payouts from one sheet: checked alone, or made, which for many rows takes a while. */
export const payoutBatchStates = machine({
  states: ['checked', 'running', 'done'],
  actions: { run: { from: ['checked'], to: 'running' }, finish: { from: ['running'], to: 'done' } },
})

const cell = text(200, 0).optional()
const texts = z.strictObject(
  Object.fromEntries(payoutSheetColumns.map((column) => [column, cell])) as Record<PayoutSheetColumn, typeof cell>,
)
/** The title of each column in the sheet; the empty text where the sheet has none. */
export const PayoutSheetTitles = texts
/** One value for all rows that leave a column empty. */
export const PayoutSheetDefaults = texts

export const PayoutBatchRow = z.object({
  /** The row of the sheet; its head is row 1. */
  row: z.int(),
  row_status: z.enum(payoutRowStates),
  /** The column that is wrong; empty for an error of the whole row. */
  field: z.string(),
  /** A key of the console's field reasons, with its parameters. */
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The same in words, in the language of the request. */
  text: z.string(),
  /** Of the payout that the row made. */
  txn_ref: z.string(),
})
export type PayoutBatchRow = z.input<typeof PayoutBatchRow>

export const PayoutBatch = z.object({
  batch_id: z.string(),
  status: z.enum(payoutBatchStates.states),
  file_name: z.string(),
  /** `xlsx`, `xls`, `csv`, or the name of the message of ISO 20022. */
  format: z.string(),
  /** Of a csv or a message; empty of a workbook. */
  encoding: z.string(),
  /** Of a csv. */
  separator: z.string(),
  dry_run: z.boolean(),
  rows: z.int(),
  created_count: z.int(),
  /** Rows that can be made and are not yet. */
  valid_count: z.int(),
  /** Rows that an earlier upload has made. */
  skipped_count: z.int(),
  error_count: z.int(),
  /** Sums of the rows that are made or can be, in major units as text with all decimals. */
  totals: z.array(z.object({ currency, amount: z.string() })),
  head: z.array(z.string()),
  /** The first rows as they stand in the sheet; account numbers by their last four digits. */
  preview: z.array(z.array(z.string())),
  /** How it was read. */
  mapping: PayoutSheetTitles,
  defaults: PayoutSheetDefaults,
  /** The columns that neither the sheet nor a value for all says. */
  missing: z.array(z.enum(payoutSheetColumns)),
  /** The first rows with errors; the result sheet has all. */
  errors: z.array(PayoutBatchRow),
  created_at: timestamp,
  created_by: z.string(),
  finished_at: timestamp.nullable(),
})
export type PayoutBatch = z.input<typeof PayoutBatch>

const upload = {
  file: { field: 'file', endings: ['xlsx', 'xls', 'csv', 'xml'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    key: merchantRef().optional(),
    environment: environment.optional(),
    /** As JSON: the title of each column. What is left out is as sheets with the same titles were read before, else found by name. */
    mapping: text(8_000, 0).optional(),
    /** As JSON: one value for all rows that leave a column empty. */
    defaults: text(8_000, 0).optional(),
    /** `true` checks alone: no payout, no beneficiary and no mapping is kept. */
    dry_run: z.enum(['true', 'false']).optional(),
  }),
  access: 'payoutMakers',
  secondFactor: true,
  repeat: 'required',
  audit: 'payout-batch.upload',
  onFailure: 'inline',
} as const

/**
 * Makes payouts from a sheet (xlsx, xls, csv) or a pain.001. Good rows are made and bad ones not. The answer is the sheet with what
 * became of each row; mended, it is the next sheet, of which only what is missing is made.
 */
export const createPayoutsFromSheet = call({
  at: 'POST /merchants/payout/bulk-create-txn/upload',
  ...upload,
  answer: workbook,
})

/** The same, answered in numbers. */
export const uploadPayoutBatch = call({
  at: 'POST /api/payouts/batches',
  ...upload,
  answer: content(PayoutBatch),
})

/** The latest batches, newest first. */
export const listPayoutBatches = call({
  at: 'GET /api/payouts/batches',
  follows: ['payout_batch'],
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(PayoutBatch.omit({ preview: true, errors: true, head: true, missing: true }))),
  access: 'payouts',
})

export const readPayoutBatch = call({
  at: 'GET /api/payouts/batches/{batch_id}',
  follows: ['payout_batch'],
  params: { batch_id: ref('payoutBatch') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(PayoutBatch),
  access: 'payouts',
  faults: ['notFound'],
})

/** The sheet as it was uploaded, with what became of each row. */
export const readPayoutBatchResult = call({
  at: 'GET /api/payouts/batches/{batch_id}/result',
  params: { batch_id: ref('payoutBatch') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ name: z.string(), type: z.string(), data_url: z.string() })),
  access: 'payouts',
  sensitive: true,
  faults: ['notFound'],
  audit: 'payout-batch.download-result',
})

const PayoutSheetReadingShown = z.object({
  /** Of the titles, whatever their case and marks. */
  reading_ref: z.string(),
  /** The first row of the sheets that are read so. */
  titles: z.array(z.string()),
  mapping: PayoutSheetTitles,
  defaults: PayoutSheetDefaults,
  /** The time of the latest upload that was read so. */
  updated_at: timestamp,
})
export type PayoutSheetReadingShown = z.input<typeof PayoutSheetReadingShown>

/** How sheets with other titles than the columns' own are read, the latest first. */
export const listPayoutSheetReadings = call({
  at: 'GET /api/payouts/sheet-readings',
  follows: ['payout_batch'],
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(PayoutSheetReadingShown)),
  access: 'payouts',
})

/** Forgets how sheets with these titles are read. The next one is read by the names of the columns. */
export const forgetPayoutSheetReading = call({
  at: 'DELETE /api/payouts/sheet-readings/{reading_ref}',
  params: { reading_ref: ref('payoutSheetReading') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'payoutMakers',
  secondFactor: true,
  audit: 'payout-settings.forget-reading',
  faults: ['notFound'],
})
