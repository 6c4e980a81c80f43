import type { RestState } from '#contract/channel-shapes.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'

interface Stretch {
  from: Date
  to: Date
}
/** A stretch of time in which a channel was in one state. */
export interface RestStretch extends Stretch {
  state: RestState
}
/** The beginning or end of a rest of one way to pay. */
export interface WayEvent {
  type: OfferedMethod
  sub_type: string
  at: Date
  event: 'begun' | 'ended'
  until: Date | null
}

/** What began and ended in a stretch, by channel, with the last event of each way to pay before it. Indexes: channel_rest_events_newest, …_by_way. */
export async function listRestEvents(ctx: Ctx, { from, to }: Stretch): Promise<Map<string, WayEvent[]>> {
  const rows = await ctx.tx.query<WayEvent & { channel_key: string }>(
    `select channel_key, type, sub_type, at, event, until from channel_rest_events
     where merchant_id = $1 and environment = $2 and at >= $3 and at < $4
     union all
     select way.channel_key, way.type, way.sub_type, last.at, last.event, last.until from payment_methods way cross join lateral (
       select at, event, until from channel_rest_events
       where merchant_id = $1 and environment = $2 and channel_key = way.channel_key and type = way.type and sub_type = way.sub_type
         and at < $3
       order by at desc limit 1
     ) last where way.merchant_id = $1 and way.environment = $2
     order by at`,
    [ctx.owner.merchantId, ctx.owner.environment, from, to],
  )
  return Map.groupBy(rows, ({ channel_key }) => channel_key)
}

/**
 * How a channel was in a stretch of time: as badly as its worst way to pay, and `none` before it was connected. After a rest it is
 * being tried, until a payment or a person ends that. `events` are in the order of time. Neighbours differ, and there is no gap.
 */
export function restsIn(
  { from, to }: Stretch,
  { connectedAt, events }: { connectedAt: Date; events: readonly WayEvent[] },
): RestStretch[] {
  const found: RestStretch[] = []
  const add = (stretch: RestStretch) => {
    const last = found.at(-1)
    if (stretch.to <= stretch.from) return
    if (last?.state === stretch.state) last.to = stretch.to
    else found.push(stretch)
  }
  const ways = new Map<string, RestState>()
  let since = new Date(Math.min(Math.max(from.getTime(), connectedAt.getTime()), to.getTime()))
  add({ from, to: since, state: 'none' })
  for (const { at, way, state } of movesOf(events)) {
    const moment = at > to ? to : at
    if (moment > since) {
      add({ from: since, to: moment, state: worstOf(ways) })
      since = moment
    }
    ways.set(way, state)
  }
  add({ from: since, to, state: worstOf(ways) })
  return found
}

/** Each moment at which a way to pay changes its state, in the order of time: a rest that nothing replaced or ended is over by itself. */
function movesOf(events: readonly WayEvent[]) {
  const byWay = Map.groupBy(events, ({ type, sub_type }) => `${type} ${sub_type}`)
  const moves = [...byWay].flatMap(([way, own]) =>
    own.flatMap(({ at, event, until }, place): { at: Date; way: string; state: RestState }[] => {
      if (event === 'ended' || !until) return [{ at, way, state: 'working' }]
      const next = own[place + 1]
      const isOver = !next || until < next.at
      return [{ at, way, state: 'resting' }, ...(isOver ? [{ at: until, way, state: 'trying' as const }] : [])]
    }),
  )
  return moves.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function worstOf(ways: ReadonlyMap<string, RestState>): RestState {
  const states = new Set(ways.values())
  return states.has('resting') ? 'resting' : states.has('trying') ? 'trying' : 'working'
}
