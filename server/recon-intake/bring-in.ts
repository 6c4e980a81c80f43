import { createHash } from 'node:crypto'
import type { IntakeWay } from '#contract/recon-intake-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { beginFile } from '#server/recon-files/begin.ts'
import { readingFor, type ReadingFound } from '#server/recon-files/reading-for.ts'
import { storeFile } from '#server/recon-files/store.ts'
import { noteFileOf, settlementsOf } from './queries.ts'

/** A file that has come in whole. */
export interface Brought {
  /** As its sender named it; never a path. */
  name: string
  channelKey: string
  /** Whose file it is by its schedule; null where none says so. */
  source: string | null
  way: IntakeWay
  size: number
  /** Its bytes in order, from the first each time, in pieces of a megabyte but for the last. */
  parts(): AsyncIterable<Buffer>
}

/**
 * Hands a file over to be read, in the transaction that says it was taken, and says whose file it is. Without a mapping for it, it is
 * kept and waits until somebody has it read. The same bytes that the source has already change nothing.
 */
export async function bringIn(ctx: Ctx, brought: Brought): Promise<{ reconId: string; source: string }> {
  const { name, channelKey, way, size, parts } = brought
  const digest = createHash('sha256')
  for await (const part of parts()) digest.update(part)
  const sent = { name, way, sizeBytes: size, digest: digest.digest('hex'), pieces: () => parts() }
  const file = await storeFile(ctx, sent)
  const found = await readingOf(ctx, brought)
  if (found) await beginFile(ctx, file, { ...found, channelKey })
  const source = found?.dataSource ?? brought.source ?? settlementsOf(channelKey)
  await noteFileOf(ctx, source)
  return { reconId: file.recon_id, source }
}

/** By the source of the schedule, else by the mapping of the channel whose pattern the name fits. */
async function readingOf(ctx: Ctx, { name: fileName, channelKey, source }: Brought): Promise<ReadingFound | null> {
  const bySource = source === null ? null : await readingFor(ctx, { dataSource: source, fileName })
  return bySource ?? readingFor(ctx, { channelKey, fileType: 'recon', fileName })
}

/** Whether a file of the source has come since, in any way. Index: recon_files_of_source. */
export async function hasCome(ctx: Ctx, source: string, since: Date): Promise<boolean> {
  const found = await ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('data_source', '=', source)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
