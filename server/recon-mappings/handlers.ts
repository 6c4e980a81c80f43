import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/recon-mappings.ts'
import { readReconSample } from '#contract/recon-mappings.ts'
import { limits } from '#contract/limits.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { layouts } from '#server/recon-files/layouts.ts'
import { mappingOf } from '#server/recon-files/mapping/mapping-of.ts'
import { findVersion, listNewest, versions } from '#server/recon-files/mapping/mappings.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { findReconciled } from '#server/recon-sources/shown.ts'
import { readSample, type SampleRead } from './sample.ts'
import { saveMapping } from './save.ts'
import { changesOf, shownMapping } from './shown.ts'

export const handlers: Handlers<typeof contract> = {
  async listFileMappings(ctx, { query }) {
    const channelKey = query.payment_channel_key
    if (channelKey !== undefined) await findReconciled(ctx, channelKey)
    const rows = await listNewest(ctx, channelKey)
    return {
      content: rows.map((row) => shownMapping(ctx, row, row.version)),
      total_elements: rows.length,
      total_capped: false,
      next_cursor: null,
      previous_cursor: null,
      page: 1,
      size: limits.reconMappings,
    }
  },

  async saveFileMapping(ctx, { body }) {
    const { saved, before } = await saveMapping(ctx, body)
    const changes = before ? changesOf(before, saved) : [{ field: 'display_name', was: '', is: saved.display_name }]
    ctx.auditSubject(
      saved.rfm_id,
      Object.fromEntries(changes.map(({ field, was, is }) => [field, { before: was, after: is }])),
    )
    return shownMapping(ctx, saved, saved.version)
  },

  async listMappingVersions(ctx, { path }) {
    const asked = isUuid(path.rfm_id) ? await findVersion(ctx, path.rfm_id) : undefined
    if (!asked) throw new Fault('notFound')
    const all = await versions(ctx, asked.mapping_id)
    const newest = all[0]?.version ?? 0
    return all.map((row, at) => {
      const before = all[at + 1]
      return { ...shownMapping(ctx, row, newest), changes: before ? changesOf(before, row) : [] }
    })
  },

  listReconLayouts: async () =>
    layouts.map((layout) => ({
      key: layout.key,
      name: layout.name,
      unseen: layout.unseen ?? false,
      formats: [...layout.formats],
      category: layout.category,
      file_type: layout.fileType,
      headers: [...layout.reading.headers],
      ...mappingOf(layout.reading),
    })),

  readReconSample: prepared(readReconSample, {
    prepare: readSample,
    async handle(ctx, { body }, _http, read: SampleRead) {
      if (body.payment_channel_key) await findReconciled(ctx, body.payment_channel_key)
      return read
    },
  }),
}
