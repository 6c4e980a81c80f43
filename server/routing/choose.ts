import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OfferedWay } from '#server/channels/ways.ts'
import type { Skipped } from '#server/db/kept-routing.ts'
import { withoutRule, type Choice, type Decision } from './decide.ts'
import type { InArm } from './rollout-arm.ts'
import type { Rest, Routing } from './read.ts'
import { restOf, stateOfRest, takeTry } from './rests.ts'
import { isPlain, placeOf, routeWay, type Routed } from './route.ts'

/** The channel of an attempt that is about to start, and why it is that one. */
export interface Route extends Choice {
  skipped: readonly Skipped[]
  /** The attempt tries the channel after a rest. */
  tries: boolean
  /** The attempt before, which failed by the provider's fault; empty for none. */
  failoverFrom: string
  /** The arm of the order, where a roll-out is about it. */
  rollout: InArm | null
}

/** What the shopper's page knows of the channel that it was made for. */
interface PageChannel {
  channel?: string | undefined
  token?: string | undefined
}

/**
 * Chooses the channel of an attempt: that of the page while it can take the order, else the first that routing gives. A channel
 * whose rest is over is tried by one payment at a time. Throws `channelChanged` for a card's token of a channel that can no
 * longer take the order: it is good nowhere else.
 */
export async function chooseRoute(
  ctx: Ctx,
  routing: Routing,
  order: Routed,
  way: OfferedWay,
  page: PageChannel = {},
): Promise<Route> {
  const isOpen = way.takers.some(({ channelKey, unfit }) => channelKey === page.channel && unfit === null)
  if (page.token && page.channel && !isOpen) throw new Fault('channelChanged')
  if (isPlain(routing, order, [way]) && (!page.channel || page.channel === way.channelKey))
    return route(withoutRule(way.channelKey, 'order'), { skipped: [], rollout: null })
  for (let rests = routing.rests; ;) {
    const decision = routeWay(ctx, { ...routing, rests }, order, way)
    const choice = chosen(decision, order, way, { ...page, channel: isOpen ? page.channel : undefined })
    const at = { channelKey: choice.channelKey, type: way.type, subType: way.subType }
    const rest = restOf(rests, at)
    if (!rest || stateOfRest(rest, ctx.now) === 'resting') return route(choice, decision)
    if (await takeTry(ctx, at)) return { ...route(choice, decision), tries: true }
    if (page.token && page.channel) return route(choice, decision)
    // Another payment tries the channel: to this one it rests.
    rests = rests.map((one): Rest => (one === rest ? { ...one, triedAt: ctx.now } : one))
  }
}

const route = (choice: Choice, { skipped, rollout }: Pick<Decision, 'skipped' | 'rollout'>): Route => ({
  ...choice,
  skipped,
  rollout,
  tries: false,
  failoverFrom: '',
})

function chosen({ choices }: Decision, order: Routed, way: OfferedWay, page: PageChannel): Choice {
  const [first] = choices
  if (!first) throw new Fault('channelMissing')
  if (!page.channel || page.channel === first.channelKey) return first
  const wasLeft = order.left.has(placeOf(way, page.channel))
  if (wasLeft && page.token) throw new Fault('channelChanged')
  const ofPage = choices.find(({ channelKey }) => channelKey === page.channel)
  // Without a token nothing binds the shopper to a channel that does not work.
  if (wasLeft || !ofPage || (ofPage.reason === 'last' && !page.token)) return first
  return { ...ofPage, reason: 'page' }
}
