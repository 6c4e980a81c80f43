import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readReconFile } from './jobs.ts'
import { changeFile, countUnderWay, findFile, findSame, takeFileTurn, type FoundFile } from './queries.ts'
import type { ReadingFound } from './reading-for.ts'

/**
 * Has an uploaded file read, once: one that was begun before stays as it is. The same bytes that the source has already change
 * nothing, and are noted as those of the first file. Returns the file as it is then. Throws `tooMany` when too many wait.
 */
export async function beginFile(
  ctx: Ctx,
  file: FoundFile,
  found: ReadingFound,
  { replaces = null }: { replaces?: string | null } = {},
): Promise<FoundFile> {
  await takeFileTurn(ctx)
  const begun = {
    data_source: found.dataSource,
    channel_key: found.channelKey,
    file_type: found.fileType,
    layout: found.layout,
    mapping_id: found.mappingId,
    how: JSON.stringify(found.reading),
    begun_at: ctx.now,
  }
  const same = await findSame(ctx, found.dataSource, file.digest)
  if (same) {
    const nothing = { status: 'Success', same_as: same.recon_id, finished_at: ctx.now } as const
    await changeFile(ctx, file.recon_id, ['Uploaded'], { ...begun, ...nothing })
  } else {
    if ((await countUnderWay(ctx)) >= limits.reconFilesWaiting) throw new Fault('tooMany')
    const waiting = { status: 'Initiated', stage: 'waiting', replaces } as const
    if (await changeFile(ctx, file.recon_id, ['Uploaded'], { ...begun, ...waiting }))
      ctx.enqueue(readReconFile, { reconId: file.recon_id })
  }
  const present = await findFile(ctx, file.recon_id)
  if (!present) throw new Fault('notFound')
  return present
}
