import { z } from 'zod'
import { ReconCurrencyProof, ReconProof } from './recon-file-shapes.ts'
import { InputHeader, mappingFileTypes, MappingReading, wordMeanings } from './recon-mapping-shapes.ts'
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

/**
 * What is asked: the mark of decimals, the format of dates, their zone, the currency, what a value is that nothing reads, which of
 * several layouts with the same titles it is, or which sheet is read.
 */
export const sampleQuestionKinds = ['decimal', 'date', 'time_zone', 'currency', 'not_read', 'layout', 'sheet'] as const

const Question = z.object({
  kind: z.enum(sampleQuestionKinds),
  column: z.string(),
  /** A value as written. */
  example: z.string(),
  /** The answers, each with what the example then is: of layouts the name, of sheets theirs. */
  choices: z.array(
    z.object({
      source_date_format: z.string(),
      decimal: z.string(),
      group: z.string(),
      /** The key of a layout; empty in other questions. */
      layout: z.string(),
      /** From 0; -1 in other questions. */
      sheet_number: z.int(),
      value: z.string(),
    }),
  ),
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

/** What would become of the whole sample. */
const Whole = z.object({
  /** Whether it was read to its end. Of a large workbook that takes long only the first rows are counted, and nothing is proven. */
  is_whole: z.boolean(),
  /** The sum of the three below. */
  rows: z.int(),
  records: z.int(),
  /** Rows that each rule leaves out. */
  ignored: z.record(z.string(), z.int()),
  rejected: z.int(),
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
  words: z.array(z.object({ word: z.string(), count: z.int(), type: z.enum(wordMeanings).nullable() })),
  rows: z.array(SampleRow),
  /** The version of the mapping that it was read by; empty where none reads files of this source and name, or none was asked for. */
  mapping_id: z.string(),
  counts: Whole,
  /** What the whole proves per currency, and each of its proofs: the unproven ones first, at most a hundred. */
  proof: z.array(ReconCurrencyProof),
  proofs: z.array(ReconProof),
})
export type ReconSample = z.input<typeof ReconSample>
