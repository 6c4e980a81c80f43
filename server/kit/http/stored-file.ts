import type { CallSpec, Input } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { mediaTypes } from './export-content.ts'
import type { ExportFormat } from '#contract/kit/columns.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { beginFile, type FileAsked, type FileBegun } from './streamed-file.ts'

/** A file that is kept: of an export that was prepared, or as somebody sent it. */
export interface StoredFile {
  prefix: string
  /** Its ending; what is no format of exports leaves as bytes of no kind, which no browser opens. */
  format: ExportFormat | (string & {})
  /** The moment of its rows. */
  at: Date
  rows: number
  content: AsyncIterable<Buffer>
}
/** What the handler of a call is that answers with such a file. */
export interface StoredOf<C extends CallSpec> {
  /** Finds the file in the transaction that reads it. It may only read; its faults are the call's. */
  find(ctx: Ctx, input: Input<C>): Promise<StoredFile>
}

interface StoredAsked extends FileAsked {
  find(tx: Transaction): Promise<StoredFile>
}

/** Begins a stored file. Throws what {@link beginFile} does. */
export function beginStored(parts: Pick<ServeParts, 'exports' | 'now'>, asked: StoredAsked): Promise<FileBegun> {
  return beginFile(parts, asked, async (tx) => {
    const { format, rows, ...file } = await asked.find(tx)
    const type = isExport(format) ? mediaTypes[format] : 'application/octet-stream'
    return { ...file, ending: format, type, left: () => ({ rows: String(rows) }) }
  })
}

const isExport = (format: string): format is ExportFormat => Object.hasOwn(mediaTypes, format)
