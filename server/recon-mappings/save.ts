import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { saveFileMapping } from '#contract/recon-mappings.ts'
import type { Mapping, MappingSourceType } from '#contract/recon-mapping-shapes.ts'
import type { SourceCategory } from '#contract/recon-source-shapes.ts'
import { lockChannels } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import type { Layout } from '#server/recon-files/layout.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { findVersion, listNewest, type MappingRow } from '#server/recon-files/mapping/mappings.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import { findReconciled } from '#server/recon-sources/shown.ts'
import { ensureSource } from '#server/recon-sources/make-sources.ts'
import { findSource } from '#server/recon-sources/sources.ts'
import { mappingFaults } from './check.ts'

type Wanted = Input<typeof saveFileMapping>['body']

/**
 * Keeps a mapping, or the next version of one, and returns it with the version before. Of two edits of one version at once the later
 * one is refused, as what it was made from is no longer the newest.
 */
export async function saveMapping(ctx: Ctx, wanted: Wanted): Promise<{ saved: MappingRow; before: MappingRow | null }> {
  const {
    payment_channel_key: channelKey,
    parent_rfm_id: parentId,
    environment: _,
    chaipay_key: __,
    ...mapping
  } = wanted
  await findReconciled(ctx, channelKey)
  // Versions and sources of the merchant are made one after the other.
  await lockChannels(ctx)
  const before =
    parentId === undefined ? null : await newestFrom(ctx, parentId, { channelKey, fileType: mapping.file_type })
  const layout = layoutOf(mapping.engine_source)
  expectReadable(mapping, layout)
  await expectPlace(ctx, mapping, { channelKey, before })
  const rfmId = newId()
  const dataSource = await sourceOf(ctx, mapping, { channelKey, layout, before })
  await ctx.own
    .insert('recon_mappings', {
      rfm_id: rfmId,
      mapping_id: before?.mapping_id ?? rfmId,
      version: (before?.version ?? 0) + 1,
      parent_rfm_id: before?.rfm_id ?? null,
      channel_key: channelKey,
      file_type: mapping.file_type,
      data_source: dataSource,
      engine_source: mapping.engine_source,
      file_prefix: mapping.file_prefix ?? '',
      display_name: mapping.display_name,
      is_enabled: mapping.is_enabled ?? true,
      record: JSON.stringify(mapping),
      created_by: mapping.created_by ?? 'MERCHANT',
      saved_by: ctx.actor.name,
      created_at: ctx.now,
    })
    .execute()
  const saved = await findVersion(ctx, rfmId)
  if (!saved) throw new Error('a mapping is not there after it was saved')
  return { saved, before }
}

/** The version that an edit was made from, as long as it is the newest. Throws `notFound`, and `mappingChanged`. */
async function newestFrom(
  ctx: Ctx,
  parentId: string,
  { channelKey, fileType }: { channelKey: string; fileType: string },
): Promise<MappingRow> {
  const parent = isUuid(parentId) ? await findVersion(ctx, parentId) : undefined
  if (!parent || parent.channel_key !== channelKey || parent.file_type !== fileType) throw new Fault('notFound')
  const newest = (await listNewest(ctx, channelKey)).find(({ mapping_id }) => mapping_id === parent.mapping_id)
  if (newest?.rfm_id !== parent.rfm_id) throw new Fault('mappingChanged')
  if (parent.version >= limits.reconMappingVersions) throw new Fault('tooMany')
  return parent
}

/** Throws `mappingRefused` for a mapping by which no file could be read. */
export function expectReadable(mapping: Mapping, layout: Layout | undefined): void {
  const errors = mappingFaults(mapping, layout, readingOf(mapping, layout))
  if (errors.length > 0) throw new Fault('mappingRefused', { errors })
}

/** Throws `mappingRefused` where another mapping in use reads files of the same names, and `tooMany`. */
async function expectPlace(
  ctx: Ctx,
  mapping: Mapping,
  { channelKey, before }: { channelKey: string; before: MappingRow | null },
): Promise<void> {
  const others = (await listNewest(ctx)).filter(({ mapping_id }) => mapping_id !== before?.mapping_id)
  if (!before && others.length >= limits.reconMappings) throw new Fault('tooMany')
  const prefix = mapping.file_prefix ?? ''
  const same = others.find(
    (other) =>
      other.is_enabled &&
      other.channel_key === channelKey &&
      other.file_type === mapping.file_type &&
      other.file_prefix.toLowerCase() === prefix.toLowerCase(),
  )
  if (!same || mapping.is_enabled === false) return
  const text = `${same.display_name} reads files of the same names.`
  const params = { name: same.display_name }
  throw new Fault('mappingRefused', { errors: [{ path: 'file_prefix', reason: 'same_files', params, text }] })
}

/** The source that the mapping's files bring records of. It stays the same from version to version, unless another is named. */
async function sourceOf(
  ctx: Ctx,
  mapping: Mapping,
  { channelKey, layout, before }: { channelKey: string; layout: Layout | undefined; before: MappingRow | null },
): Promise<string> {
  const named = mapping.data_source
  if (named === undefined) return before?.data_source ?? ensureSource(ctx, channelKey, categoryOf(mapping, layout))
  const source = await findSource(ctx, named)
  const isFit = source && source.category !== 'PAYMENT_GATEWAY' && ['', channelKey].includes(source.channel_key)
  if (isFit) return named
  const text = 'There is no source of this channel with this name.'
  throw new Fault('mappingRefused', { errors: [{ path: 'data_source', reason: 'no_such_source', text }] })
}

function categoryOf(mapping: Mapping, layout: Layout | undefined): Exclude<SourceCategory, 'PAYMENT_GATEWAY'> {
  if (mapping.file_type === 'transaction') return 'MERCHANT'
  return mapping.source_type === undefined && layout ? layout.category : categories[mapping.source_type ?? 'PROVIDER']
}
const categories = {
  PROVIDER: 'PSP',
  MARKETPLACE: 'MARKETPLACE',
  MERCHANT: 'MERCHANT',
  BANK: 'BANK',
} as const satisfies Record<MappingSourceType, Exclude<SourceCategory, 'PAYMENT_GATEWAY'>>
