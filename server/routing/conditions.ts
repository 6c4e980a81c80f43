import { takesWay, timeHolds, type LocalTime } from '#contract/routing-conditions.ts'
import type { Currency } from '#contract/kit/money.ts'
import { localText } from '#contract/kit/zoned-day.ts'
import type { Way } from '#contract/methods.ts'
import type { RouteCondition } from '#contract/routing.ts'
import type { KeptConditions } from '#server/db/kept-routing.ts'

/** An order as the conditions of rules see it. */
export interface RoutedOrder {
  merchantOrderRef: string
  amountMinor: bigint
  currency: Currency
  /** ISO 3166-1 alpha-2. */
  country: string
  /** `source` of its payments on the wire. */
  source: string
  /** The weekday and hour in the merchant's time zone, computed when a rule asks for them. */
  local: () => LocalTime
}

/** The weekday and hour of a moment in a time zone. */
export function localTime(moment: Date, timeZone: string): LocalTime {
  const text = localText(moment, timeZone)
  return { weekday: new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7, hour: Number(text.slice(11, 13)) }
}

/** The first condition of a rule that does not hold; null where the rule is for the order. */
export function unmet(
  conditions: KeptConditions,
  order: RoutedOrder,
  way: Pick<Way, 'type' | 'subType'>,
): RouteCondition | null {
  const { currencies, countries, sources } = conditions
  if (!takesWay(conditions, way)) return 'method'
  if (currencies && !currencies.includes(order.currency)) return 'currency'
  if (countries && !countries.includes(order.country)) return 'country'
  if (sources && !sources.includes(order.source)) return 'source'
  return unmetByAmount(conditions.amount, order) ?? (timeHolds(conditions, order.local) ? null : 'time')
}

function unmetByAmount(bounds: KeptConditions['amount'], order: RoutedOrder): 'currency' | 'amount' | null {
  if (!bounds) return null
  const { min, max } = bounds.find((one) => one.currency === order.currency) ?? {}
  if (min === undefined || max === undefined) return 'currency'
  const { amountMinor } = order
  const isWithin = (min === null || amountMinor >= BigInt(min)) && (max === null || amountMinor <= BigInt(max))
  return isWithin ? null : 'amount'
}
