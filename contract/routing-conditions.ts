import type { Currency } from './kit/money.ts'
import type { OfferedMethod, Way } from './methods.ts'

/** The conditions of a routing rule, with bounds of the type `Bound`; a condition that is absent holds for every order. */
export interface RouteConditions<Bound> {
  currencies?: readonly Currency[] | undefined
  /** ISO 3166-1 alpha-2. */
  countries?: readonly string[] | undefined
  /** Orders in another currency than these do not fit. Bounds are inclusive; null for none. */
  amount?: readonly { currency: Currency; min: Bound | null; max: Bound | null }[] | undefined
  /** An empty sub-type stands for every sub-type. */
  methods?: readonly { type: OfferedMethod; sub_type?: string | undefined }[] | undefined
  sources?: readonly string[] | undefined
  /** ISO 8601: 1 is Monday. */
  weekdays?: readonly number[] | undefined
  from_hour?: number | undefined
  to_hour?: number | undefined
}

/** A moment in the merchant's time zone. `weekday` as in ISO 8601: 1 is Monday. */
export interface LocalTime {
  weekday: number
  hour: number
}

/** Whether the condition on the way to pay holds. */
export const takesWay = (
  { methods }: Pick<RouteConditions<unknown>, 'methods'>,
  { type, subType }: Pick<Way, 'type' | 'subType'>,
): boolean => !methods || methods.some((one) => one.type === type && (!one.sub_type || one.sub_type === subType))

/** Whether the conditions on weekday and hour hold. What follows midnight belongs to the day on which the stretch began. */
export function timeHolds(
  { weekdays, from_hour, to_hour }: Pick<RouteConditions<unknown>, 'weekdays' | 'from_hour' | 'to_hour'>,
  local: () => LocalTime,
): boolean {
  if (!weekdays && from_hour === undefined && to_hour === undefined) return true
  const [from, to, now] = [from_hour ?? 0, to_hour ?? 24, local()]
  const overMidnight = from >= to
  const afterMidnight = overMidnight && now.hour < to
  if (overMidnight ? now.hour < from && !afterMidnight : now.hour < from || now.hour >= to) return false
  const dayBefore = now.weekday === 1 ? 7 : now.weekday - 1
  return !weekdays || weekdays.includes(afterMidnight ? dayBefore : now.weekday)
}
