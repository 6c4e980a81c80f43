import { z } from 'zod'
import { InputHeader, mappingFileTypes, MappingReading } from './recon-mapping-shapes.ts'
import { fileFormats, recordMarks, recordTypes } from './recon-records.ts'

/** The endings of samples; what is in a file decides how it is read. */
export const sampleEndings = [
  'csv', 'tsv', 'txt', 'xlsx', 'xls', 'xml', 'json', 'jsonl', 'ndjson', 'mt940', 'sta', '940', 'ofx', 'qfx', 'gz', 'zip',
] as const // prettier-ignore

export const layoutCategories = ['PSP', 'MARKETPLACE', 'MERCHANT', 'BANK'] as const

/** A layout as the assistant shows it. */
export const ReconLayout = z.object({
  key: z.string(),
  name: z.string(),
  /** No real file has proved it so far. */
  unseen: z.boolean(),
  formats: z.array(z.enum(fileFormats)),
  category: z.enum(layoutCategories),
  file_type: z.enum(mappingFileTypes),
  /** The titles that have to be there. */
  headers: z.array(z.string()),
  input_header: InputHeader,
  source_date_format: z.string(),
  reading: MappingReading,
})
export type ReconLayout = z.input<typeof ReconLayout>

/** What admits two readings and is asked: of a column's dates, its amounts' marks, a zone, the field that a column is. */
export const sampleQuestionKinds = ['date', 'decimal', 'zone', 'field', 'sheet', 'encoding', 'unit', 'layout'] as const

const Question = z.object({
  kind: z.enum(sampleQuestionKinds),
  column: z.string(),
  /** Values as written that admit several readings. */
  examples: z.array(z.string()),
  /** The readings, as the mapping would say them. */
  choices: z.array(z.string()),
})
const reasonParams = z.record(z.string(), z.union([z.string(), z.number()]))
/** A row as written beside as read. */
const SampleRow = z.object({
  row_no: z.int(),
  cells: z.array(z.string()),
  outcome: z.enum(['record', 'ignored', 'rejected']),
  /** The rule that leaves it out. */
  rule: z.string(),
  /** By field; amounts are exact decimal texts of major units. */
  record: z.record(z.string(), z.string()),
  type: z.union([z.enum(recordTypes), z.literal('')]),
  marks: z.array(z.enum(recordMarks)),
  faults: z.array(z.object({ column: z.string(), value: z.string(), reason: z.string(), params: reasonParams })),
})

export const ReconSample = z.object({
  /** Why it cannot be read at all, a key of the console's reasons; empty otherwise. */
  reason: z.string(),
  reason_params: reasonParams,
  format: z.enum([...fileFormats, '']),
  packed: z.enum(['', 'gz', 'zip']),
  encoding: z.string(),
  delimiter: z.string(),
  sheets: z.array(z.object({ name: z.string(), rows: z.int().nullable() })),
  /** From 0; -1 where there are none. */
  sheet_number: z.int(),
  /** Rows before the row of titles. */
  offset: z.int(),
  headers: z.array(z.string()),
  /** The layout that it was recognised as; empty for none. */
  layout: z.string(),
  /** The layouts that come nearest, with the titles of theirs that are missing. */
  candidates: z.array(z.object({ key: z.string(), name: z.string(), missing: z.array(z.string()) })),
  /** How it would be read, and was for the rows below. */
  proposal: z.object({
    engine_source: z.string(),
    source_date_format: z.string(),
    input_header: InputHeader,
    reading: MappingReading,
  }),
  questions: z.array(Question),
  /** Every word of the type's column, or of the status's, with how often it stands there; null is to be assigned. */
  words: z.array(z.object({ word: z.string(), count: z.int(), type: z.enum(recordTypes).nullable() })),
  rows: z.array(SampleRow),
})
export type ReconSample = z.input<typeof ReconSample>
