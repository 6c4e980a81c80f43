import type { ExportFormat } from '#contract/kit/columns.ts'
import type { Services, User } from '#server/kit/ctx.ts'
import type { Where } from '#server/kit/auth/scope.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { columnsOf, type ExportColumn, type ExportOf, type ExportRequest } from './export-of.ts'
import { fittingRows, statementOf } from '#server/kit/lists/list-rows.ts'
import type { Sort } from '#server/kit/lists/list.ts'
import { csv, csvWithOffsets } from '#server/kit/files/csv.ts'
import type { Cells, FileFormat } from '#server/kit/files/file-format.ts'
import type { FillIn } from '#server/kit/files/fill-in.ts'
import type { AboutSheet } from '#server/kit/files/spreadsheet.ts'
import { xlsx } from '#server/kit/files/xlsx.ts'
import { newToken } from '#server/kit/auth/token.ts'

export interface ContentAsked<Request> {
  source: ExportOf<Request>
  request: Request & ExportRequest
  where: Where
  /** The name of the file and of the sheet in it. */
  prefix: string
  services: Services
  /** Who gets the file. Times are written in the time zone of their merchant. */
  user: Pick<User, 'roles' | 'flags' | 'timeZone'>
  /** The last sheet of a workbook, which is written when all rows are. */
  about?(written: Written): AboutSheet
}
/** What is known of a file when its rows are written. */
export interface Written {
  rows: number
  currencies: readonly string[]
  /** SHA-256 of the sheets with the rows as they are in the workbook, one after the other; hexadecimal. */
  digest: string
}

/** An export whose rows are read while its content is taken. */
export interface ExportContent {
  format: FileFormat
  content: AsyncIterable<Buffer>
  /** Rows that were read so far. */
  rows(): number
}

/** Opens an export of the rows at one moment (one snapshot, one cursor), so that an error of the query shows at once. */
export async function openContent<Request>(tx: Transaction, asked: ContentAsked<Request>): Promise<ExportContent> {
  const { source, request, where, user, prefix, services, about } = asked
  const format = (about ? preparedFormats : formats)[request.format ?? 'xlsx']
  const { timeZone } = user
  const currencies = new Set<string>()
  const plain = format.cells(timeZone)
  const cells = about ? notingCurrencies(plain, currencies) : plain
  const by = { cells, timeZone, services, user, across: where.merchants !== null }
  const columns = columnsOf(source, request, by).map((column) => (about ? notingCurrency(column, currencies) : column))
  const { ahead } = source
  const selected = ahead ? [...columns, { selects: ahead.from.map((name) => `"${name}"`) }] : columns
  const read = await openCursor(tx, source, asked, selected)
  const fillIn = fillInOf(source, columns)
  const sheet = { name: prefix.slice(0, 31), rightToLeft: request.right_to_left ?? false, columns, fillIn }
  let rows = 0
  const batches = batchesOf(read, { columns, between: format.between, ahead }, (more) => (rows += more))
  const last = about && {
    about: (digest: string) => about({ rows, currencies: [...currencies].toSorted(), digest }),
  }
  return { format, content: format.file({ ...sheet, ...last }, batches), rows: () => rows }
}

/** The columns that people fill in, by their places. */
function fillInOf({ fillIn }: Pick<ExportOf<never>, 'fillIn'>, columns: readonly ExportColumn[]): FillIn | undefined {
  if (!fillIn) return undefined
  const places = columns.flatMap(({ key }, place) => {
    const texts = fillIn.choices[key]
    return texts ? [[place, texts] as const] : []
  })
  return { name: fillIn.name, choices: new Map(places) }
}

const notingCurrencies = (cells: Cells, currencies: Set<string>): Cells => ({
  ...cells,
  amount(minor, currency) {
    currencies.add(currency)
    return cells.amount(minor, currency)
  },
})

