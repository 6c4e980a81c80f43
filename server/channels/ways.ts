import { sql } from 'kysely'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { Currency } from '#contract/kit/money.ts'
import { fits, planMonths, ways, type Way } from '#contract/methods.ts'
import type { SkipReason } from '#contract/routing.ts'
import type { KeptPlan } from '#server/db/kept-plan.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { inOrderOf, isFirstIn, isOnIn, setCountries, settingsByWay } from './country-settings.ts'
import { unfitOf } from './way-facts.ts'

/** A way to pay with the channel that takes it. */
export interface OfferedWay extends Way, ChannelOffer {
  isDefault: boolean
  /** Every channel that has the way, that of `channelKey` before the others that can take it. */
  takers: readonly Taker[]
}
/** What a way to pay is like at a channel. */
interface ChannelOffer {
  channelKey: string
  catalogueKey: string
  channelName: string
  /** Of a way in instalments: the months over which the channel's plans run; of others none. */
  planMonths: readonly number[]
}
/** A channel with a way to pay, and why it cannot take it here; null where it can. */
interface Taker extends ChannelOffer {
  unfit: SkipReason | null
  /** Its provider refuses the credentials, so the channel rests. */
  isRefused: boolean
}
export type WayRow = Awaited<ReturnType<typeof readChannelWays>>[number]

/** What is to be paid. Without an amount, bounds are not looked at. */
interface Payment {
  country: string
  currency: Currency
  /** Of a range among which the shopper chooses, the largest. */
  amountMinor?: bigint | undefined
  /** The smallest amount of a range; absent for the one amount. */
  leastMinor?: bigint | undefined
  /** It sets up a mandate: the ways that do are offered, and no others. */
  recurring?: boolean | undefined
  /** The channels that alone may take it, in whose order the rows are; absent where the country's first choice comes first. */
  channels?: readonly string[] | undefined
}

/**
 * The ways to pay of the merchant's channels, the defaults first, then those of the channel that was connected first. Those
 * that are not enabled are among them, and each has what is set of it in countries. Index: primary keys.
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
    .innerJoin('merchants', 'merchants.merchant_id', 'c.merchant_id')
    .leftJoin(settingsByWay(owner).as('s'), (join) =>
      join
        .onRef('s.channel_key', '=', 'm.channel_key')
        .onRef('s.type', '=', 'm.type')
        .onRef('s.sub_type', '=', 'm.sub_type'),
    )
    .select(['m.type', 'm.sub_type', 'm.is_default', 'm.limits', 'm.plans', 'm.channel_key', 'c.name', 'c.country'])
    .select(['c.catalogue_key', 'c.credentials_state', 'merchants.country as merchant_country'])
    .select(['c.removed_at', 's.in_countries'])
    .select(setCountries(owner).as('set_countries'))
    .select(sql<boolean>`m.is_enabled and c.is_enabled`.as('is_enabled'))
    .where('m.merchant_id', '=', owner.merchantId)
    .where('m.environment', '=', owner.environment)
    .where('c.merchant_id', '=', owner.merchantId)
    .where('c.environment', '=', owner.environment)
    .where('merchants.merchant_id', '=', owner.merchantId)
    .orderBy('m.is_default', 'desc')
    .orderBy('c.created_at')
    .orderBy('m.channel_key'),
)

/**
 * The ways to pay a link of this country, currency and amount: defaults first, then in the order of their declaration. Of
 * several channels with one way it is the default's, or that of the channel that was connected first.
 */
export function waysFor(rows: readonly WayRow[], payment: Payment): OfferedWay[] {
  const offered = ways.flatMap((way): OfferedWay[] => {
    if (!fits(way, payment) || (way.recurring ?? false) !== (payment.recurring ?? false)) return []
    const takers = takersOf(rows, way, payment)
    const first = takers.find(({ unfit }) => unfit === null)
    if (!first) return []
    const { unfit: _, isRefused: _refused, ...offer } = first
    const own = rows.filter((row) => isOf(row, way))
    const isDefault = own.some((row) => row.channel_key === first.channelKey && isFirstIn(row, own, payment.country))
    return [{ ...way, ...offer, isDefault, takers }]
  })
  return [...offered.filter(({ isDefault }) => isDefault), ...offered.filter(({ isDefault }) => !isDefault)]
}

/** The rows of the channels that may take a payable, in the order in which they are tried. */
export const rowsOf = (rows: readonly WayRow[], { channels }: { channels?: readonly string[] }): readonly WayRow[] =>
  channels ? channels.flatMap((key) => rows.filter((row) => row.channel_key === key)) : rows

/** Every channel that has a way to pay, and why it cannot take this payment; null where it can. */
export function takersOf(rows: readonly WayRow[], way: Way, payment: Payment): Taker[] {
  const own = rows.filter((row) => isOf(row, way))
  return (payment.channels ? own : inOrderOf(own, payment.country)).map((row) => ({
    ...offerOf(way, row, payment),
    unfit: whyUnfit(row, payment),
    isRefused: row.credentials_state === 'refused',
  }))
}
export const isOf = (row: WayRow, way: Way): boolean => row.type === way.type && row.sub_type === way.subType

const offerOf = (way: Way, row: WayRow, payment: Payment): ChannelOffer => ({
  channelKey: row.channel_key,
  catalogueKey: row.catalogue_key,
  channelName: row.name,
  planMonths: monthsOf(way, row, payment),
})

/**
 * Why a channel cannot take a payment in this way: by its own country and bounds, by what its provider can do, and last by what the
 * merchant has set of the payment's country.
 */
export function whyUnfit(row: WayRow, payment: Payment): SkipReason | null {
  if (!row.is_enabled) return 'disabled'
  if (row.country !== 'GLOBAL' && row.country !== payment.country) return 'country'
  const entry = catalogueEntry(row.catalogue_key)
  const way = entry?.ways.find(({ type, subType }) => type === row.type && subType === row.sub_type)
  if (!entry || !way) return 'way'
  const unfit = unfitOf(entry, way, { ...payment, accountCountry: row.merchant_country })
  if (unfit) return unfit
  const { minimum, maximum } = row.limits[payment.currency] ?? {}
  const { amountMinor, leastMinor = amountMinor } = payment
  const isOff = isOnIn(row, payment.country) ? null : 'country_off'
  if (amountMinor === undefined || leastMinor === undefined) return isOff
  if (minimum !== undefined && amountMinor < BigInt(minimum)) return 'amount'
  if (maximum !== undefined && leastMinor > BigInt(maximum)) return 'amount'
  return row.plans.length === 0 || row.plans.some((plan) => isOpen(plan, payment)) ? isOff : 'amount'
}

/** The months of the plans that are open to a payment; all where the channel names no plans. */
function monthsOf({ asks }: Way, { plans }: WayRow, payment: Payment): readonly number[] {
  if (!asks.includes('plan')) return []
  const open = plans.filter((plan) => isOpen(plan, payment))
  return plans.length === 0 ? planMonths : planMonths.filter((months) => open.some((plan) => plan.months === months))
}
const isOpen = ({ currency, minimum }: KeptPlan, payment: Payment): boolean =>
  currency === payment.currency &&
  (minimum === null || payment.amountMinor === undefined || payment.amountMinor >= BigInt(minimum))
