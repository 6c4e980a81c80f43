import type { z } from 'zod'
import type { CatalogueEntry, CatalogueWay } from '#contract/channel-catalogue/entry.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import type { updateChannelMethods as declaration } from '#contract/channels.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { currencyCodes, decimalText, type Currency } from '#contract/kit/money.ts'
import { ways, wayOf } from '#contract/methods.ts'
import type { KeptLimits } from '#server/db/kept-limits.ts'
import type { KeptPlan } from '#server/db/kept-plan.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { entryFor, lockChannels, lockConnected, providerOf, type ConnectedRow } from './connections.ts'
import { expectPossible, keptLimits, keptPlans } from './method-settings.ts'
import { channelLimits, shownWay } from './shown.ts'

type Body = Input<typeof declaration>['body']
type Asked = NonNullable<Body['methods']>[number]

type WayKey = Pick<CatalogueWay, 'type' | 'subType'>
/** What the merchant has set of a way. */
export interface Setting {
  is_enabled: boolean
  is_default: boolean
  limits: KeptLimits
  plans: KeptPlan[]
}
/** A way that the channel has got since it was connected is off until it is switched on. */
export const unset: Setting = { is_enabled: false, is_default: false, limits: {}, plans: [] }

/** Each way of a channel as the merchant has set it, in the order of the shopper's page. */
export async function shownMethods(ctx: Ctx, row: ConnectedRow): Promise<z.output<typeof PayMethod>[]> {
  const settings = await settingsOf(ctx, row.channel_key)
  const entry = entryFor(row)
  return inOrder(entry).map((way) => {
    const { is_enabled, is_default, limits, plans } = settings.get(wayName(way)) ?? unset
    return {
      ...shownWay(entry, way),
      payment_channel_key: row.channel_key,
      is_enabled,
      is_default,
      tokenization_possible: wayOf(way.type, way.subType)?.asks.includes('card') ?? false,
      logo: '',
      limits: boundsOf(way, limits),
      channel_limits: channelLimits(way),
      instalments: plans.map(({ months, currency, minimum, interest, sponsored, bank }) => ({
        months,
        currency,
        minimum: minimum === null ? null : BigInt(minimum),
        interest_percent: interest,
        is_merchant_sponsored: sponsored,
        bank_code: bank,
      })),
    }
  })
}

/**
 * Sets ways of a channel; what is not sent stays. A way that becomes the default ceases to be that of the merchant's other
 * channels, under the lock of them all.
 */
export async function updateMethods(ctx: Ctx, channelKey: string, body: Body): Promise<Changes> {
  await lockChannels(ctx)
  const row = await lockConnected(ctx, channelKey)
  const entry = entryFor(row)
  providerOf(ctx, entry)
  const settings = await settingsOf(ctx, channelKey)
  const changes: Changes = {}
  const asked = new Set<string>()
  for (const [index, one] of (body.methods ?? []).entries()) {
    const way = wayAsked(entry, one, `methods.${index}`)
    const name = wayName(way)
    if (asked.has(name)) throw fieldFault('methodImpossible', `methods.${index}.type`, 'given_twice')
    asked.add(name)
    const before = settings.get(name) ?? unset
    const after = settingAfter(before, one)
    expectPossible(entry, way, one, { after, path: `methods.${index}` })
    if (after.is_default && !before.is_default) await endDefault(ctx, way)
    await writeSetting(ctx, channelKey, way, after)
    settings.set(name, after)
    Object.assign(changes, named(name, changesFrom(settingFacts(before), settingFacts(after))))
  }
  if (body.instalments) {
    const way = entry.ways.find((one) => wayOf(one.type, one.subType)?.asks.includes('plan'))
    if (!way) throw fieldFault('methodUnknown', 'instalments', 'no_such_way')
    const before = settings.get(wayName(way)) ?? unset
    const after = { ...before, plans: keptPlans(entry, way, body.instalments) }
    await writeSetting(ctx, channelKey, way, after)
    Object.assign(changes, named(wayName(way), changesFrom(settingFacts(before), settingFacts(after))))
  }
  return changes
}

