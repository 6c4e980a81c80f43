import type { ReconFileType } from '#contract/recon-file-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { Reading } from './layout.ts'
import { findVersion, mappingForFile, mappingForSource, usedMapping } from './mapping/mappings.ts'

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

/** How files of a channel or source are read now, by the mapping whose pattern fits the name; null where none says so. */
export async function readingFor(ctx: Ctx, asked: ReadingAsked): Promise<ReadingFound | null> {
  const found = await usedFor(ctx, asked)
  if (!found) return null
  const { rfmId, engineSource, dataSource, channelKey, fileType, isStrict, reading } = found
  return { dataSource, channelKey, fileType, layout: engineSource, mappingId: rfmId, isStrict, reading }
}

async function usedFor(ctx: Ctx, asked: ReadingAsked) {
  if ('channelKey' in asked) return mappingForFile(ctx, asked)
  const { dataSource, mappingId, fileName } = asked
  if (mappingId === undefined) return mappingForSource(ctx, { dataSource, fileName })
  const version = isUuid(mappingId) ? await findVersion(ctx, mappingId) : undefined
  return version?.data_source === dataSource ? usedMapping(version) : null
}
