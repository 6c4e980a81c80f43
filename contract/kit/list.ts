import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { spreadsheet } from './call.ts'
import { exportColumns, exportFormats, masterColumns, type Column, type PhoneRow } from './columns.ts'
import { languageTags } from '#i18n/languages.ts'
import { isDay } from './text-forms.ts'
import { environment, record, text, timestamp } from './wire.ts'

/** One of some values, given alone or as a list. */
export const choice = <const V extends readonly [string, ...string[]]>(values: V) => ({
  kind: 'choice' as const,
  values,
  schema: z.union([z.enum(values), z.array(z.enum(values)).min(1).max(values.length)]),
})
/** `{from, to}`, both optional, to exclusive. */
export const timeRange = () => ({
  kind: 'time' as const,
  schema: record({ from: timestamp.optional(), to: timestamp.optional() }),
})
const someDay = z
  .string()
  .refine(isDay, { error: 'not_a_day' })
  .meta({ format: 'date', examples: ['2026-11-30'] })
/** `{from, to}`, both optional and inclusive, days of the merchant's zone. */
export const dayRange = () => ({
  kind: 'day' as const,
  schema: z.strictObject({
    from: someDay.optional(),
    to: someDay.optional(),
  }),
})
/** `{min, max}` in major units, inclusive; compared within each row's own currency. */
export const amountRange = () => ({
  kind: 'amount' as const,
  schema: z.strictObject({ min: z.number().min(0).optional(), max: z.number().min(0).optional() }),
})
/** The exact text, and what the API reference shows of it where any text would not do. */
export const exactly = (max = 254, example?: string) => ({
  kind: 'text' as const,
  schema: example === undefined ? text(max) : text(max).meta({ examples: [example] }),
})
/** The beginning of the text, in any case. */
export const startsWith = (max = 254) => ({ kind: 'text' as const, schema: text(max) })
/** A choice of the master's merchants, sent as `merchant_keys`. */
const merchantsChosen = () => ({ kind: 'merchants' as const, schema: z.never() })
export type Filter =
  | ReturnType<typeof merchantsChosen>
  | ReturnType<typeof choice>
  | ReturnType<typeof timeRange>
  | ReturnType<typeof amountRange>
  | ReturnType<typeof dayRange>
  | ReturnType<typeof exactly>

type FilterSchemas<F extends Record<string, Filter>> = { [K in keyof F]: z.ZodOptional<F[K]['schema']> }

/**
 * Declares a list: columns, filters and sorts. The request's body, the page parameters and the export follow from it.
 */
export function list<
  const Columns extends Record<string, Column>,
  const Filters extends Record<string, Filter>,
  const Sort extends string,
>(declared: {
  columns: Columns
  /** The most used first: a wide screen shows the first of them, and the others under 'More filters'. */
  filters: Filters
  phone: PhoneRow<keyof Columns & string>
  /** The columns to sort by, each supported by an index; the first is the default, newest first. */ sorts: readonly [
    Sort,
    ...Sort[],
  ]
  /** How the console sorts by the first of them; from the greatest down where this is not said. */
  order?: 'asc'
  /** How many rows a page has where the request does not say. */
  pageSize?: number
}) {
  const { pageSize = limits.pageSize } = declared
  const filterSchemas = Object.fromEntries(
    Object.entries(declared.filters).map(([name, filter]) => [name, filter.schema.optional()]),
  ) as unknown as FilterSchemas<Filters>
  const asked = {
    environment: environment.optional(),
    search: text(limits.searchLength, 0).optional(),
    /** The years 1991 and 2006 mean no limit, as the specification's console sends them. */
    from: timestamp.optional(),
    to: timestamp.optional(),
    filters: z.strictObject(filterSchemas).optional(),
    sorting_data: z
      .array(z.strictObject({ column: z.enum(declared.sorts), order: z.enum(['asc', 'desc']) }))
      .max(1)
      .optional(),
  }
  const body = record({
    ...asked,
    page: z.int().min(1).optional(),
    pagesize: z.int().min(1).max(limits.pageSizeMost).optional().meta({ default: pageSize }),
    cursor: text(400).optional(),
  })
  const exportBody = record({
    ...asked,
    columns: exportColumns(Object.keys(declared.columns)),
    format: z.enum(exportFormats).optional(),
    /** Titles and words for codes are in this language, and each code has a column beside its word. Without it, codes alone. */
    language: z.enum(languageTags).optional(),
    /** Whether the sheet runs from right to left. */
    right_to_left: z.boolean().optional(),
  })
  return { ...declared, pageSize, body, exportBody }
}
export type List = ReturnType<typeof list>

/** The parts of a call that export a list; the call adds path, rule, error key and audit. */
export const exporting = <L extends { exportBody: z.ZodType; columns: object }>(of: L, prefix: string) => ({
  body: of.exportBody as L['exportBody'],
  answer: spreadsheet(prefix, Object.keys(of.columns)),
})

/** A list over several merchants, for a master. */
export const acrossMerchants = <L extends Pick<List, 'columns' | 'filters' | 'sorts' | 'phone'>>(of: L) => ({
  columns: { ...masterColumns, ...of.columns } as Record<string, Column>,
  filters: { ...of.filters, merchant: merchantsChosen() } as Record<string, Filter>,
  sorts: of.sorts,
  phone: { ...of.phone, line: ['merchant_name', ...of.phone.line] } as PhoneRow,
})
