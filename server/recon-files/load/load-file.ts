import { join } from 'node:path'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { framesApart } from '#server/kit/files/frames-apart.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Reading } from '../layout.ts'
import { readParts } from '../parts.ts'
import { findFile, type FoundFile } from '../queries.ts'
import { takeSourceTurn } from './compare.ts'
import type { EndFrame, FileAsked, FileFrame } from './frames.ts'
import { Loading } from './loading.ts'
import { Progress } from './progress.ts'
import { createLoading, insertLeftOut } from './records.ts'
import { withSpool } from './spool-file.ts'

export interface LoadParts {
  services: Services
  loads: Database
  transaction: InTransaction
  now: () => Date
  owner: Owner
}
/** How a reading ended: in the database, with another that has the turn, or refused, which nothing is kept of yet. */
export type Loaded = 'ended' | 'busy' | 'rejected'

/** The file is refused, or a row is where one keeps all others from being loaded: what was loaded so far is rolled back. */
class Rejected extends Error {
  override name = 'Rejected'
}

/**
 * Reads a stored file anew and loads it in one transaction, in which all of its records appear or none. For `outcomes` it keeps why
 * rows were left out, and no records. Throws when the file cannot be read, or the database fails.
 */
export async function loadFile(parts: LoadParts, file: FoundFile, want: 'records' | 'outcomes'): Promise<Loaded> {
  const { loads, services, now } = parts
  const progress = new Progress(parts, file)
  try {
    return await ownTransaction({ database: loads, services, now }, parts.owner, { requestId: `recon-file:${file.recon_id}` }, async (ctx) => {
      if (!(await takeSourceTurn(ctx, file.data_source))) return 'busy'
      // Another worker may have come first.
      const present = await findFile(ctx, file.recon_id)
      if (present?.status !== 'Initiated' || present.reading !== file.reading) return 'ended'
      await withSpool((spool) => loadIn(ctx, { parts, file, want, progress, spool }))
      return 'ended'
    }) // prettier-ignore
  } catch (error) {
    if (error instanceof Rejected) return 'rejected'
    throw error
  } finally {
    await progress.settled()
  }
}

interface Asked {
  parts: LoadParts
  file: FoundFile
  want: 'records' | 'outcomes'
  progress: Progress
  spool: import('node:fs/promises').FileHandle
}

async function loadIn(ctx: Ctx, { parts, file, want, progress, spool }: Asked): Promise<void> {
  const isStrict = want === 'records' && file.is_strict && file.good_rows_by === ''
  const loading = await Loading.begin(ctx, file, want)
  await createLoading(ctx)
  for await (const { head, payload } of framesOf(parts, file, { want, spool })) {
    if (head.kind === 'refused' && want === 'outcomes') return loading.refuse(head)
    if (head.kind === 'refused' || (isStrict && head.rejected > 0)) throw new Rejected()
    if (head.kind === 'end') {
      await progress.tell({ stage: 'comparing', rows: head.rows, read: Number(file.size_bytes) })
      await progress.settled()
      return loading.end(head satisfies EndFrame)
    }
    void progress.tell({ stage: 'reading', rows: head.rows, read: head.read })
    if (head.kind === 'records') await loading.records(payload)
    else await insertLeftOut(ctx, loading.bringer, payload)
  }
  throw new Error('a file was read without an end')
}

/** What the confined process says of a stored file. */
export function framesOf(
  { transaction }: Pick<LoadParts, 'transaction'>,
  file: Pick<FoundFile, 'recon_id' | 'parts' | 'how' | 'file_type'>,
  { want, spool }: { want: FileAsked['want']; spool: Asked['spool'] },
) {
  const argument: FileAsked = {
    reading: file.how as unknown as Reading,
    fileType: file.file_type === 'transaction' ? 'transaction' : 'recon',
    want,
  }
  return framesApart<FileFrame>({ path: program, argument, input: readParts(transaction, file), timeoutMs, options, spool })
} // prettier-ignore
export const program = join(import.meta.dirname, 'read-apart.ts')
/** Five million rows on a slow machine. */
const timeoutMs = 30 * 60_000
export const options = ['--max-old-space-size=256', '--max-semi-space-size=16']
