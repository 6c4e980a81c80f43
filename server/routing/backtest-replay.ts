import type { Currency } from '#contract/kit/money.ts'
import { fits, wayOf, ways, type PaymentMethod, type Way } from '#contract/methods.ts'
import { takersOf, type readChannelWays } from '#server/channels/ways.ts'
import { localTime } from './conditions.ts'
import { decide, type Rule } from './decide.ts'

/** What many past payments have in common. */
export interface Kind {
  method: PaymentMethod
  subType: string
  currency: Currency
  country: string
  source: string
  /** The channel that the payment was at. */
  channelKey: string
  succeeded: boolean
}

/** What routing decides by today. */
export interface Setting {
  /** The rules in the order in which they are tried, those that are enabled. */
  rules: readonly Rule[]
  channelWays: Awaited<ReturnType<typeof readChannelWays>>
  timeZone: string
}

/** Decides about past payments of one kind: the channel that one would go to, null where no channel takes it any more. */
export type Replay = (merchantOrderRef: string, amountMinor: bigint, createdAt: string) => string | null

/**
 * Decides about past payments as routing would today, at the time of each: by `decide`, with the same draw. Nothing rests, and
 * nothing was left: of an order that was failed over only the first attempt is meant.
 */
export function replayOf({ rules, channelWays, timeZone }: Setting, kind: Kind): Replay {
  const { method, subType, currency, country, source } = kind
  const way = wayOf(method, subType) ?? firstOf(method)
  if (!way) return () => null
  const own = channelWays.filter((row) => row.type === way.type && row.sub_type === way.subType)
  const isOffered = fits(way, { country, currency })
  return (merchantOrderRef, amountMinor, createdAt) => {
    const local = () => localTime(new Date(createdAt), timeZone)
    const order = { merchantOrderRef, amountMinor, currency, country, source, local }
    const { choices } = decide(rules, {
      order,
      way,
      takers: isOffered ? takersOf(own, way, { country, currency, amountMinor }) : [],
      resting: nothing,
      left: nothing,
    })
    return choices[0]?.channelKey ?? null
  }
}
const nothing: ReadonlySet<string> = new Set()

/** Payments from before sub-types have none. */
const firstOf = (method: PaymentMethod): Way | undefined => ways.find(({ type }) => type === method)

interface Placed {
  routing_ref: string
  is_default: boolean
  position: number
}

/** The rules with one of them in the place of its saved self, or among them where it is new. */
export function rulesWith<One extends Placed>(rules: readonly One[], trial: One): One[] {
  const at = rules.findIndex((rule) => rule.routing_ref === trial.routing_ref)
  const others = rules.filter((rule) => rule.routing_ref !== trial.routing_ref)
  const isBefore = (rule: One, index: number) =>
    rule.position < trial.position || (rule.position === trial.position && (at === -1 || index < at))
  return [
    ...others.filter((rule) => isBefore(rule, rules.indexOf(rule))),
    trial,
    ...others.filter((rule) => !isBefore(rule, rules.indexOf(rule))),
  ]
}
