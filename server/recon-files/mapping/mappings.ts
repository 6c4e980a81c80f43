import { defaultLanguage } from '#i18n/languages.ts'
import type { Mapping, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Layout, Reading } from '../layout.ts'
import { layoutOf } from '../layouts.ts'
import { exactness, fitsPattern } from './name-pattern.ts'
import { readingOf } from './reading-of.ts'

const columns = [
  'rfm_id', 'parent_rfm_id', 'mapping_id', 'version', 'channel_key', 'file_type', 'data_source', 'engine_source', 'file_prefix',
  'display_name', 'is_enabled', 'record', 'created_by', 'saved_by', 'created_at',
] as const // prettier-ignore

/** All mappings of the owner, or of a channel, each in its newest version; by name. Index: recon_mappings_of_channel. */
export async function listNewest(ctx: Ctx, channelKey?: string): Promise<MappingRow[]> {
  const all = ctx.own.select('recon_mappings').select(columns).distinctOn('mapping_id')
  const rows = await (channelKey === undefined ? all : all.where('channel_key', '=', channelKey))
    .orderBy('mapping_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.toSorted((a, b) => a.display_name.localeCompare(b.display_name, defaultLanguage))
}
export type MappingRow = Awaited<ReturnType<typeof versions>>[number]

/** A version; undefined for one that the owner does not have. Index: primary key. */
export const findVersion = (ctx: Ctx, rfmId: string): Promise<MappingRow | undefined> =>
  ctx.own.select('recon_mappings').select(columns).where('rfm_id', '=', rfmId).executeTakeFirst()

/** All versions of one mapping, the newest first. */
export const versions = (ctx: Ctx, mappingId: string) =>
  ctx.own
    .select('recon_mappings')
    .select(columns)
    .where('mapping_id', '=', mappingId)
    .orderBy('version', 'desc')
    .execute()

/** A version of a mapping, and how files are read by it. */
export interface UsedMapping {
  rfmId: string
  version: number
  channelKey: string
  fileType: MappingFileType
  dataSource: string
  engineSource: string
  /** One rejected row keeps all others from being loaded. */
  isStrict: boolean
  layout: Layout | undefined
  reading: Reading
  /** As it was saved. */
  record: Mapping
}

export function usedMapping(row: MappingRow): UsedMapping {
  const record: Mapping = row.record
  const layout = layoutOf(row.engine_source)
  return {
    rfmId: row.rfm_id,
    version: row.version,
    channelKey: row.channel_key,
    fileType: row.file_type,
    dataSource: row.data_source,
    engineSource: row.engine_source,
    isStrict: record.reading?.strict ?? true,
    layout,
    reading: readingOf(record, layout),
    record,
  }
}

/**
 * The mapping that reads a file of a channel: of those in use whose `file_prefix` fits its name the one that says most, of equal ones
 * the one that was saved last. Null where none does.
 */
export async function mappingForFile(
  ctx: Ctx,
  { channelKey, fileType, fileName }: { channelKey: string; fileType: MappingFileType; fileName: string },
): Promise<UsedMapping | null> {
  const fitting = (await listNewest(ctx, channelKey))
    .filter((row) => row.is_enabled && row.file_type === fileType && fitsPattern(row.file_prefix, fileName))
    .toSorted(
      (a, b) => exactness(b.file_prefix) - exactness(a.file_prefix) || b.created_at.getTime() - a.created_at.getTime(),
    )
  return fitting[0] ? usedMapping(fitting[0]) : null
}

/**
 * The mapping in use whose files bring records of a source. Of several it is the one whose pattern fits the file's name; where there is
 * one alone, it reads the file under any name, since somebody has said which source it is of.
 */
export async function mappingForSource(
  ctx: Ctx,
  { dataSource, fileName }: { dataSource: string; fileName: string },
): Promise<UsedMapping | null> {
  const of = (await listNewest(ctx)).filter((row) => row.is_enabled && row.data_source === dataSource)
  const fitting = of
    .filter((row) => fitsPattern(row.file_prefix, fileName))
    .toSorted((a, b) => exactness(b.file_prefix) - exactness(a.file_prefix))
  const [found] = fitting.length === 0 && of.length === 1 ? of : fitting
  return found ? usedMapping(found) : null
}
