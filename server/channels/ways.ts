import { fits, ways, type Way } from '#contract/methods.ts'
import type { Currency } from '#contract/kit/money.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { atChannel, type AtChannel } from './at-channel.ts'

/** A way to pay with the channel that takes it. */
export interface OfferedWay extends Omit<Way, 'asks'>, AtChannel {
  channelKey: string
  channelName: string
  isDefault: boolean
}
type Row = Awaited<ReturnType<typeof readChannelWays>>[number]

/** The ways to pay of the merchant's enabled channels, the defaults first, then by channel. Index: primary keys. */
export const readChannelWays = async ({ db, owner }: Pick<Ctx, 'db' | 'owner'>) =>
  (await db.executeQuery(waysOf(owner))).rows
const waysOf = statement((owner: Places<Owner>) =>
  build
    .selectFrom('payment_methods as m')
    .innerJoin('payment_channels as c', (join) =>
      join
        .onRef('c.merchant_id', '=', 'm.merchant_id')
        .onRef('c.environment', '=', 'm.environment')
        .onRef('c.channel_key', '=', 'm.channel_key'),
    )
    .select(['m.type', 'm.sub_type', 'm.is_default', 'm.channel_key', 'c.name', 'c.country'])
    .where('m.merchant_id', '=', owner.merchantId)
    .where('m.environment', '=', owner.environment)
    .where('c.merchant_id', '=', owner.merchantId)
    .where('c.environment', '=', owner.environment)
    .where('m.is_enabled', '=', true)
    .where('c.is_enabled', '=', true)
    .orderBy('m.is_default', 'desc')
    .orderBy('m.channel_key'),
)

/**
 * The ways to pay a link of this country and currency: defaults first, then in the order of their declaration. Of
 * several channels with one way it is the default's, or the first by key.
 */
export function waysFor(rows: readonly Row[], link: { country: string; currency: Currency }): OfferedWay[] {
  const here = rows.filter(({ country }) => country === 'GLOBAL' || country === link.country)
  const offered = ways.flatMap((way): OfferedWay[] => {
    if (!fits(way, link)) return []
    const row = here.find(({ type, sub_type }) => type === way.type && sub_type === way.subType)
    if (!row) return []
    const { channel_key: channelKey, name: channelName, is_default: isDefault } = row
    return [{ ...way, ...atChannel(way, channelKey), channelKey, channelName, isDefault }]
  })
  return [...offered.filter(({ isDefault }) => isDefault), ...offered.filter(({ isDefault }) => !isDefault)]
}
