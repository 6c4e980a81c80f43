import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import type { workbook } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Where } from '#server/kit/auth/scope.ts'
import type { Changes } from '#server/kit/ctx.ts'
import { xlsx } from '#server/kit/files/xlsx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import type { ServeParts } from '#server/kit/handler.ts'

/** A streamed file whose headers may be sent: every check that can refuse it has passed. */
export interface FileBegun {
  name: string
  /** The media type. */
  type: string
  content: Readable
}

export interface FileAsked {
  where: Where
  /** Writes an audit row when the file begins to leave; with `-end`, another about how much of it there was. */
  note(end: '' | '-end', about: { why?: string; changes: Changes }): Promise<void>
  /** Done when the file has left whole. */
  taken?(): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** A file that its transaction reads while it is sent. */
interface OpenFile {
  prefix: string
  ending: string
  type: string
  content: AsyncIterable<Buffer>
  /** The time in its name, where that is not now. */
  at?: Date
  /** How much of it has left. */
  left(): Record<string, string>
}

/**
 * Begins a file that is read in one transaction, no faster than the client takes it. Ends within a second when the client
 * disconnects. An error after the first byte breaks the connection off, so that the client cannot take the file for a
 * complete one. Throws `tooManyExports` when the merchant has two running on all machines together, and what `open` throws.
 */
export async function beginFile(
  { exports: database, now }: Pick<ServeParts, 'exports' | 'now'>,
  { where, note, taken, log }: FileAsked,
  open: (tx: Transaction) => Promise<OpenFile>,
): Promise<FileBegun> {
  const leaving = new AbortController()
  const content = new PassThrough({ highWaterMark: 256 * 1024 })
  content.on('close', () => content.writableFinished || leaving.abort())
  // The reader of the stream sees the error; without a reader there is none to report it to.
  content.on('error', () => {})
  const begun = Promise.withResolvers<OpenFile>()
  let file: OpenFile | undefined
  const work = async (tx: Transaction) => {
    await takePlace(tx, where.owner.merchantId)
    const opened = await open(tx)
    await note('', { changes: madeAs({ format: opened.ending }) })
    file = opened
    begun.resolve(opened)
    await pipeline(opened.content, content)
  }
  const end = (why = '') =>
    note('-end', { why, changes: madeAs(file?.left() ?? {}) }).catch((error: unknown) =>
      log.error({ err: error }, 'audit of an export failed'),
    )
  database.transaction(where.scope, work, { signal: leaving.signal }).then(
    async () => {
      await taken?.().catch((error: unknown) => log.error({ err: error }, 'that a file was taken was not noted'))
      await end()
    },
    async (error: unknown) => {
      begun.reject(error)
      content.destroy(error as Error)
      if (!file) return
      log.warn({ err: error, ...file.left() }, 'an export was cut off')
      await end('cut off')
    },
  )
  const { prefix, ending, type, at = now() } = await begun.promise
  return { name: `${prefix}-${stamp(at)}.${ending}`, type, content }
}

/** 20261120-140500, in UTC. */
const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

export function sendFile(reply: FastifyReply, { name, type, content }: FileBegun): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content)
}

/** Sends the workbook that a call has made, as its answer is written. */
export function sendWorkbook(reply: FastifyReply, body: string): FastifyReply {
  const { name, base64 } = JSON.parse(body) as z.output<typeof workbook.schema>
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(xlsx.type)
    .send(Buffer.from(base64, 'base64'))
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
