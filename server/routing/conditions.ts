import type { Currency } from '#contract/kit/money.ts'
import { localText } from '#contract/kit/zoned-day.ts'
import type { Way } from '#contract/methods.ts'
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

/** `weekday` as in ISO 8601: 1 is Monday. */
interface LocalTime {
  weekday: number
  hour: number
}

/** The weekday and hour of a moment in a time zone. */
export function localTime(moment: Date, timeZone: string): LocalTime {
  const text = localText(moment, timeZone)
  return { weekday: new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7, hour: Number(text.slice(11, 13)) }
}

/** Whether all conditions that do not depend on the way to pay hold. */
export function holds(conditions: KeptConditions, order: RoutedOrder): boolean {
  const { currencies, countries, sources } = conditions
  return (
    (!currencies || currencies.includes(order.currency)) &&
    (!countries || countries.includes(order.country)) &&
    (!sources || sources.includes(order.source)) &&
    amountHolds(conditions.amount, order) &&
    timeHolds(conditions, order)
  )
}

/** Whether the condition on the way to pay holds. */
export const takesWay = ({ methods }: KeptConditions, { type, subType }: Pick<Way, 'type' | 'subType'>): boolean =>
  !methods || methods.some((one) => one.type === type && (one.sub_type === '' || one.sub_type === subType))

function amountHolds(bounds: KeptConditions['amount'], { currency, amountMinor }: RoutedOrder): boolean {
  if (!bounds) return true
  const { min, max } = bounds.find((one) => one.currency === currency) ?? {}
  if (min === undefined || max === undefined) return false
  return (min === null || amountMinor >= BigInt(min)) && (max === null || amountMinor <= BigInt(max))
}

/** What follows midnight belongs to the day on which the stretch began. */
function timeHolds({ weekdays, from_hour, to_hour }: KeptConditions, { local }: RoutedOrder): boolean {
  if (!weekdays && from_hour === undefined && to_hour === undefined) return true
  const [from, to, now] = [from_hour ?? 0, to_hour ?? 24, local()]
  const overMidnight = from >= to
  const afterMidnight = overMidnight && now.hour < to
  if (overMidnight ? now.hour < from && !afterMidnight : now.hour < from || now.hour >= to) return false
  const dayBefore = now.weekday === 1 ? 7 : now.weekday - 1
  return !weekdays || weekdays.includes(afterMidnight ? dayBefore : now.weekday)
}