/** Amounts that are exact decimals stand beside a column with their currency. */
const notingCurrency = (column: ExportColumn, currencies: Set<string>): ExportColumn => {
  if (!currencyColumns.has(column.key)) return column
  return {
    ...column,
    cell(values, at) {
      if (values[at]) currencies.add(values[at])
      return column.cell(values, at)
    },
  }
}
const currencyColumns: ReadonlySet<string> = new Set(['currency', 'net_currency', 'gross_currency'])

const formats = { xlsx, csv } as const satisfies Record<ExportFormat, FileFormat>
/** Of files that are prepared: whoever reads one later may be elsewhere. */
const preparedFormats = { xlsx, csv: csvWithOffsets } as const satisfies Record<ExportFormat, FileFormat>

/** The media type of each format. */
export const mediaTypes = { xlsx: xlsx.type, csv: csv.type } as const satisfies Record<ExportFormat, string>

const batchRows = 1_000
/** Batches requested ahead of the one being written, so that neither PostgreSQL nor the writer waits for the other. */
const batchesAhead = 3

/** The open cursor of an export. */
interface RowsRead {
  first: string[]
  next(): Promise<string[]>
  /**
   * The separator of the values of a row, which travel as one text, because many small values cost more than everything
   * else here. It is random, so no stored value can contain it.
   */
  between: string
}

/** Opens the cursor and reads its first rows, so that an error in the query shows before the file begins. */
async function openCursor<Request>(
  tx: Transaction,
  { list, conditions, direction }: Pick<ExportOf<Request>, 'list' | 'conditions' | 'direction'>,
  { request, where }: Pick<ContentAsked<Request>, 'request' | 'where'>,
  columns: readonly Pick<ExportColumn, 'selects'>[],
): Promise<RowsRead> {
  const [asked] = request.sorting_data ?? []
  const by = list.sorts[asked?.column ?? (Object.keys(list.sorts)[0] as string)] as Sort
  const fitting = fittingRows(where, list.table, conditions(request))
  const rows = statementOf(list, fitting, { by, direction: asked?.order ?? direction ?? 'desc' }, await tx.engine())
  const between = `\x1f${newToken().slice(0, 6)}`
  const values = columns.flatMap(({ selects }) => selects).map((value) => `coalesce(${value}::text, '')`)
  const row = values.join(` || '${between}' || `)
  tx.planForEach()
  const cursor = `declare exported no scroll cursor for select ${row} from (${rows.sql}) as row`
  await tx.read(cursor, [...rows.parameters])
  const next = async () => (await tx.read(`fetch forward ${batchRows} from exported`)).map(([value]) => value as string)
  return { first: await next(), next, between }
}

interface BatchesAsked {
  ahead: ExportOf<never>['ahead']
  columns: readonly ExportColumn[]
  between: string
}
/** Yields batches of rows while the next ones are already requested. */
async function* batchesOf(
  { first, next, between }: RowsRead,
  { columns, between: betweenCells, ahead }: BatchesAsked,
  count: (rows: number) => void,
): AsyncGenerator<string[]> {
  let at = 0
  const places = columns.map(({ selects, cell }) => {
    const place = { at, cell }
    at += selects.length
    return place
  })
  const written = (row: string) => {
    const values = row.split(between)
    let cells = ''
    for (const place of places) cells += (place.at > 0 ? betweenCells : '') + place.cell(values, place.at)
    return cells
  }
  const coming: Promise<string[]>[] = []
  try {
    for (let rows = first; rows.length > 0; rows = (await coming.shift()) ?? []) {
      while (rows.length === batchRows && coming.length < batchesAhead) {
        const following = next()
        // The error of a batch that was requested ahead is thrown when that batch is awaited; until then it must not
        // count as unhandled.
        following.catch(() => {})
        coming.push(following)
      }
      if (ahead) await ahead.fetch(rows.map((row) => row.split(between).slice(at)))
      count(rows.length)
      yield rows.map(written)
    }
  } finally {
    await ahead?.close()
  }
}
