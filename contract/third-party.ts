import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { amountRange, choice, exactly, exporting, list, startsWith, timeRange } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { currencyCodes } from './kit/money.ts'
import { merchantKeyFields, ref } from './kit/refs.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { dateFormats, thirdPartyFields, thirdPartyStates } from './third-party-mapping.ts'

/**
 * Transactions that others have told of in a sheet, kept to be compared with. They move no money: neither the ledger nor the
 * dashboard knows them.
 */
export const thirdPartyUploadStates = machine({
  states: ['reading', 'checked', 'loaded', 'refused', 'taken_back'],
  actions: {
    check: { from: ['reading'], to: 'checked' },
    load: { from: ['reading'], to: 'loaded' },
    refuse: { from: ['reading'], to: 'refused' },
    takeBack: { from: ['loaded'], to: 'taken_back' },
  },
})
export type ThirdPartyUploadState = (typeof thirdPartyUploadStates.states)[number]

/** The source of an upload that names none. */
export const namelessSource = 'other'
const source = text(60)

export const ThirdPartyUpload = z.object({
  upload_id: z.string(),
  state: z.enum(thirdPartyUploadStates.states),
  source: z.string(),
  file_name: z.string(),
  /** It was only checked. */
  dry_run: z.boolean(),
  /** The rows of the sheet without its first and without empty ones: the sum of the three numbers below. */
  rows: z.int(),
  /** The transactions that it added, or on a dry run would add. */
  valid: z.int(),
  /** Rows that say what is known, from this sheet or another. */
  duplicates: z.int(),
  /** Rows with errors, which add nothing. */
  errors: z.int(),
  /** Why the whole sheet was refused, a key of the console's field reasons; empty when it was not. */
  reason: z.string(),
  reason_params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The titles of the first row, and the ten rows below it, as they stand in the sheet. */
  head: z.array(z.string()),
  preview: z.array(z.array(z.string())),
  /** How it was read. */
  mapping: z.object({
    columns: z.partialRecord(z.enum(thirdPartyFields), z.string()),
    date_format: z.enum(dateFormats),
    time_zone: z.string(),
    statuses: z.record(z.string(), z.enum(thirdPartyStates)),
  }),
  /** Words of the column of states that mean none so far, at most twenty. */
  unknown_statuses: z.array(z.string()),
  created_at: timestamp,
  created_by: z.string(),
  finished_at: timestamp.nullable(),
  taken_back_at: timestamp.nullable(),
  taken_back_by: z.string(),
  /** When a transaction of it was first reconciled; from then on the upload stays. Null as long as nothing reconciles. */
  reconciled_at: timestamp.nullable(),
})
export type ThirdPartyUpload = z.input<typeof ThirdPartyUpload>

/**
 * Loads a sheet (xlsx, xls or csv), or checks it alone. All of its valid rows are loaded at once, or none. A large one is loaded by
 * a job: its state is `reading` until then. The same transaction counts once: by the source with the channel's reference, else with
 * the order, date, amount and currency.
 */
export const uploadThirdParty = call({
  at: 'POST /merchants/third_party/transactions',
  file: { field: 'file', endings: ['xlsx', 'xls', 'csv'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    ...merchantKeyFields,
    environment: environment.optional(),
    /** Who tells of them. */
    source: source.optional(),
    /** `true` checks alone. */
    dry_run: z.enum(['true', 'false']).optional(),
    /** How the sheet is read, as JSON; what it leaves out is as the last upload of the source had it. */
    mapping: text(7_000, 0).optional(),
  }),
  answer: content(ThirdPartyUpload),
  access: 'thirdPartyUpload',
  repeat: 'required',
  audit: 'third-party.upload',
  onFailure: 'inline',
})

/** The latest uploads, newest first. */
export const listThirdPartyUploads = call({
  at: 'GET /api/third-party/uploads',
  follows: ['third_party_upload'],
  answer: content(z.array(ThirdPartyUpload)),
  access: 'transactionsList',
})

export const readThirdPartyUpload = call({
  at: 'GET /api/third-party/uploads/{upload_id}',
  follows: ['third_party_upload'],
  params: { upload_id: ref('thirdPartyUpload') },
  answer: content(ThirdPartyUpload),
  access: 'transactionsList',
  faults: ['notFound'],
})

