import { sql } from 'kysely'
import type { DeclineReason } from '#contract/declines.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Rest } from './read.ts'
import { keepEvent, type ChannelWay } from './rest-events.ts'

/**
 * `resting`: takes no payment, or a try is under way. `due`: the rest is over, and one payment may try the channel. A try whose
 * outcome does not come counts for a minute.
 */
export function stateOfRest({ until, triedAt }: Rest, now: Date): 'resting' | 'due' {
  if (until > now) return 'resting'
  return triedAt !== null && now.getTime() - triedAt.getTime() < limits.restSeconds * 1_000 ? 'resting' : 'due'
}

/** The rest of a channel in a way to pay; undefined without one. */
export const restOf = (rests: readonly Rest[], { channelKey, type, subType }: ChannelWay): Rest | undefined =>
  rests.find((rest) => rest.channel_key === channelKey && rest.type === type && rest.sub_type === subType)

/**
 * Takes the try of a channel whose rest is over; false when another payment has it. Guarantee: one guarded update, so of many
 * payments at once on any node one tries.
 */
export async function takeTry(ctx: Ctx, of: ChannelWay): Promise<boolean> {
  const before = new Date(ctx.now.getTime() - limits.restSeconds * 1_000)
  const taken = await ctx.own
    .update('channel_rests')
    .set({ tried_at: ctx.now })
    .where('channel_key', '=', of.channelKey)
    .where('type', '=', of.type)
    .where('sub_type', '=', of.subType)
    .where('until', '<=', ctx.now)
    .where((where) => where.or([where('tried_at', 'is', null), where('tried_at', '<=', before)]))
    .returning('channel_key')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Ends a channel's rest that is over: a try has shown that the channel works. A rest that began meanwhile, by a person's hand, stays.
 */
export async function endRest(ctx: Ctx, of: ChannelWay): Promise<void> {
  const ended = await ctx.own
    .delete('channel_rests')
    .where('channel_key', '=', of.channelKey)
    .where('type', '=', of.type)
    .where('sub_type', '=', of.subType)
    .where('until', '<=', ctx.now)
    .returning('channel_key')
    .executeTakeFirst()
  if (ended) keepEvent(ctx, of, { event: 'ended', cause: 'try' })
}

/**
 * Notes a failure by the provider's fault, in the transaction that ends the payment: the channel rests when half of ten or more
 * tries of the last minutes failed so, and again, for longer, when the failed payment was a try. The number of rests that have
 * followed one another with the one that began; null when none began.
 */
export async function noteFault(ctx: Ctx, of: ChannelWay & { tried: boolean }): Promise<number | null> {
  const counted = of.tried ? { tries: 0, failed: 0 } : await triesOf(ctx, of)
  if (!of.tried && !isOften(counted)) return null
  await needRoutingSet(ctx)
  const begun = await ctx.own
    .insert('channel_rests', {
      channel_key: of.channelKey,
      type: of.type,
      sub_type: of.subType,
      times: 1,
      began_at: ctx.now,
      until: new Date(ctx.now.getTime() + limits.restSeconds * 1_000),
      tried_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'channel_key', 'type', 'sub_type'])
        .doUpdateSet({
          times: sql<number>`channel_rests.times + 1`,
          began_at: ctx.now,
          until: sql<Date>`seconds_after(${ctx.now}, least(${limits.restSeconds} * 2.0 ^ channel_rests.times, ${limits.restSecondsMost}))`,
          tried_at: null,
        })
        // Payments that were under way when the rest began do not lengthen it.
        .where('channel_rests.until', '<=', ctx.now),
    )
    .returning(['times', 'until'])
    .executeTakeFirst()
  if (!begun) return null
  keepEvent(ctx, of, { event: 'begun', cause: of.tried ? 'try' : 'faults', until: begun.until, ...counted })
  return begun.times
}

/** The row without which a merchant's payments do not look for rests. */
export async function needRoutingSet(ctx: Ctx): Promise<void> {
  await ctx.own
    .insert('routing_sets', {})
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const isOften = ({ tries, failed }: { tries: number; failed: number }): boolean =>
  tries >= limits.restTries && failed * 2 >= tries

/**
 * The latest tries and those that failed by the provider's fault, the failed one among them. A payment that the provider has
 * answered is a try; what was before a person ended a rest counts no more. Indexes: payments_newest, channel_rest_events_by_way.
 */
async function triesOf(ctx: Ctx, of: ChannelWay): Promise<{ tries: number; failed: number }> {
  const ended = ctx.own
    .select('channel_rest_events')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('channel_key', '=', of.channelKey)
    .where('type', '=', of.type)
    .where('sub_type', '=', of.subType)
    .where('event', '=', 'ended')
    .where('cause', '=', 'person')
  const latest = ctx.own
    .select('payments')
    .select('status_reason')
    .where('created_at', '>', new Date(ctx.now.getTime() - limits.restMinutes * 60_000))
    .where('created_at', '>', sql<Date>`coalesce((${ended}), '-infinity')`)
    .where('channel_key', '=', of.channelKey)
    .where('payment_method', '=', of.type)
    .where('payment_sub_type', '=', of.subType)
    .where('status', '<>', 'Initiated')
    .orderBy('created_at', 'desc')
    .limit(limits.restTriesMost)
  const { tries, failed } = await ctx.db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => [
      fn.countAll<bigint>().as('tries'),
      fn.countAll<bigint>().filterWhere('status_reason', '=', providerFault).as('failed'),
    ])
    .executeTakeFirstOrThrow()
  return { tries: Number(tries), failed: Number(failed) }
}

/** The decline reason of a payment that failed by its provider's fault. */
export const providerFault = 'PAYMENT_CHANNEL_UNAVAILABLE' satisfies DeclineReason
