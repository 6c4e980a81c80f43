import type { Column } from '#contract/kit/columns.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { momentText } from '#i18n/moment.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import type { AboutSheet } from '#server/kit/files/spreadsheet.ts'
import type { Written } from '#server/kit/http/export-content.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import { wordsIn, type Words } from '#server/kit/http/export-words.ts'

interface Asked {
  row: { of: string; run: number; created_by: string; schedule: string; environment: Environment }
  /** The decoded body of the export. */
  request: Readonly<Record<string, unknown>>
  columns: Readonly<Record<string, Column>>
  /** The first of the list's sorts. */
  usualSort: string
  merchant: string
  timeZone: string
  /** When the rows were as they are in the file. */
  moment: Date
  /** What it says of the rows in place of the filters. */
  told?: ExportOf<never>['about']
}

/** The sheet that says what a workbook is: what was asked for, by whom and when, and what it holds. */
export function aboutOf({ row, request, columns, usualSort, merchant, timeZone, moment, told }: Asked) {
  const language = (request['language'] as Language | undefined) ?? defaultLanguage
  const words = wordsIn(language)
  const label = (name: string, params = {}) => words('exportAbout', name, params)
  const by: Said = { words, columns, time: (at) => momentText(at, language, timeZone) }
  const [sort] = (request['sorting_data'] as { column: string; order: string }[] | undefined) ?? []
  const sorted = words('list.sorted', sort?.order ?? 'desc', { column: nameOf(by, sort?.column ?? usualSort) })
  const narrowed = told?.(words) ?? filterLines(by, request)
  return ({ rows, currencies, digest }: Written): AboutSheet => ({
    name: label('sheet').slice(0, 31),
    head: [label('export'), words('exportOf', row.of)],
    lines: [
      [label('merchant'), merchant],
      [label('environment'), words('environments', row.environment)],
      ...(narrowed.length > 0 ? narrowed : [[label('filters'), label('everything')] as const]),
      [label('sort'), sorted],
      [label('timeZone'), timeZone],
      [label('currencies'), currencies.join(', ')],
      [label('rows'), String(rows)],
      [label('moment'), by.time(moment)],
      ...(row.run > 1 ? [[label('begun'), label('begunAnew', { count: row.run })] as const] : []),
      [label('by'), row.created_by],
      ...(row.schedule ? [[label('schedule'), row.schedule] as const] : []),
      [label('digest'), digest],
    ],
  })
}

interface Said {
  words: Words
  columns: Readonly<Record<string, Column>>
  time(at: Date): string
}

const nameOf = ({ words }: Said, name: string) => words('columns', name)

/** What narrows the rows: each filter with its values, the time and the search. */
function filterLines(by: Said, request: Asked['request']): (readonly [string, string])[] {
  const { words } = by
  const {
    from,
    to,
    search,
    filters = {},
  } = request as {
    from?: Date
    to?: Date
    search?: string
    filters?: Record<string, unknown>
  }
  const lines = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[nameOf(by, name), valueText(by, name, value)] as const],
  )
  if (from || to) lines.unshift([nameOf(by, 'created_at'), rangeText(by, from, to)])
  if (search) lines.push([words('list', 'search'), search])
  return lines
}

function valueText(by: Said, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueText(by, name, one)).join(', ')
  if (typeof value === 'string') {
    const group = by.columns[name]?.words
    return group ? by.words(group, value) : value
  }
  const { from, to, min, max } = value as { from?: Date | string; to?: Date | string; min?: number; max?: number }
  if (min !== undefined || max !== undefined) return rangeText(by, min, max)
  return rangeText(by, from, to)
}

function rangeText({ words, time }: Said, from?: Date | string | number, to?: Date | string | number): string {
  const text = (end: Date | string | number) => (end instanceof Date ? time(end) : String(end))
  const parts = [
    ...(from === undefined ? [] : [words('list', 'from', { value: text(from) })]),
    ...(to === undefined ? [] : [words('list', 'upTo', { value: text(to) })]),
  ]
  return parts.join(' ')
}
