import type { z } from 'zod'
import type { ChannelHealth } from '#contract/channel-health.ts'
import { ways, wayOf, type Way } from '#contract/methods.ts'
import { limits } from '#contract/limits.ts'
import { findConnected, listPaying, type ConnectedRow } from '#server/channels/connections.ts'
import { healthOf, healthOfWay, listRests, type KnownRest } from '#server/channels/health.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { placeOf } from '#server/routing/route.ts'
import { noTries, triesOfDay, type WayTries } from './tries.ts'

type Shown = z.output<typeof ChannelHealth>

/** How the merchant's channels for payments work. */
export async function readHealth(ctx: Ctx) {
  const rows = await listPaying(ctx)
  const [known, events] = await Promise.all([readKnown(ctx), listEvents(ctx)])
  return { since: known.since, channels: rows.map((row) => shown(ctx, row, known)), events }
}

export async function healthOfOne(ctx: Ctx, channelKey: string): Promise<Shown> {
  const row = await findConnected(ctx, channelKey)
  return shown(ctx, row, await readKnown(ctx))
}

type Known = Awaited<ReturnType<typeof readKnown>>
async function readKnown(ctx: Ctx) {
  const [rests, begun, enabled, { since, of: tries }] = await Promise.all([
    listRests(ctx),
    listBegun(ctx),
    listEnabled(ctx),
    triesOfDay(ctx),
  ])
  return { rests, begun, enabled, since, tries }
}

function shown(ctx: Ctx, row: ConnectedRow, { rests, begun, enabled, tries }: Known): Shown {
  const { channel_key: key, credentials_state, provider_word } = row
  const of = (one: { channel_key: string; type: string; sub_type: string }, way: Way) =>
    one.channel_key === key && one.type === way.type && one.sub_type === way.subType
  return {
    key,
    catalogue_key: row.catalogue_key,
    name: row.name,
    is_enabled: row.is_enabled,
    is_lent: row.is_lent,
    health: healthOf(row, rests, ctx.now),
    credentials_state,
    checked_at: row.checked_at,
    provider_text: credentials_state === 'refused' ? (provider_word.text ?? '') : '',
    ways: ways.flatMap((way) => {
      const rest = rests.find((one) => of(one, way))
      if (!rest && !enabled.some((one) => of(one, way))) return []
      const beginning = begun.find((one) => of(one, way))
      const { fiveMinutes, hour, day, hours } = tries.get(placeOf(way, key)) ?? untried
      return {
        type: way.type,
        sub_type: way.subType,
        display_name: way.name ?? '',
        health: healthOfWay(row, rest, ctx.now),
        rest: rest ? shownRest(rest, beginning) : null,
        five_minutes: fiveMinutes,
        hour,
        day,
        hours,
      }
    }),
  }
}
const untried: WayTries = { fiveMinutes: noTries, hour: noTries, day: noTries, hours: [] }

/** A rest that began before its beginnings were kept began by itself. */
const shownRest = ({ until }: KnownRest, begun: Known['begun'][number] | undefined) => ({
  until,
  cause: begun?.cause ?? ('faults' as const),
  actor: begun?.actor_name ?? '',
  reason: begun?.reason ?? '',
})

/** The beginnings of the rests that are there. Index: channel_rest_events_by_way. */
const listBegun = (ctx: Ctx) =>
  ctx.own
    .select('channel_rest_events')
    .innerJoin('channel_rests as r', (join) =>
      join
        .on('r.merchant_id', '=', ctx.owner.merchantId)
        .on('r.environment', '=', ctx.owner.environment)
        .onRef('r.channel_key', '=', 'channel_rest_events.channel_key')
        .onRef('r.type', '=', 'channel_rest_events.type')
        .onRef('r.sub_type', '=', 'channel_rest_events.sub_type')
        .onRef('r.began_at', '=', 'channel_rest_events.at'),
    )
    .select(['r.channel_key', 'r.type', 'r.sub_type', 'cause', 'actor_name', 'reason'])
    .where('event', '=', 'begun')
    .execute()

/** The ways to pay that are enabled. Index: primary key. */
const listEnabled = (ctx: Ctx) => enabledWays(ctx).execute()
export const listEnabledWays = (ctx: Ctx, channelKey: string) =>
  enabledWays(ctx).where('channel_key', '=', channelKey).execute()
const enabledWays = (ctx: Ctx) =>
  ctx.own.select('payment_methods').select(['channel_key', 'type', 'sub_type']).where('is_enabled', '=', true)

/** What began and ended lately, the newest first. Index: channel_rest_events_newest. */
async function listEvents(ctx: Ctx) {
  const rows = await ctx.own
    .select('channel_rest_events')
    .select(['channel_key', 'type', 'sub_type', 'at', 'event', 'cause', 'until', 'tries', 'failed'])
    .select(['actor_name as actor', 'reason'])
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(limits.healthEvents)
    .execute()
  return rows.map((row) => ({ ...row, display_name: wayOf(row.type, row.sub_type)?.name ?? '' }))
}