function settingAfter(before: Setting, { is_enabled = before.is_enabled, is_default, limits }: Asked): Setting {
  return {
    ...before,
    is_enabled,
    // A way that is off is nobody's first choice.
    is_default: is_enabled && (is_default ?? before.is_default),
    ...(limits && { limits: keptLimits(limits) }),
  }
}

/** The way that a request names. Without a sub-type it is the first of the method. Throws `methodUnknown`. */
function wayAsked(entry: CatalogueEntry, { type, sub_type: subType }: Asked, path: string): CatalogueWay {
  const way = inOrder(entry).find((one) => one.type === type && (subType === undefined || one.subType === subType))
  if (!way) throw fieldFault('methodUnknown', `${path}.type`, 'no_such_way')
  return way
}

/** The channel's ways in the order of the shopper's page. */
const inOrder = (entry: CatalogueEntry): CatalogueWay[] =>
  ways.flatMap(({ type, subType }) => entry.ways.filter((way) => way.type === type && way.subType === subType))
export const wayName = ({ type, subType }: WayKey): string => (subType ? `${type}.${subType}` : type)

/** What the owner has set of the ways of each of its channels. Index: primary key. */
export const listSettings = (ctx: Ctx) =>
  ctx.own
    .select('payment_methods')
    .select(['channel_key', 'type', 'sub_type', 'is_enabled', 'is_default', 'limits', 'plans'])
    .execute()

/** Index: primary key. */
async function settingsOf(ctx: Ctx, channelKey: string): Promise<Map<string, Setting>> {
  const rows = await ctx.own
    .select('payment_methods')
    .select(['type', 'sub_type', 'is_enabled', 'is_default', 'limits', 'plans'])
    .where('channel_key', '=', channelKey)
    .execute()
  return new Map(
    rows.map(({ type, sub_type: subType, ...setting }) => [subType ? `${type}.${subType}` : type, setting]),
  )
}

export async function writeSetting(
  ctx: Ctx,
  channelKey: string,
  { type, subType }: WayKey,
  setting: Setting,
): Promise<void> {
  const { limits, plans, ...flags } = setting
  const set = { ...flags, limits: JSON.stringify(limits), plans: JSON.stringify(plans) }
  await ctx.own
    .insert('payment_methods', { channel_key: channelKey, type, sub_type: subType, ...set })
    .onConflict((same) =>
      same.columns(['merchant_id', 'environment', 'channel_key', 'type', 'sub_type']).doUpdateSet(set),
    )
    .execute()
}

/** Nobody is the way's first choice any more. */
export const endDefault = (ctx: Ctx, { type, subType }: WayKey) =>
  ctx.own
    .update('payment_methods')
    .set({ is_default: false })
    .where('type', '=', type)
    .where('sub_type', '=', subType)
    .where('is_default', '=', true)
    .execute()

/** The bounds that hold in each currency: the merchant's where it has set some, else the channel's. */
export function boundsOf(way: CatalogueWay, limits: KeptLimits) {
  const own = new Map(channelLimits(way).map((bounds) => [bounds.currency, bounds]))
  return currencyCodes.flatMap((currency) => {
    const [theirs, set] = [own.get(currency), limits[currency]]
    if (!theirs && !set) return []
    return {
      currency,
      minimum: set?.minimum === undefined ? (theirs?.minimum ?? null) : BigInt(set.minimum),
      maximum: set?.maximum === undefined ? (theirs?.maximum ?? null) : BigInt(set.maximum),
    }
  })
}

/** A setting as the audit log shows it. */
export const settingFacts = ({ is_enabled, is_default, limits, plans }: Setting) => ({
  is_enabled,
  is_default,
  limits: Object.entries(limits)
    .map(
      ([currency, { minimum, maximum }]) =>
        `${currency} ${boundText(minimum, currency)}–${boundText(maximum, currency)}`,
    )
    .join(', '),
  instalments: plans
    .map(({ months, bank, interest }) => [months, bank, `${interest}%`].filter(Boolean).join(' '))
    .join(', '),
})
const boundText = (minor: string | undefined, currency: string): string =>
  minor === undefined ? '' : decimalText(BigInt(minor), currency as Currency)
/** Changes of one way among those of its channel. */
export const named = (name: string, changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [`${name}.${field}`, change]))
