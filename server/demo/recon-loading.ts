import { createHash } from 'node:crypto'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeFile, findFile, findSame, type FoundFile } from '#server/recon-files/queries.ts'
import { createLoading, insertLeftOut } from '#server/recon-files/load/records.ts'
import { Loading } from '#server/recon-files/load/loading.ts'
import { readFile } from '#server/recon-files/load/read-file.ts'
import type { FileFrame, RefusedFrame } from '#server/recon-files/load/frames.ts'
import type { ReadingFound } from '#server/recon-files/reading-for.ts'
import { SourceRefused } from '#server/recon-files/read/source-rows.ts'
import { storeFile } from '#server/recon-files/store.ts'

export interface FileOfPast {
  name: string
  bytes: Buffer
  way: 'upload' | 'sftp'
  replaces?: string
}

/** Prepares a transaction to load files with {@link loadOfPast}. */
export const beginLoading = (ctx: Ctx): Promise<void> => createLoading(ctx)

/**
 * Keeps a file and loads it at once, by the same code as a worker, but in this process and transaction: these files are the demo's
 * own, and a process for each would take longer than the whole start may.
 */
export async function loadOfPast(
  ctx: Ctx,
  { name, bytes, way, replaces }: FileOfPast,
  found: ReadingFound,
): Promise<FoundFile> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const stored = await storeFile(ctx, { name, sizeBytes: bytes.length, digest, pieces: () => piecesOf(bytes), way })
  const begun = {
    data_source: found.dataSource,
    channel_key: found.channelKey,
    file_type: found.fileType,
    layout: found.layout,
    mapping_id: found.mappingId,
    how: JSON.stringify(found.reading),
    begun_at: ctx.now,
  }
  const same = await findSame(ctx, found.dataSource, digest)
  if (same) {
    const nothing = { status: 'Success', same_as: same.recon_id, finished_at: ctx.now } as const
    await changeFile(ctx, stored.recon_id, ['Uploaded'], { ...begun, ...nothing })
    return present(ctx, stored)
  }
  const waiting = { status: 'Initiated', stage: 'reading', replaces: replaces ?? null } as const
  await changeFile(ctx, stored.recon_id, ['Uploaded'], { ...begun, ...waiting })
  const loading = await Loading.begin(ctx, await present(ctx, stored), 'records')
  await read(ctx, loading, { bytes, found })
  return present(ctx, stored)
}

async function read(
  ctx: Ctx,
  loading: Loading,
  { bytes, found }: { bytes: Buffer; found: ReadingFound },
): Promise<void> {
  const asked = {
    reading: found.reading,
    fileType: found.fileType === 'transaction' ? 'transaction' : 'recon',
    want: 'records',
  } as const
  async function take(frame: FileFrame, payload: Buffer = Buffer.alloc(0)): Promise<void> {
    if (frame.kind === 'records') await loading.records([payload])
    else if (frame.kind === 'left_out') await insertLeftOut(ctx, loading.bringer, [payload])
    else if (frame.kind === 'end') await loading.end(frame)
  }
  try {
    await readFile(asked, piecesOf(bytes), take)
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    const missing = 'missing' in error ? (error.missing as RefusedFrame['missing']) : []
    await loading.refuse({ kind: 'refused', reason: error.reason, params: error.params, missing })
  }
}

async function present(ctx: Ctx, { recon_id }: FoundFile): Promise<FoundFile> {
  const file = await findFile(ctx, recon_id)
  if (!file) throw new Error('a file of the past is missing')
  return file
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
