import { createHash } from 'node:crypto'
import type { RuleName } from '#contract/access.ts'
import { isReadable, masterColumns, type Column } from '#contract/kit/columns.ts'
import type { ExportFailure } from '#contract/exports.ts'
import { limits } from '#contract/limits.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { ctxIn } from '#server/kit/ctx-in.ts'
import type { Client, Services, User } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { openContent } from '#server/kit/http/export-content.ts'
import { exportOf, type ExportOf, type ExportRequest } from '#server/kit/http/export-of.ts'
import { prefixOf } from '#server/kit/http/export.ts'
import { aboutOf } from './about.ts'
import type { BackgroundUser } from './exporter.ts'
import { keepPart, partsOf } from './parts.ts'
import { merchantsNamed } from './merchants-named.ts'
import { sourceOf } from './source-of.ts'
import { tellReady } from './tell.ts'
import { bytesKept, finishRun, noteProgress, type FoundExport, type Run } from './queries.ts'

export interface RunParts {
  services: Services
  /** The pool of the reading transaction. */
  exports: Database
  transaction: InTransaction
  now: () => Date
  signal: AbortSignal
}

/** Ends a run with a state of its own. */
export class ExportFailed extends Error {
  override name = 'ExportFailed'
  reason: ExportFailure
  constructor(reason: ExportFailure) {
    super(reason)
    this.reason = reason
  }
}
/** Another worker has overtaken the run, or it was cancelled. */
class RunOver extends Error {
  override name = 'RunOver'
}

/**
 * Writes the file of an export: one transaction reads the rows of one moment, others keep what comes of them, part by part.
 * Until the last one has made it ready, nothing of it can be had. Returns false where it was overtaken or cancelled. Throws
 * `ExportFailed` and the faults of its call.
 */
export async function writeExport(parts: RunParts, row: FoundExport, user: BackgroundUser): Promise<boolean> {
  const run: Run = { exportId: row.export_id, run: row.run }
  const { input, where, source, merchant } = await parts.transaction(async (ctx) => {
    const found = sourceOf(ctx, row.of)
    const parsed = found.parse({ path: row.path, body: row.request })
    const where = await found.permit(ctx.tx, user, parsed, row.sub_merchant)
    return { source: found, input: parsed, where, merchant: await merchantsNamed(ctx, where) }
  })
  const stopping = new AbortController()
  const signal = AbortSignal.any([parts.signal, stopping.signal])
  const work = async (tx: Transaction) => {
    tx.write({ sql: 'set transaction read only', parameters: [] })
    const moment = parts.now()
    const by = {
      requestId: `export:${row.export_id}`,
      actor: system,
      user: user as User,
      client: noClient,
      auditSubject: () => {},
    }
    const exported = await exportOf(source.handler, ctxIn(tx, parts, where, by), input)
    const { services } = parts
    const asked = { source: exported, request: input.body as ExportRequest, where, services, user }
    const about = aboutOf({
      row,
      request: input.body,
      columns: exported.columns,
      usualSort: Object.keys(exported.list.sorts)[0] ?? '',
      merchant,
      timeZone: user.timeZone,
      moment,
      told: exported.about,
    })
    const opened = await openContent(tx, { ...asked, prefix: prefixOf(source.call.answer), about })
    const file = await keepAll(parts, run, opened)
    const needs = neededFor(exported, input.body as ExportRequest, user, where.merchants !== null)
    return parts.transaction(async (ctx) => {
      const rows = opened.rows()
      if (!(await finishRun(ctx, run, { ...file, rows, needs }))) return false
      await tellReady(ctx, { ...row, rows })
      return true
    })
  }
  try {
    return await parts.exports.transaction(where.scope, work, { signal })
  } catch (error) {
    if (error instanceof RunOver) return false
    throw error
  }
}

/** Keeps the content part by part, one being written while the next is filled, and says how far it is. */
async function keepAll(
  { transaction, now }: RunParts,
  run: Run,
  { content, rows }: { content: AsyncIterable<Buffer>; rows(): number },
): Promise<{ size_bytes: bigint; parts: number; digest: string }> {
  const digest = createHash('sha256')
  let toldAt = now().getTime() - tellEveryMs
  let size = 0
  let place = 0
  const tell = async (part?: Buffer) => {
    toldAt = now().getTime()
    const at = place
    const goesOn = await transaction(async (ctx) => {
      if (!(await noteProgress(ctx, run, { rows: rows(), size_bytes: BigInt(size) }))) return false
      if (!part) return true
      if ((await bytesKept(ctx)) > limits.exportBytes) throw new ExportFailed('no_room')
      await keepPart(ctx, run, at, part)
      return true
    })
    if (!goesOn) throw new RunOver()
  }
  let keeping = Promise.resolve()
  const beat = async () => {
    if (now().getTime() - toldAt < tellEveryMs) return
    await keeping
    await tell()
  }
  try {
    for await (const part of partsOf(content, beat)) {
      await keeping
      digest.update(part)
      size += part.length
      if (size > limits.exportFileBytes) throw new ExportFailed('too_large')
      keeping = tell(part)
      // Its error is thrown where it is awaited; until then it must not count as unhandled.
      keeping.catch(() => {})
      place += 1
    }
    await keeping
  } finally {
    // Nothing is written any more when this has failed.
    await keeping.catch(() => {})
  }
  return { size_bytes: BigInt(size), parts: place, digest: digest.digest('hex') }
}
const tellEveryMs = 500

/** The rules of the columns in the file that the list's own rule does not open. */
function neededFor(
  { columns: own }: Pick<ExportOf<never>, 'columns'>,
  { columns: asked }: ExportRequest,
  user: BackgroundUser,
  across: boolean,
): RuleName[] {
  const columns: Record<string, Column> = across ? { ...masterColumns, ...own } : own
  const names =
    asked?.map(({ key }) => key) ?? Object.keys(columns).filter((key) => columns[key]?.shown || columns[key]?.exported)
  const needed = names.flatMap((name) => {
    const column = columns[name]
    return column?.needs && isReadable(column, user) ? [column.needs] : []
  })
  return [...new Set(needed)]
}

const system = { kind: 'system', id: null, name: '' } as const
const noClient: Client = { address: '', userAgent: '', language: defaultLanguage }
