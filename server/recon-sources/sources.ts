import type { SourceCategory } from '#contract/recon-source-shapes.ts'
import { listEver } from '#server/channels/connections.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sourceNameOf } from './source-names.ts'

/** A stream of records. */
export interface SourceOf {
  data_source: string
  category: SourceCategory
  channel_key: string
  currency: string
  is_sku_level: boolean
}

/** The sources that have rows, by name. Index: primary key. */
export const listRows = (ctx: Ctx): Promise<SourceOf[]> =>
  ctx.own
    .select('recon_sources')
    .select(['data_source', 'category', 'channel_key', 'currency', 'is_sku_level'])
    .orderBy('data_source')
    .execute()

/**
 * All sources of the owner, by name. Our own transactions of each channel that takes payments are one, whether it was ever set up or
 * not, and also after the channel was removed, as money of it may still be on its way.
 */
export async function listSources(ctx: Ctx): Promise<SourceOf[]> {
  const [rows, channels] = await Promise.all([listRows(ctx), listEver(ctx)])
  const taken = new Set(rows.map(({ data_source }) => data_source))
  const kept = new Set(rows.filter(isOwnMoney).map(({ channel_key }) => channel_key))
  const own = channels
    .filter(({ pay_type, channel_key }) => pay_type === 'PAYIN' && !kept.has(channel_key))
    .map(({ channel_key }): SourceOf => {
      const data_source = sourceNameOf(channel_key, 'TXN', taken)
      taken.add(data_source)
      return { data_source, category: 'PAYMENT_GATEWAY', channel_key, currency: '', is_sku_level: false }
    })
  return [...rows, ...own].toSorted((a, b) => (a.data_source < b.data_source ? -1 : 1))
}
const isOwnMoney = ({ category }: SourceOf): boolean => category === 'PAYMENT_GATEWAY'

/** The source of a name; null for one that the owner does not have. */
export const findSource = async (ctx: Ctx, name: string): Promise<SourceOf | null> =>
  (await listSources(ctx)).find(({ data_source }) => data_source === name) ?? null
