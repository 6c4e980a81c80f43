import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { Fault } from '#contract/faults.ts'
import type { ReconChannel, ReconSource } from '#contract/recon-sources.ts'
import type { z } from 'zod'
import type { ReconChannelSchema } from '#contract/recon-sources.ts'
import { listConnected, listEver, type ConnectedRow } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { filePeriods, lastFiles, nextLooks, readBySettlements } from './files-of-sources.ts'
import { ownPeriods } from './own-records.ts'
import { listSources, type SourceOf } from './sources.ts'

/** The channels that reconciliation is about: those that take payments or only reconcile. */
export const listReconciled = async (ctx: Ctx): Promise<ConnectedRow[]> =>
  (await listConnected(ctx)).filter(({ pay_type }) => pay_type === 'PAYIN')

/** One of them. Throws `channelUnknown`. */
export async function findReconciled(ctx: Ctx, channelKey: string): Promise<ConnectedRow> {
  const found = (await listReconciled(ctx)).find(({ channel_key }) => channel_key === channelKey)
  if (!found) throw new Fault('channelUnknown')
  return found
}

/** All sources with the days of their records. */
export async function shownSources(ctx: Ctx): Promise<ReconSource[]> {
  const [sources, channels] = await Promise.all([listSources(ctx), listEver(ctx)])
  const ownKeys = new Set(
    sources.flatMap(({ category, channel_key }) => (category === 'PAYMENT_GATEWAY' ? [channel_key] : [])),
  )
  const asked = channels
    .filter(({ channel_key }) => ownKeys.has(channel_key))
    .map(({ channel_key, name, catalogue_key }) => ({
      channelKey: channel_key,
      names: [channel_key, name, catalogue_key],
    }))
  const [own, files] = await Promise.all([ownPeriods(ctx, asked), filePeriods(ctx)])
  return sources.map((source) => {
    const period = source.category === 'PAYMENT_GATEWAY' ? own.get(source.channel_key) : files.get(source.data_source)
    return { ...shownSource(source), from: period?.from ?? null, to: period?.to ?? null }
  })
}

export const shownSource = ({ data_source, category, channel_key, currency, is_sku_level }: SourceOf): ReconSource => ({
  data_source,
  category,
  payment_channel_key: channel_key,
  currency,
  config: { is_sku_level },
  from: null,
  to: null,
})

/** The channels with their sources, files and schedules. */
export async function shownReconChannels(ctx: Ctx): Promise<z.output<typeof ReconChannelSchema>[]> {
  const channels = await listReconciled(ctx)
  const [sources, read, last, next] = await Promise.all([
    shownSources(ctx),
    readBySettlements(ctx),
    lastFiles(ctx),
    nextLooks(ctx),
  ])
  return channels.map((channel) => ({
    payment_channel_key: channel.channel_key,
    catalogue_key: channel.catalogue_key,
    name: channel.name,
    type: typeOf(channel),
    country: channel.country,
    is_enabled: channel.is_enabled,
    is_set_up: read.has(channel.channel_key),
    sources: sources.filter(({ payment_channel_key }) => payment_channel_key === channel.channel_key),
    last_file: last.get(channel.channel_key) ?? null,
    next_expected: next.get(channel.channel_key) ?? null,
  }))
}
const typeOf = ({ catalogue_key: key }: ConnectedRow): ReconChannel['type'] => catalogueEntry(key)?.type ?? 'Gateway'
