import { z } from 'zod'
import { currencyCodeOrNone, sourceName } from './recon-source-shapes.ts'
import { isStorable } from './kit/text-forms.ts'
import { text, timeZone } from './kit/wire.ts'
import { mappingFields, recordTypes } from './recon-records.ts'

/** The kinds of files that a mapping is for: the merchant's own transactions, or what a provider or bank settles. */
export const mappingFileTypes = ['transaction', 'recon'] as const
export type MappingFileType = (typeof mappingFileTypes)[number]
/** Who sends the file. */
export const mappingSourceTypes = ['PROVIDER', 'MARKETPLACE', 'MERCHANT', 'BANK'] as const
export type MappingSourceType = (typeof mappingSourceTypes)[number]

export type MappingField = (typeof mappingFields)[number]

/** The title of a column. */
const title = text(200)
/** Words are compared without case and blanks, so a blank at their ends says nothing. */
const word = text(200, 0)
const words = z.array(word).max(200, { error: 'too_many' })
/** A mark of the file itself, in which a blank or a tab counts. */
const mark = (most: number) => z.string().max(most, { error: 'too_long' }).refine(isStorable, { error: 'not_text' })

/** Where a field stands: a column, the first of several that is not empty, several put together, or two columns of money. */
export const HeaderValue = z.union([
  title,
  z.array(title).min(1).max(10, { error: 'too_many' }),
  z.strictObject({ joined: z.array(title).min(1).max(5, { error: 'too_many' }) }),
  z.strictObject({ credit: title, debit: title }),
  z.strictObject({ amount: title, direction: title, credit: words, debit: words }),
])
export type HeaderValue = z.input<typeof HeaderValue>

const headersOf = <const Name extends string>(names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, HeaderValue.optional()])) as Record<
      Name,
      z.ZodOptional<typeof HeaderValue>
    >,
  )
export const InputHeader = headersOf(mappingFields)
export type InputHeader = z.input<typeof InputHeader>
/** Refunds on a sheet of their own. */
export const RefundInputHeader = headersOf(['amount', 'date', 'txn_ref', 'txn_type'])

export const chargeKinds = ['fee', 'tax', 'passed_on'] as const
export const ChargeParam = z.strictObject({
  header: title,
  kind: z.enum(chargeKinds),
  /** -1 for a column of negative amounts. */
  sign: z.union([z.literal(1), z.literal(-1)]).optional(),
})
export type ChargeParam = z.input<typeof ChargeParam>

const Cut = z.union([
  z.strictObject({ cut: z.enum(['trim', 'lower', 'upper', 'digits']) }),
  z.strictObject({ cut: z.enum(['prefix', 'suffix']), text: mark(100) }),
  z.strictObject({ cut: z.literal('between'), from: mark(100), to: mark(100) }),
  z.strictObject({ cut: z.literal('json'), path: text(200) }),
])
const cuts = Object.fromEntries(mappingFields.map((field) => [field, z.array(Cut).max(10).optional()])) as Record<
  MappingField,
  z.ZodOptional<z.ZodArray<typeof Cut>>
>
const RowTest = z.strictObject({
  column: title,
  is: words.optional(),
  starts_with: words.optional(),
  empty: z.boolean().optional(),
})
const rowTests = z.array(RowTest).min(1).max(10, { error: 'too_many' })
/** By its title, or by its number from 1 where lines have no titles of their own. */
const column = z.union([title, z.int().min(1, { error: 'too_small' }).max(500, { error: 'too_big' })])
export const statedFigures = [
  'opening', 'closing', 'count', 'credits', 'debits', 'fee_credits', 'fee_debits', 'gross', 'net',
] as const // prettier-ignore
/** A figure that a line of the file states about the others. */
const Stated = z.strictObject({
  section: word,
  what: z.enum(statedFigures),
  column,
  /** Which of several balances. */
  name: text(60).optional(),
  direction: column.optional(),
  debit: words.optional(),
  currency: column.optional(),
  batch: column.optional(),
  account: column.optional(),
})
/** What a word of a type's or a status's column means: a type, or that the line is left out. */
export const wordMeanings = [...recordTypes, 'ignored'] as const

