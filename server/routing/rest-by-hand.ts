import { Fault } from '#contract/faults.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keepEvent } from './rest-events.ts'
import { needRoutingSet } from './rests.ts'

/** A way to pay. */
interface WayKey {
  type: OfferedMethod
  subType: string
}

/**
 * Lets a channel rest in some ways to pay, in place of the rests that it has. Afterwards one payment at a time tries it, as after
 * a rest that began by itself; if that fails, the next rest is as long as a first one.
 */
export async function beginRests(
  ctx: Ctx,
  channelKey: string,
  { ways, minutes, reason }: { ways: readonly WayKey[]; minutes: number; reason: string },
): Promise<void> {
  const until = new Date(ctx.now.getTime() + minutes * 60_000)
  const rest = { times: 0, began_at: ctx.now, until, tried_at: null }
  await needRoutingSet(ctx)
  await ctx.own
    .insert(
      'channel_rests',
      ways.map(({ type, subType }) => ({ channel_key: channelKey, type, sub_type: subType, ...rest })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment', 'channel_key', 'type', 'sub_type']).doUpdateSet(rest),
    )
    .execute()
  for (const way of ways) keepEvent(ctx, { channelKey, ...way }, { event: 'begun', cause: 'person', until, reason })
}

/** Ends the rests of a channel, or the one of a way to pay. Returns the ways. Throws `wrongState` when it does not rest. */
export async function endRests(
  ctx: Ctx,
  channelKey: string,
  { way, reason }: { way: WayKey | null; reason: string },
): Promise<WayKey[]> {
  const rests = ctx.own.delete('channel_rests').where('channel_key', '=', channelKey)
  const wanted = way ? rests.where('type', '=', way.type).where('sub_type', '=', way.subType) : rests
  const ended = await wanted.returning(['type', 'sub_type']).execute()
  if (ended.length === 0) throw new Fault('wrongState', { why: 'the channel does not rest' })
  const ways = ended.map(({ type, sub_type: subType }) => ({ type, subType }))
  for (const one of ways) keepEvent(ctx, { channelKey, ...one }, { event: 'ended', cause: 'person', reason })
  return ways
}
