import type { ReconFileType } from '#contract/recon-file-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Reading } from './layout.ts'
import { layoutOf, layouts } from './layouts.ts'

/** How a file is read: its source, and the version of the mapping. */
export interface ReadingFound {
  dataSource: string
  channelKey: string
  fileType: ReconFileType
  /** The key of a layout, or SHEET. */
  layout: string
  mappingId: string
  reading: Reading
}
/** By the channel and type of the file, by its source, or by one mapping of its source. */
export type ReadingAsked =
  | { channelKey: string; fileType: ReconFileType }
  | { dataSource: string; mappingId?: string | undefined }

/** How files of a channel or source are read now; null where no mapping says so. */
export async function readingFor(_ctx: Ctx, asked: ReadingAsked): Promise<ReadingFound | null> {
  const layout =
    'dataSource' in asked
      ? layoutOf(asked.dataSource)
      : layouts.find(({ key, fileType }) => key.startsWith(asked.channelKey) && fileType === asked.fileType)
  if (!layout) return null
  const { key, fileType, reading } = layout
  const channelKey = 'dataSource' in asked ? '' : asked.channelKey
  return { dataSource: key, channelKey, fileType, layout: key, mappingId: '', reading }
}
