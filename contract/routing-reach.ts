import { currencyCodes } from './kit/money.ts'
import { ways } from './methods.ts'
import { takesWay, timeHolds, type RouteConditions } from './routing-conditions.ts'

/** What a rule is for, bounds in minor units. */
export type ReachConditions = RouteConditions<bigint>

/**
 * The rules that take every order for which a later one is: one of the earlier ones, or those that do so together; null where some order
 * may be left to it, and an empty list where no order can meet its own conditions. Exact but for a rule that is split into very
 * many parts, of which it says that something may be left.
 * @param earlier the conditions of the enabled rules before it, in their order, without the default rule.
 */
export function takenBy(conditions: ReachConditions, earlier: readonly ReachConditions[]): number[] | null {
  const space = spaceOf([conditions, ...earlier])
  const whole = boxesOf(conditions, space)
  if (whole.length === 0) return []
  const taken = earlier.map((one) => boxesOf(one, space))
  const alone = taken.findIndex((boxes) => isEmpty(without(whole, boxes)))
  if (alone >= 0) return [alone]
  const needed: number[] = []
  let left: readonly Box[] | null = whole
  for (const [at, boxes] of taken.entries()) {
    const after: readonly Box[] | null = without(left, boxes)
    if (after === null) return null
    if (after !== left) needed.push(at)
    left = after
    if (left.length === 0) return needed
  }
  return null
}

/** Whether some order meets the conditions of both. */
export function overlaps(one: ReachConditions, other: ReachConditions): boolean {
  const space = spaceOf([one, other])
  const others = boxesOf(other, space)
  return boxesOf(one, space).some((box) => others.some((second) => meets(box, second)))
}

/** Orders of one currency: sets of values along each dimension, and a range of amounts. */
interface Box {
  currency: string
  least: bigint
  most: bigint
  ways: ReadonlySet<string>
  countries: ReadonlySet<string>
  sources: ReadonlySet<string>
  hours: ReadonlySet<string>
}
const dimensions = ['ways', 'countries', 'sources', 'hours'] as const

/** The values of each dimension that some conditions name, and one for all that they do not name. */
type Space = Pick<Box, (typeof dimensions)[number]>
const anyOther = '*'
/** More than any amount. */
const endless = 10n ** 30n
/** Beyond so many parts something is taken to be left. */
const mostBoxes = 2_000

const wayName = (way: { type: string; subType: string }) => `${way.type} ${way.subType}`
const everyHour = Array.from({ length: 7 * 24 }, (_, at) => ({ weekday: 1 + Math.floor(at / 24), hour: at % 24 }))
const hourName = ({ weekday, hour }: { weekday: number; hour: number }) => `${weekday} ${hour}`

const allWays: ReadonlySet<string> = new Set(ways.map(wayName))
const allHours: ReadonlySet<string> = new Set(everyHour.map(hourName))

const spaceOf = (all: readonly ReachConditions[]): Space => ({
  ways: allWays,
  countries: new Set([anyOther, ...all.flatMap(({ countries = [] }) => countries)]),
  sources: new Set([anyOther, ...all.flatMap(({ sources = [] }) => sources)]),
  hours: allHours,
})

/** The orders that meet the conditions, a box for each currency. */
function boxesOf(conditions: ReachConditions, space: Space): Box[] {
  const { currencies = currencyCodes, amount, countries, sources, methods, weekdays, from_hour, to_hour } = conditions
  const isAnyTime = weekdays === undefined && from_hour === undefined && to_hour === undefined
  const sets: Space = {
    ways: methods ? new Set(ways.filter((way) => takesWay(conditions, way)).map(wayName)) : space.ways,
    countries: countries ? new Set(countries) : space.countries,
    sources: sources ? new Set(sources) : space.sources,
    hours: isAnyTime
      ? space.hours
      : new Set(everyHour.filter((hour) => timeHolds(conditions, () => hour)).map(hourName)),
  }
  if (dimensions.some((name) => sets[name].size === 0)) return []
  return [...new Set(currencies)].flatMap((currency) => {
    const bounds = amount ? amount.find((one) => one.currency === currency) : { min: null, max: null }
    if (!bounds) return []
    const box = { ...sets, currency, least: bounds.min ?? 0n, most: bounds.max ?? endless }
    return box.least > box.most ? [] : [box]
  })
}

const meets = (one: Box, other: Box): boolean =>
  one.currency === other.currency &&
  one.least <= other.most &&
  other.least <= one.most &&
  dimensions.every((name) => !one[name].isDisjointFrom(other[name]))

const isEmpty = (boxes: readonly Box[] | null) => boxes?.length === 0

/** What is left of some boxes without others; the same list where nothing is taken, null beyond so many parts. */
function without(boxes: readonly Box[] | null, taken: readonly Box[]): readonly Box[] | null {
  let left = boxes
  for (const other of taken) {
    if (left === null || left.length > mostBoxes) return null
    if (left.some((box) => meets(box, other)))
      left = left.flatMap((box) => (meets(box, other) ? rest(box, other) : [box]))
  }
  return left
}

/** The parts of a box outside another one that it meets, none of which overlap. */
function rest(box: Box, other: Box): Box[] {
  const parts: Box[] = []
  let inner = box
  if (inner.least < other.least) parts.push({ ...inner, most: other.least - 1n })
  if (inner.most > other.most) parts.push({ ...inner, least: other.most + 1n })
  inner = {
    ...inner,
    least: inner.least > other.least ? inner.least : other.least,
    most: inner.most < other.most ? inner.most : other.most,
  }
  for (const name of dimensions) {
    const outside = inner[name].difference(other[name])
    if (outside.size > 0) parts.push({ ...inner, [name]: outside })
    inner = { ...inner, [name]: inner[name].intersection(other[name]) }
  }
  return parts
}
