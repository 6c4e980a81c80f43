import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { SourceCategory } from '#contract/recon-source-shapes.ts'
import { lockChannels } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keepPairs } from './keep-pairs.ts'
import { sourceNameOf, type SourceEnd } from './source-names.ts'
import { listRows, listSources, type SourceOf } from './sources.ts'

/** Keeps a new source, and the pairs that it makes. The caller has locked the channels. Throws `tooMany`. */
export async function insertSource(ctx: Ctx, source: SourceOf): Promise<void> {
  if ((await listRows(ctx)).length >= limits.reconSources) throw new Fault('tooMany')
  await ctx.own.insert('recon_sources', { ...source, created_at: ctx.now, created_by: ctx.actor.name }).execute()
  await keepPairs(ctx)
}

/** The source of a channel for files of one kind, made where there is none. Throws `tooMany`. */
export async function ensureSource(
  ctx: Ctx,
  channelKey: string,
  category: Exclude<SourceCategory, 'PAYMENT_GATEWAY'>,
): Promise<string> {
  await lockChannels(ctx)
  const sources = await listSources(ctx)
  const found = sources.find((source) => source.channel_key === channelKey && source.category === category)
  if (found) return found.data_source
  const taken = new Set(sources.map(({ data_source }) => data_source))
  const name = sourceNameOf(channelKey, ends[category], taken)
  await insertSource(ctx, { data_source: name, category, channel_key: channelKey, currency: '', is_sku_level: false })
  return name
}
const ends = {
  PSP: 'SETTLEMENT',
  MARKETPLACE: 'SETTLEMENT',
  BANK: 'BANK',
  MERCHANT: 'MERCHANT',
} as const satisfies Record<Exclude<SourceCategory, 'PAYMENT_GATEWAY'>, SourceEnd>
