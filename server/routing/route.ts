import type { Ctx } from '#server/kit/ctx.ts'
import type { OfferedWay } from '#server/channels/ways.ts'
import { localTime, type RoutedOrder } from './conditions.ts'
import { decide, type Decision } from './decide.ts'
import type { Rest, Routing } from './read.ts'
import { stateOfRest } from './rests.ts'

/** Names a channel in one way to pay. */
export const placeOf = ({ type, subType }: { type: string; subType: string }, channelKey: string): string =>
  `${type} ${subType} ${channelKey}`

/** An order and what is known of its attempts. */
export interface Routed extends Omit<RoutedOrder, 'local'> {
  /** The places (`placeOf`) at which an attempt failed by the provider's fault. */
  left: ReadonlySet<string>
}

/** Whether nothing moves the order from the channels of the ways: no rule, no rest, no refused credentials and no failure. */
export const isPlain = ({ rules, rests }: Routing, { left }: Routed, ways: readonly OfferedWay[]): boolean =>
  rules.length === 0 &&
  rests.length === 0 &&
  left.size === 0 &&
  ways.every(({ takers }) => takers.every(({ isRefused }) => !isRefused))

/** The decision about one way to pay of an order, at the request's moment. */
export function routeWay(
  ctx: Pick<Ctx, 'now'>,
  routing: Routing,
  order: Routed,
  way: Pick<OfferedWay, 'type' | 'subType' | 'takers'>,
  local = localOf(ctx, routing),
): Decision {
  const of = (rest: Rest) => rest.type === way.type && rest.sub_type === way.subType
  const resting = routing.rests.filter((rest) => of(rest) && stateOfRest(rest, ctx.now) === 'resting')
  const refused = way.takers.filter(({ isRefused }) => isRefused)
  return decide(routing.rules, {
    order: { ...order, local },
    way,
    takers: way.takers,
    resting: new Set([...resting.map((rest) => rest.channel_key), ...refused.map(({ channelKey }) => channelKey)]),
    left: new Set(way.takers.map(({ channelKey }) => channelKey).filter((key) => order.left.has(placeOf(way, key)))),
  })
}

/** The merchant's local time, computed when a rule first asks for it. */
function localOf({ now }: Pick<Ctx, 'now'>, { timeZone }: Routing): RoutedOrder['local'] {
  let known: ReturnType<typeof localTime> | undefined
  return () => (known ??= localTime(now, timeZone))
}

/** The ways to pay with the channels that routing gives them. */
export function routedWays(
  ctx: Pick<Ctx, 'now'>,
  routing: Routing,
  order: Routed,
  offered: readonly OfferedWay[],
): OfferedWay[] {
  if (isPlain(routing, order, offered)) return [...offered]
  const local = localOf(ctx, routing)
  return offered.map((way) => {
    const [first] = routeWay(ctx, routing, order, way, local).choices
    const taker = way.takers.find(({ channelKey }) => channelKey === first?.channelKey)
    if (!taker) return way
    const { unfit: _, isRefused: _refused, ...offer } = taker
    return { ...way, ...offer }
  })
}
