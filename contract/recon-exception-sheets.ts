import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, exporting, list } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { actRefusals, decisionActs } from './recon-decision-shapes.ts'
import { reconExceptionList } from './recon-exceptions.ts'

/** The columns behind the others: what stands beside an exception, the key that names it with what was shown, and what is filled in. */
export const sheetShown = ['suggested_with', 'sheet_key'] as const
export const sheetFilled = ['sheet_act', 'sheet_reason', 'sheet_until', 'sheet_owner'] as const
export const sheetRead = ['sheet_key', ...sheetFilled] as const
export type SheetField = (typeof sheetRead)[number]

/** What can be chosen for a row. `approve` and `reject` are about what waits for a second person. */
export const sheetActs = [...decisionActs, 'comment', 'approve', 'reject'] as const
export type SheetAct = (typeof sheetActs)[number]

/** What became of a row, or would. */
export const sheetVerdicts = ['applied', 'proposed', 'stale', 'unknown', 'not_allowed', 'invalid'] as const
export type SheetVerdict = (typeof sheetVerdicts)[number]
/** Why, where the verdict alone does not say it. */
export const sheetWhys = [
  ...actRefusals,
  'done_before', 'changed', 'proposed_since', 'not_a_row', 'nothing_waits', 'own_proposal', 'no_right', 'contradicts_row', 'formula',
  'no_act', 'act_unknown', 'until_missing', 'until_unwanted', 'until_past', 'not_a_day', 'owner_unknown', 'reason_too_long',
  'comment_missing', 'given_twice',
] as const // prettier-ignore
export type SheetWhy = (typeof sheetWhys)[number]

const columns = { ...reconExceptionList.columns, data_source: { kind: 'text', exported: true } } as const

/**
 * All that match, as a sheet to decide in: behind the columns of the list a key that is locked, and columns for the act, its reason, a
 * day and an owner, with what there is to choose. `importReconExceptions` takes it back.
 */
export const exportReconExceptions = call({
  at: 'POST /api/recon/exceptions/export',
  ...exporting({ ...reconExceptionList, columns }, 'recon-exceptions'),
  access: 'reconData',
  audit: 'recon-decision.export',
})
export const exceptionSheetColumns = columns

const ReconExceptionImport = z.object({
  import_id: z.string(),
  file_name: z.string(),
  /** Nothing was done: the verdicts say what would be. */
  dry_run: z.boolean(),
  /** The rows of the sheet, and those of them in which something is filled in: the sum of the six numbers below. */
  rows: z.int(),
  decided: z.int(),
  applied: z.int(),
  proposed: z.int(),
  stale: z.int(),
  unknown: z.int(),
  not_allowed: z.int(),
  invalid: z.int(),
  created_at: timestamp,
  created_by: z.string(),
})
export type ReconExceptionImport = z.input<typeof ReconExceptionImport>

/**
 * Takes a sheet of exceptions back, xlsx or csv, with up to 5,000 rows filled in, and gives each a verdict. Nothing is done unless
 * `dry_run` is `false`; then all is done at once or nothing. A row that was done by an earlier sheet is not done again.
 */
export const importReconExceptions = call({
  at: 'POST /api/recon/exceptions/import',
  file: { field: 'file', endings: ['xlsx', 'csv'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    environment: environment.optional(),
    /** `false` does what is filled in. Otherwise the sheet is only checked. */
    dry_run: z.enum(['true', 'false']).optional(),
  }),
  answer: data(ReconExceptionImport),
  access: 'reconData',
  repeat: 'required',
  // Where rows approve something.
  faults: ['stepUpRequired'],
  audit: 'recon-decision.import',
  onFailure: 'inline',
})

/** The latest sheets that came back, newest first. */
export const listReconExceptionImports = call({
  at: 'GET /api/recon/exception-imports',
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(z.array(ReconExceptionImport)),
  access: 'reconData',
})
export const readReconExceptionImport = call({
  at: 'GET /api/recon/exception-imports/{import_id}',
  params: { import_id: ref('reconExceptionImport') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(ReconExceptionImport),
  access: 'reconData',
  faults: ['notFound'],
})

const ImportRow = z.object({
  row_ref: z.string(),
  /** The row of the sheet; its head is row 1. */
  row_no: z.int(),
  /** The record that its key names; empty where it names none. */
  record_ref: z.string(),
  /** A code, or what stands there in place of one. */
  act: z.string(),
  verdict: z.enum(sheetVerdicts),
  why: z.enum([...sheetWhys, '']),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The same in words, in the language of the request. */
  text: z.string(),
})
export type ReconExceptionImportRow = z.input<typeof ImportRow>

export const reconImportRowList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    record_ref: { kind: 'reference', shown: true },
    act: { kind: 'text', shown: true, words: 'sheetActs' },
    verdict: { kind: 'status', shown: true, words: 'sheetVerdicts' },
    why: { kind: 'text', shown: true, words: 'sheetWhys' },
  },
  filters: { import_id: exactly(64), verdict: choice(sheetVerdicts) },
  phone: { head: ['record_ref'], value: 'verdict', line: ['row_no', 'act', 'why'] },
  sorts: ['row_no'],
  order: 'asc',
})

/** What became of each row of a sheet (`filters.import_id`) in its order. */
export const listReconExceptionImportRows = call({
  at: 'POST /api/recon/exception-imports/rows',
  body: reconImportRowList.body,
  answer: page(ImportRow),
  access: 'reconData',
})