/** How a file is read, beyond what the specification's record says. What is absent is as the layout has it, else as it is found. */
export const MappingReading = z.strictObject({
  encoding: text(40).optional(),
  delimiter: mark(3)
    .meta({ examples: [';'] })
    .optional(),
  /** The empty text where quotes are plain characters. */
  quote: mark(1)
    .meta({ examples: ['"'] })
    .optional(),
  decimal: z.enum(['.', ',']).optional(),
  group: z.enum(['', ',', '.', ' ', "'"]).optional(),
  /** Groups of two above the thousands, as in 1,00,000. */
  indian_groups: z.boolean().optional(),
  /** Major units, minor units by ISO 4217, or hundredths whatever the currency. */
  unit: z.enum(['major', 'minor', 'hundredths']).optional(),
  /** The zone of times without one. */
  time_zone: timeZone.optional(),
  /** What an abbreviation that several zones share means here. */
  zones: z
    .record(text(10), timeZone)
    .meta({ examples: [{ IST: 'Asia/Kolkata' }] })
    .optional(),
  /** Formats beside `source_date_format`, tried after it. */
  dates: z.array(text(60)).max(10, { error: 'too_many' }).optional(),
  /** The elements or objects that are rows, as a path. */
  rows_at: text(200).optional(),
  /** The titles of a file without a row of them. */
  titles: z.array(title).max(500, { error: 'too_many' }).optional(),
  /** The first cells of a file whose lines have no titles. */
  begins_with: z.array(word).max(20, { error: 'too_many' }).optional(),
  /** A column says which lines are header, body and footer. */
  sections: z
    .strictObject({
      column,
      /** Words of lines that are records; without it, all lines that no other word claims. */
      body: words.optional(),
      /** Words of lines that set titles for the body below them. */
      titles: words.optional(),
      /** Words of lines that are left out, with the name of the rule. */
      ignored: z.record(word, text(60)).optional(),
    })
    .optional(),
  skip: z
    .array(z.strictObject({ rule: text(60), when: rowTests }))
    .max(50, { error: 'too_many' })
    .optional(),
  /** Words of `txn_type`, or of a transaction's `status`, to types. */
  types: z.record(word, z.enum(wordMeanings)).optional(),
  /** Types that conditions tell and no word, tried first. */
  types_when: z
    .array(z.strictObject({ type: z.enum(recordTypes), when: rowTests }))
    .max(50, { error: 'too_many' })
    .optional(),
  /** What a type of money coming in is when it goes out, and the other way. */
  types_reversed: z.partialRecord(z.enum(recordTypes), z.enum(recordTypes)).optional(),
  /** The type of a row where no column tells it. */
  type: z.enum(recordTypes).optional(),
  cuts: z.strictObject(cuts).optional(),
  /** Amounts carry their own sign, or are positive and take that of their type. */
  sign: z.enum(['own', 'of_type']).optional(),
  /** The same of net amounts; without it as `sign`. */
  net_sign: z.enum(['own', 'of_type']).optional(),
  /** The settlement currency of files that name none. */
  net_currency: currencyCodeOrNone.optional(),
  /** What is written as fee includes the tax. */
  tax_in_fee: z.boolean().optional(),
  /** Charges that the column of net still has to pay. */
  net_before: z.array(z.enum(chargeKinds)).max(3, { error: 'too_many' }).optional(),
  /** Words that stand where there is no reference. */
  no_reference: words.optional(),
  charges_are: z.enum(['positive', 'negative']).optional(),
  rate_per: z.enum(['net_per_gross', 'gross_per_net']).optional(),
  /** Columns that make a row the same row again; without them, all of it. */
  identity: z.array(title).max(10, { error: 'too_many' }).optional(),
  proof: z
    .strictObject({
      /** Lines of a batch, account and currency make its line of type payout. */
      payout: z.boolean().optional(),
      /** The balance runs from line to line. */
      running: z.boolean().optional(),
      stated: z.array(Stated).max(30, { error: 'too_many' }).optional(),
    })
    .optional(),
  /** Off: good rows load although others are rejected. */
  strict: z.boolean().optional(),
})
export type MappingReading = z.input<typeof MappingReading>

/** The record of a mapping, as the specification has it, and `reading`. */
export const mappingShape = {
  /** The key of a layout, or `SHEET` for one's own. */
  engine_source: text(40)
    .regex(/^[A-Z0-9_]{3,40}$/, { error: 'not_a_source_name' })
    .meta({ examples: ['SHEET'] }),
  /** Which files it reads, by their names: `*` stands for any characters, `{yyyy}`, `{MM}` and `{dd}` for a date. Empty for all. */
  file_prefix: text(200, 0)
    .regex(/^[^/\\\p{Cc}]*$/u, { error: 'not_a_name_pattern' })
    .optional(),
  display_name: text(100),
  file_type: z.enum(mappingFileTypes),
  source_type: z.enum(mappingSourceTypes).optional(),
  /** The source whose records it brings; without, that of the channel for files of this type. */
  data_source: sourceName.optional(),
  /** Rows before the row of titles. */
  offset: z.int().min(0, { error: 'too_small' }).max(1_000, { error: 'too_big' }).optional(),
  /** From 0; -1: no sheets, or the only one that has the titles. */
  sheet_number: z.int().min(-1, { error: 'too_small' }).max(500, { error: 'too_big' }).optional(),
  /** `YYYY-MM-DD HH:mm:ss` and the like, `unix`, `unix_ms` or `excel`. */
  source_date_format: text(60, 0).optional(),
  /** Of files that name none; empty: by column. */
  currency: currencyCodeOrNone.optional(),
  charge_params: z.array(ChargeParam).max(50, { error: 'too_many' }).optional(),
  /** All titles of the sample. A new one in a file is noted. */
  all_headers: z.array(text(200, 0)).max(500, { error: 'too_many' }).optional(),
  input_header: InputHeader.optional(),
  refund_input_header: RefundInputHeader.optional(),
  refund_offset: z.int().min(0, { error: 'too_small' }).max(1_000, { error: 'too_big' }).optional(),
  /** -1: refunds stand among the payments. */
  refund_sheet_number: z.int().min(-1, { error: 'too_small' }).max(500, { error: 'too_big' }).optional(),
  /** The headings of result sheets, by field. */
  result_title_map: z.record(text(60), text(100)).optional(),
  created_by: z.enum(['MERCHANT', 'SYSTEM']).optional(),
  reading: MappingReading.optional(),
  /** Off: it reads no more files. */
  is_enabled: z.boolean().optional(),
} as const
const Mapping = z.strictObject(mappingShape)
export type Mapping = z.output<typeof Mapping>