/** Takes all transactions of an upload back. They stay once one of them was matched with a payment. */
export const takeBackThirdPartyUpload = call({
  at: 'POST /api/third-party/uploads/{upload_id}/take-back',
  params: { upload_id: ref('thirdPartyUpload') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(ThirdPartyUpload),
  access: 'thirdPartyUpload',
  faults: ['notFound', 'wrongState'],
  audit: 'third-party.take-back',
  notice: 'Third-party Upload Taken Back successfully',
})

/** The sources of earlier uploads, each as it was last read. */
export const listThirdPartySources = call({
  at: 'GET /api/third-party/sources',
  follows: ['third_party_upload'],
  answer: content(z.array(z.object({ source: z.string(), mapping: ThirdPartyUpload.shape.mapping }))),
  access: 'transactionsList',
})

const ThirdPartyError = z.object({
  error_ref: z.string(),
  /** The row of the sheet; its first is row 1. */
  row_no: z.int(),
  /** The field; empty for an error of the whole row. */
  column: z.union([z.enum(thirdPartyFields), z.literal('')]),
  /** What stands there. */
  value: z.string(),
  /** A key of the console's field reasons, with its parameters. */
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ThirdPartyError = z.input<typeof ThirdPartyError>

export const thirdPartyErrorList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    column: { kind: 'text', shown: true, words: 'thirdPartyFields' },
    value: { kind: 'text', shown: true },
    reason: { kind: 'text', shown: true, words: 'fieldReasons' },
  },
  filters: { upload_id: exactly(64) },
  phone: { head: ['column'], value: 'row_no', line: ['value', 'reason'] },
  sorts: ['row_no'],
})

/** The errors of an upload (`filters.upload_id`) in the order of its sheet. */
export const listThirdPartyErrors = call({
  at: 'POST /api/third-party/errors',
  body: thirdPartyErrorList.body,
  answer: page(ThirdPartyError),
  access: 'transactionsList',
})

/** The same as a sheet: row, column, value and reason. */
export const exportThirdPartyErrors = call({
  at: 'POST /api/third-party/errors/export',
  ...exporting(thirdPartyErrorList, 'third-party-errors'),
  access: 'transactionsList',
  audit: 'third-party.export-errors',
})

const ThirdPartyTransaction = entity({
  transaction_key: z.string(),
  /** When it happened, by its source. */
  occurred_at: timestamp,
  status: z.enum(thirdPartyStates),
  amount: money('currency', { min: 'zero' }),
  currency,
  source: z.string(),
  merchant_order_ref: z.string(),
  channel_order_ref: z.string(),
  method: z.string(),
  channel: z.string(),
  payer: z.string(),
  email: z.string(),
  fee: money('currency', { min: 'zero' }).nullable(),
  description: z.string(),
  /** The upload that brought it, and the row in its sheet. */
  upload_id: z.string(),
  row_no: z.int(),
})
export type ThirdPartyTransaction = z.input<typeof ThirdPartyTransaction>

export const thirdPartyList = list({
  columns: {
    occurred_at: { kind: 'time', shown: true },
    status: { kind: 'status', shown: true, words: 'states.thirdParty' },
    amount: { kind: 'amount', shown: true },
    currency: { kind: 'text', exported: true },
    source: { kind: 'text', shown: true },
    merchant_order_ref: { kind: 'reference', shown: true },
    channel_order_ref: { kind: 'reference', shown: true },
    method: { kind: 'text', exported: true },
    channel: { kind: 'text', exported: true },
    payer: { kind: 'text', shown: true },
    email: { kind: 'text' },
    fee: { kind: 'amount', exported: true },
    description: { kind: 'text', exported: true },
    upload_id: { kind: 'reference', exported: true },
    row_no: { kind: 'number', exported: true },
  },
  filters: {
    status: choice(thirdPartyStates),
    occurred_at: timeRange(),
    amount: amountRange(),
    currency: choice(currencyCodes),
    source: exactly(60),
    payer: startsWith(200),
    upload_id: exactly(64),
  },
  phone: {
    head: ['payer', 'merchant_order_ref', 'channel_order_ref'],
    value: 'amount',
    line: ['occurred_at', 'status', 'source'],
  },
  sorts: ['occurred_at'],
})

/** The transactions of all uploads, newest first. The search matches either reference, or an e-mail address. */
export const listThirdParty = call({
  at: 'POST /merchants/third_party/transactions/all',
  follows: ['third_party_upload'],
  body: thirdPartyList.body,
  answer: page(ThirdPartyTransaction),
  access: 'transactionsList',
})

/** All of them that match, as a spreadsheet. */
export const exportThirdParty = call({
  at: 'POST /merchants/third_party/transactions/export',
  ...exporting(thirdPartyList, 'third-party-transactions'),
  access: 'transactionsList',
  audit: 'third-party.export',
})
