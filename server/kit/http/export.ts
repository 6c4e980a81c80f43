import type { Answer } from '#contract/kit/call.ts'
import type { ExportFormat } from '#contract/kit/columns.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { columnsOf, type ExportColumn, type ExportOf, type ExportRequest } from './export-of.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { fittingRows, statementOf } from '#server/kit/lists/list-rows.ts'
import type { Sort } from '#server/kit/lists/list.ts'
import { csv } from '#server/kit/files/csv.ts'
import type { FileFormat } from '#server/kit/files/file-format.ts'
import { xlsx } from '#server/kit/files/xlsx.ts'
import { newToken } from '#server/kit/auth/token.ts'
import { beginFile, type FileAsked, type FileBegun } from './streamed-file.ts'

export interface ExportAsked<Request> extends FileAsked {
  /** Finds what to export, in the transaction that reads it. */
  source(tx: Transaction): Promise<ExportOf<Request>>
  answer: Answer
  request: Request & ExportRequest
  /** Who gets the file. Times are written in the time zone of their merchant. */
  user: Pick<User, 'roles' | 'flags' | 'timeZone'>
}

/** Begins an export of the rows at one moment (one snapshot, one cursor). Throws what {@link beginFile} does. */
export function beginExport<Request>(
  parts: Pick<ServeParts, 'exports' | 'services' | 'now'>,
  asked: ExportAsked<Request>,
): Promise<FileBegun> {
  const { request, where, user } = asked
  const { prefix = 'export' } = asked.answer as { prefix?: string }
  const format = formats[request.format ?? 'xlsx']
  const { timeZone } = user
  const cells = format.cells(timeZone)
  return beginFile(parts, asked, async (tx) => {
    const source = await asked.source(tx)
    const { services } = parts
    const columns = columnsOf(source, request, { cells, timeZone, services, user, across: where.merchants !== null })
    const read = await openCursor(tx, source, asked, columns)
    const sheet = { name: prefix.slice(0, 31), rightToLeft: request.right_to_left ?? false, columns }
    let rows = 0
    const batches = batchesOf(read, { columns, between: format.between }, (more) => (rows += more))
    return {
      prefix,
      ending: format.ending,
      type: format.type,
      content: format.file(sheet, batches),
      left: () => ({ rows: String(rows) }),
    }
  })
}

const formats = { xlsx, csv } as const satisfies Record<ExportFormat, FileFormat>

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
  { list, conditions }: Pick<ExportOf<Request>, 'list' | 'conditions'>,
  { request, where }: Pick<ExportAsked<Request>, 'request' | 'where'>,
  columns: ExportColumn[],
): Promise<RowsRead> {
  const [asked] = request.sorting_data ?? []
  const by = list.sorts[asked?.column ?? (Object.keys(list.sorts)[0] as string)] as Sort
  const fitting = fittingRows(where, list.table, conditions(request))
  const rows = statementOf(list, fitting, { by, direction: asked?.order ?? 'desc' })
  const between = `\x1f${newToken().slice(0, 6)}`
  const values = columns.flatMap(({ selects }) => selects).map((value) => `coalesce(${value}::text, '')`)
  const row = values.join(` || '${between}' || `)
  tx.planForEach()
  const cursor = `declare exported no scroll cursor for select ${row} from (${rows.sql}) as row`
  await tx.read(cursor, [...rows.parameters])
  const next = async () => (await tx.read(`fetch forward ${batchRows} from exported`)).map(([value]) => value as string)
  return { first: await next(), next, between }
}

/** Yields batches of rows while the next ones are already requested. */
async function* batchesOf(
  { first, next, between }: RowsRead,
  { columns, between: betweenCells }: { columns: readonly ExportColumn[]; between: string },
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
  const ahead: Promise<string[]>[] = []
  for (let rows = first; rows.length > 0; rows = (await ahead.shift()) ?? []) {
    while (rows.length === batchRows && ahead.length < batchesAhead) {
      const following = next()
      // The error of a batch that was requested ahead is thrown when that batch is awaited; until then it must not
      // count as unhandled.
      following.catch(() => {})
      ahead.push(following)
    }
    count(rows.length)
    yield rows.map(written)
  }
}
