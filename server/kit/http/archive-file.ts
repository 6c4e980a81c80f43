import type { CallSpec, Input } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { zip, type ZipEntry } from '#server/kit/files/zip.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { beginFile, type FileAsked, type FileBegun } from './streamed-file.ts'

/** What the handler of a call is that answers with a zip archive. */
export interface ArchiveOf<C extends CallSpec> {
  /** Finds the files in the transaction that reads them, each when its turn comes. It may only read; its faults are the call's. */
  find(ctx: Ctx, input: Input<C>): Promise<AsyncIterable<ZipEntry>>
  /** Notes, in a transaction of its own, that the archive has left whole. */
  taken(ctx: Ctx, input: Input<C>): Promise<void>
}

interface ArchiveAsked extends FileAsked {
  prefix: string
  find(tx: Transaction): Promise<AsyncIterable<ZipEntry>>
}

/** Begins a zip archive; its files are in memory one at a time. Throws what {@link beginFile} does. */
export function beginArchive(parts: Pick<ServeParts, 'exports' | 'now'>, asked: ArchiveAsked): Promise<FileBegun> {
  return beginFile(parts, asked, async (tx) => {
    const found = await asked.find(tx)
    let files = 0
    const counted = async function* () {
      for await (const entry of found) {
        yield entry
        files += 1
      }
    }
    const left = () => ({ files: String(files) })
    return { prefix: asked.prefix, ending: 'zip', type: 'application/zip', content: zip(counted()), left }
  })
}
