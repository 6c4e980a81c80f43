import { fieldFault } from '#contract/faults.ts'
import type * as contract from '#contract/recon-sources.ts'
import { lockChannels } from '#server/channels/connections.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { currencyPairs } from './currencies.ts'
import { listPairs } from './keep-pairs.ts'
import { selectionOf } from './pairs.ts'
import { findReconciled, shownReconChannels, shownSource, shownSources } from './shown.ts'
import { insertSource } from './make-sources.ts'
import { findSource, type SourceOf } from './sources.ts'
import { wantRuns } from './want-runs.ts'

export const handlers: Handlers<typeof contract> = {
  listReconChannels: shownReconChannels,
  listDataSources: dataSources,
  listDataSourcesByServer: dataSources,

  async saveDataSource(ctx, { body }) {
    if (body.payment_channel_key) await findReconciled(ctx, body.payment_channel_key)
    await lockChannels(ctx)
    const name = body.data_source
    const found = await findSource(ctx, name)
    if (!found && body.category === 'PAYMENT_GATEWAY')
      throw fieldFault('invalidRequest', 'category', 'own_source', 'Our own transactions are a source by themselves.')
    if (found && (found.category !== body.category || channelOf(body, found) !== found.channel_key))
      throw fieldFault('invalidRequest', 'category', 'source_stays', 'A source keeps its category and its channel.')
    const wanted: SourceOf = {
      data_source: name,
      category: body.category,
      channel_key: body.payment_channel_key ?? found?.channel_key ?? '',
      currency: body.currency ?? found?.currency ?? '',
      is_sku_level: body.config?.is_sku_level ?? found?.is_sku_level ?? false,
    }
    const set = { currency: wanted.currency, is_sku_level: wanted.is_sku_level }
    const { numUpdatedRows } = await ctx.own
      .update('recon_sources')
      .set(set)
      .where('data_source', '=', name)
      .executeTakeFirstOrThrow()
    // Our own transactions of a channel have a row from the first change on.
    if (numUpdatedRows === 0n) await insertSource(ctx, wanted)
    if (found) await wantRuns(ctx, { sources: [name] }, { kind: 'source', ref: name })
    ctx.auditSubject(name, found ? changesFrom({ ...found }, { ...wanted }) : madeAs({ ...wanted }))
    return (await shownSources(ctx)).find(({ data_source }) => data_source === name) ?? shownSource(wanted)
  },

  readCurrencyMapping: async (ctx, { path }) => currencyPairs(ctx, await findReconciled(ctx, path.channelKey)),
}

const channelOf = (body: { payment_channel_key?: string | undefined }, { channel_key }: SourceOf): string =>
  body.payment_channel_key ?? channel_key

async function dataSources(ctx: Ctx) {
  const list = await shownSources(ctx)
  const map = Object.fromEntries(list.map((source) => [source.data_source, source]))
  return { data: { list, map, selection: selectionOf(list, await listPairs(ctx)) }, success: true as const }
}
