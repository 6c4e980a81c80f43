import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import type { PayChannel } from '#contract/channels.ts'
import { currencyCodes, toMinor, type Currency } from '#contract/kit/money.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { overlaps, takenBy, type ReachConditions } from '#contract/routing-reach.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import type { RuleContent } from './rule-values.ts'

type Conditions = RoutingRule['conditions']
type CatalogueWay = CatalogueChannel['ways'][number]
type Placed = Pick<RoutingRule, 'routing_ref' | 'conditions' | 'is_enabled' | 'is_default'>

/** The bounds in minor units. A number that its currency does not have bounds nothing. */
export function reachOf({ amount, ...conditions }: Conditions): ReachConditions {
  const minor = (value: number | null, currency: Currency) => {
    const found = value === null ? null : toMinor(value, currency)
    return typeof found === 'bigint' ? found : null
  }
  return {
    ...conditions,
    ...(amount && {
      amount: amount.map(({ currency, min, max }) => ({
        currency,
        min: minor(min, currency),
        max: minor(max, currency),
      })),
    }),
  }
}

/**
 * The rules that take every order before a rule, by their places in the list; empty when no order can meet its conditions, and
 * null when some order may be left to it. The default rule also takes what other rules have no channel for.
 */
export function takenBefore(rules: readonly Placed[], rule: Placed): number[] | null {
  const at = rule.is_default ? 0 : rules.indexOf(rule)
  const earlier = rules.flatMap((one, place) =>
    place < at && one.is_enabled && !one.is_default ? [{ one, place }] : [],
  )
  const found = takenBy(
    reachOf(rule.conditions),
    earlier.map(({ one }) => reachOf(one.conditions)),
  )
  return found?.flatMap((index) => earlier[index]?.place ?? []) ?? null
}

/** Why a channel of a rule takes nothing at present. */
export type ChannelConflict = 'gone' | 'external' | 'disabled' | 'unfit'

/** Why a channel takes none of the orders for which the rule is; null where it may take some. */
export function channelConflict(
  { channel_key: key, method_key: method }: Pick<RuleContent['channels'][number], 'channel_key' | 'method_key'>,
  conditions: Conditions,
  { own, catalogue }: { own: readonly PayChannel[]; catalogue: readonly CatalogueChannel[] },
): ChannelConflict | null {
  const channel = own.find((one) => one.key === key)
  const entry = catalogue.find((one) => one.key === channel?.catalogue_key)
  if (!channel || !entry) return 'gone'
  if (channel.type === 'External') return 'external'
  if (!channel.is_enabled) return 'disabled'
  const reach = reachOf(conditions)
  const takesSome = entry.ways
    .filter(({ type }) => method === '' || type === method)
    .some((way) => overlaps(reach, waysReach(way, entry, channel)))
  return takesSome ? null : 'unfit'
}

/** What a channel takes in one way to pay, as conditions. */
function waysReach(
  way: CatalogueWay,
  { currencies: settled }: CatalogueChannel,
  { country }: PayChannel,
): ReachConditions {
  const sets = [way.currencies, settled].filter((some) => some.length > 0)
  const currencies = currencyCodes.filter((code) => sets.every((some) => some.includes(code)))
  const own = country === 'GLOBAL' ? null : country
  const countries =
    own && way.countries.length === 0 ? [own] : way.countries.filter((one) => own === null || one === own)
  const amount = currencies.map((currency) => {
    const { minimum = null, maximum = null } = way.limits.find((one) => one.currency === currency) ?? {}
    return { currency, min: minimum, max: maximum }
  })
  return {
    ...reachOf({ amount }),
    methods: [{ type: way.type as OfferedMethod, sub_type: way.sub_type }],
    ...((own || way.countries.length > 0) && { countries }),
  }
}
