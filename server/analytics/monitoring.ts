import { listPaying } from '#server/channels/connections.ts'
import { healthOf, listRests } from '#server/channels/health.ts'
import { listRestEvents, restsIn } from '#server/channels/rests-of-day.ts'
import { endedStates } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { delaysOf } from '#server/payments/callback-rows.ts'
import { noFigures, readFigures } from '#server/webhooks/figures.ts'
import { listWebhooks } from '#server/webhooks/queries.ts'
import { sumsOf } from '#server/rollups/roll-ups.ts'
import { askedOf } from './asked.ts'
import { differs, rateOf } from './rates.ts'

const minuteMs = 60_000
const minutes = 60

/**
 * The attempts of the last hour by minute and channel, and their success beside that of the 24 hours before; channels and webhooks at
 * this moment.
 */
export async function monitoringOf(ctx: Ctx, id: string) {
  const to = new Date((Math.floor(ctx.realNow.getTime() / minuteMs) + 1) * minuteMs)
  const from = new Date(to.getTime() - minutes * minuteMs)
  const dayBefore = { from: new Date(from.getTime() - 24 * minutes * minuteMs), to: from }
  const asked = await askedOf(ctx, { of: id }, [dayBefore])
  const lastDay = { from: new Date(ctx.now.getTime() - 24 * minutes * minuteMs), to: ctx.now }
  const [groups, earlier, channels, rests, events, delays, webhooks] = await Promise.all([
    countLately(ctx, { from, to }),
    sumsOf(ctx, asked, dayBefore, { by: ['status'] }),
    listPaying(ctx),
    listRests(ctx),
    listRestEvents(ctx, lastDay),
    delaysOf(ctx, { from, to }),
    webhooksOf(ctx, from),
  ])
  const byMinute = new Map(groups.flatMap(({ at, ...counts }) => (at ? [[at.getTime(), countsOf(counts)]] : [])))
  const byChannel = new Map(groups.flatMap((group) => (group.at ? [] : [[group.channel_key, group]])))
  const keys = [...new Set([...byChannel.keys(), ...channels.map(({ channel_key }) => channel_key)])]
  const shown = keys.flatMap((key) => {
    const channel = channels.find(({ channel_key }) => channel_key === key)
    const group = byChannel.get(key)
    const delay = delays.find(({ channel_key }) => channel_key === key)
    const health = channel ? healthOf(channel, rests, ctx.now) : 'none'
    if (!group && health === 'none') return []
    return {
      channel_key: key,
      payment_channel_name: channel?.name ?? key,
      health,
      ...(group ? countsOf(group) : none),
      half_paid_in: group?.half_paid_in ?? null,
      most_paid_in: group?.most_paid_in ?? null,
      callbacks: delay?.callbacks ?? 0,
      half_called_back_in: delay?.half ?? null,
      most_called_back_in: delay?.most ?? null,
      day: channel ? restsIn(lastDay, { connectedAt: channel.created_at, events: events.get(key) ?? [] }) : [],
    }
  })
  const now = endedOf([...byChannel.values()])
  const before = earlierOf(earlier)
  return {
    from,
    to,
    minutes: Array.from({ length: minutes }, (_, at) => {
      const moment = new Date(from.getTime() + at * minuteMs)
      return { at: moment, ...(byMinute.get(moment.getTime()) ?? none) }
    }),
    channels: shown.toSorted((a, b) => b.attempts - a.attempts),
    webhooks,
    success: rateOf(now.paid, now.ended),
    success_before: rateOf(before.paid, before.ended),
    differs: differs(now, before),
  }
}

/** The webhooks with how the events since a moment went, and what waits. */
async function webhooksOf(ctx: Ctx, since: Date) {
  const [webhooks, figures] = await Promise.all([listWebhooks(ctx), readFigures(ctx, since)])
  return webhooks.map(({ uuid, name, enabled }) => {
    const { waiting, lately } = figures.get(uuid) ?? noFigures
    return { webhook_uuid: uuid, name, enabled, ...lately, waiting: waiting.count, waiting_since: waiting.since }
  })
}

interface Counts {
  attempts: number
  paid: number
  provider_faults: number
  unpaid: number
  open: number
}
const none: Counts = { attempts: 0, paid: 0, provider_faults: 0, unpaid: 0, open: 0 }
const countsOf = ({ attempts, paid, provider_faults, unpaid, open }: Counts): Counts => ({
  attempts,
  paid,
  provider_faults,
  unpaid,
  open,
})
const endedOf = (groups: readonly Counts[]) => ({
  paid: groups.reduce((all, { paid }) => all + paid, 0),
  ended: groups.reduce((all, { attempts, open }) => all + attempts - open, 0),
})
function earlierOf(sums: Awaited<ReturnType<typeof sumsOf>>) {
  const of = (states: readonly string[]) =>
    sums.filter(({ status }) => states.includes(status)).reduce((all, { payments }) => all + payments, 0)
  return { paid: of(['Success']), ended: of(endedStates) }
}

/** Attempts by minute, and by channel without a minute. Index: payments_newest. */
const countLately = (ctx: Ctx, { from, to }: Stretch) =>
  ctx.tx.query<
    Counts & { at: Date | null; channel_key: string; half_paid_in: number | null; most_paid_in: number | null }
  >(
    `select date_trunc('minute', created_at) as at, coalesce(channel_key, '') as channel_key, count(*)::int as attempts,
       count(*) filter (where status = 'Success')::int as paid,
       count(*) filter (where status = 'Failed' and status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE')::int as provider_faults,
       count(*) filter (where status = 'Expired' or status = 'Failed' and status_reason <> 'PAYMENT_CHANNEL_UNAVAILABLE')::int as unpaid,
       count(*) filter (where status not in ('Success', 'Failed', 'Expired'))::int as open,
       percentile_disc(0.5) within group (order by paid_seconds) as half_paid_in,
       percentile_disc(0.95) within group (order by paid_seconds) as most_paid_in
     from payments where merchant_id = $1 and environment = $2 and created_at >= $3 and created_at < $4
     group by grouping sets ((date_trunc('minute', created_at)), (channel_key))`,
    [ctx.owner.merchantId, ctx.owner.environment, from, to],
  )
