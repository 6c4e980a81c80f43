import type { ReconFileType } from '#contract/recon-file-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Reading } from './layout.ts'
import { findVersion, mappingForFile, mappingForSource, usedMapping, type UsedMapping } from './mapping/mappings.ts'

/** How a file is read: its source, and the version of the mapping. */
export interface ReadingFound {
  dataSource: string
  channelKey: string
  fileType: ReconFileType
  /** The key of a layout, or SHEET. */
  layout: string
  mappingId: string
  /** One rejected row keeps all others from being loaded. */
  isStrict: boolean
  reading: Reading
}
/** By the channel and type of the file, by its source, or by one version of a mapping of its source. */
export type ReadingAsked = { fileName: string } & (
  | { channelKey: string; fileType: ReconFileType }
  | { dataSource: string; mappingId?: string | undefined }
)

/** How a file of a channel or source is read now; null where no mapping says so. */
export async function readingFor(ctx: Ctx, asked: ReadingAsked): Promise<ReadingFound | null> {
  const used = await usedFor(ctx, asked)
  if (!used) return null
  const { rfmId, dataSource, channelKey, fileType, engineSource, isStrict, reading } = used
  return { dataSource, channelKey, fileType, layout: engineSource, mappingId: rfmId, isStrict, reading }
}

async function usedFor(ctx: Ctx, asked: ReadingAsked): Promise<UsedMapping | null> {
  if ('channelKey' in asked) return mappingForFile(ctx, asked)
  const { dataSource, mappingId } = asked
  if (mappingId === undefined) return mappingForSource(ctx, { dataSource, fileName: asked.fileName })
  const version = isUuid.test(mappingId) ? await findVersion(ctx, mappingId) : undefined
  return version?.data_source === dataSource ? usedMapping(version) : null
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
