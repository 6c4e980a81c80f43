import { sql } from 'kysely'
import { fits, ways, type Way } from '#contract/methods.ts'
import type { SkipReason } from '#contract/routing.ts'
import type { Currency } from '#contract/kit/money.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'

/** A way to pay with the channel that takes it. */
export interface OfferedWay extends Way {
  channelKey: string
  channelName: string
  isDefault: boolean
  /** Every channel that has the way, that of `channelKey` before the others that can take it. */
  takers: readonly Taker[]
}
/** A channel with a way to pay, and why it cannot take it here; null where it can. */
interface Taker {
  channelKey: string
  channelName: string
  unfit: SkipReason | null
}
type Row = Awaited<ReturnType<typeof readChannelWays>>[number]

/**
 * The ways to pay of the merchant's channels, the defaults first, then by channel. Those that are not enabled are among them.
 * Index: primary keys.
 */
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
    .select(sql<boolean>`m.is_enabled and c.is_enabled`.as('is_enabled'))
    .where('m.merchant_id', '=', owner.merchantId)
    .where('m.environment', '=', owner.environment)
    .where('c.merchant_id', '=', owner.merchantId)
    .where('c.environment', '=', owner.environment)
    .orderBy('m.is_default', 'desc')
    .orderBy('m.channel_key'),
)

/**
 * The ways to pay a link of this country and currency: defaults first, then in the order of their declaration. Of
 * several channels with one way it is the default's, or the first by key.
 */
export function waysFor(rows: readonly Row[], link: { country: string; currency: Currency }): OfferedWay[] {
  const offered = ways.flatMap((way): OfferedWay[] => {
    const has = fits(way, link)
      ? rows.filter(({ type, sub_type }) => type === way.type && sub_type === way.subType)
      : []
    const row = has.find((one) => unfitOf(one, link) === null)
    if (!row) return []
    const takers = has.map((one) => ({
      channelKey: one.channel_key,
      channelName: one.name,
      unfit: unfitOf(one, link),
    }))
    return [{ ...way, channelKey: row.channel_key, channelName: row.name, isDefault: row.is_default, takers }]
  })
  return [...offered.filter(({ isDefault }) => isDefault), ...offered.filter(({ isDefault }) => !isDefault)]
}

function unfitOf({ is_enabled, country }: Row, link: { country: string }): Taker['unfit'] {
  if (!is_enabled) return 'disabled'
  return country === 'GLOBAL' || country === link.country ? null : 'country'
}
