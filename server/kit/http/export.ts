import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { Fault } from '#contract/faults.ts'
import type { Answer } from '#contract/kit/call.ts'
import type { ExportFormat } from '#contract/kit/columns.ts'
import { limits } from '#contract/limits.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Changes, User } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { columnsOf, type ExportColumn, type ExportOf, type ExportRequest } from './export-of.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { fittingRows, statementOf } from '#server/kit/lists/list-rows.ts'
import type { Sort } from '#server/kit/lists/list.ts'
import type { Where } from '#server/kit/auth/scope.ts'
import { csv } from '#server/kit/files/csv.ts'
import type { FileFormat } from '#server/kit/files/file-format.ts'
import { xlsx } from '#server/kit/files/xlsx.ts'
import { newToken } from '#server/kit/auth/token.ts'

/** An export whose headers may be sent: every check that can refuse it has passed. */
export interface Export {
  name: string
  /** The media type. */
  type: string
  content: Readable
}

export interface ExportAsked<Request> {
  /** Finds what to export, in the transaction that reads it. */
  source(tx: Transaction): Promise<ExportOf<Request>>
  answer: Answer
  request: Request & ExportRequest
  where: Where
  /** Who gets the file. Times are written in the time zone of their merchant. */
  user: Pick<User, 'roles' | 'flags' | 'timeZone'>
  /** Writes an audit row when the file begins to leave; with `-end`, another about how much of it there was. */
  note(end: '' | '-end', about: { why?: string; changes: Changes }): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Begins an export of the rows at one moment (one snapshot, one cursor), read no faster than the client takes them.
 * Ends within a second when the client disconnects. An error after the first byte breaks the connection off, so that
 * the client cannot take the file for a complete one. Throws `tooManyExports` when the merchant has two running on all
 * machines together.
 */
export async function beginExport<Request>(
  { exports: database, services, now }: Pick<ServeParts, 'exports' | 'services' | 'now'>,
  asked: ExportAsked<Request>,
): Promise<Export> {
  const { request, where, user, note, log } = asked
  const { prefix = 'export' } = asked.answer as { prefix?: string }
  const format = formats[request.format ?? 'xlsx']
  const { timeZone } = user
  const cells = format.cells(timeZone)
  const leaving = new AbortController()
  const content = new PassThrough({ highWaterMark: 256 * 1024 })
  content.on('close', () => content.writableFinished || leaving.abort())
  // The reader of the stream sees the error; without a reader there is none to report it to.
  content.on('error', () => {})
  const begun = Promise.withResolvers<void>()
  let rows = 0
  let left = false
  const work = async (tx: Transaction) => {
    await takePlace(tx, where.owner.merchantId)
    const source = await asked.source(tx)
    const columns = columnsOf(source, request, { cells, timeZone, services, user, across: where.merchants !== null })
    const read = await openCursor(tx, source, asked, columns)
    await note('', { changes: madeAs({ format: format.ending }) })
    left = true
    begun.resolve()
    const sheet = { name: prefix.slice(0, 31), rightToLeft: request.right_to_left ?? false, columns }
    await pipeline(
      format.file(
        sheet,
        batchesOf(read, { columns, between: format.between }, (more) => (rows += more)),
      ),
      content,
    )
  }
  const end = (why = '') =>
    note('-end', { why, changes: madeAs({ rows: String(rows) }) }).catch((error: unknown) =>
      log.error({ err: error }, 'audit of an export failed'),
    )
  database.transaction(where.scope, work, { signal: leaving.signal }).then(
    () => end(),
    async (error: unknown) => {
      begun.reject(error)
      content.destroy(error as Error)
      if (!left) return
      log.warn({ err: error, rows }, 'an export was cut off')
      await end('cut off')
    },
  )
  await begun.promise
  return { name: `${prefix}-${stamp(now())}.${format.ending}`, type: format.type, content }
}

const formats = { xlsx, csv } as const satisfies Record<ExportFormat, FileFormat>

/** 20261120-140500, in UTC. */
const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

export function sendExport(reply: FastifyReply, { name, type, content }: Export): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content)
}

/** Takes one of the export slots of a merchant, counted over all machines, until the transaction ends. */
async function takePlace(tx: Transaction, merchantId: string): Promise<void> {
  tx.write({ sql: 'set transaction read only', parameters: [] })
  for (let place = 0; place < limits.exportsAtOnce; place += 1) {
    const [row] = await tx.query<{ taken: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as taken',
      [`export of ${merchantId}`, place],
    )
    if (row?.taken) return
  }
  throw new Fault('tooManyExports')
}

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
