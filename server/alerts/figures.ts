import { alertMetrics, type AlertMetric } from '#contract/alerts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Figure } from './judge.ts'

interface Watched {
  alert_id: string
  metric: AlertMetric
  minutes: number
  channel_key: string
}

/** The figure of each alert, of its last minutes up to now. One statement for the payments of all of them, and one for webhooks. */
export async function figuresOf(ctx: Ctx, alerts: readonly Watched[]): Promise<Map<string, Figure>> {
  const of = (whose: string) => alerts.filter(({ metric }) => alertMetrics[metric].of === whose)
  const [payments, webhooks] = [of('payments'), of('webhooks')]
  // Alerts of the same minutes and channel share their counts.
  const windows = new Map(payments.map((alert) => [windowOf(alert), alert]))
  const [counted, delivered] = await Promise.all([
    windows.size > 0 ? countPayments(ctx, [...windows.values()]) : [],
    webhooks.length > 0 ? countDeliveries(ctx, webhooks) : [],
  ])
  const counts = new Map(counted.map((row) => [row.alert_id, row]))
  return new Map([
    ...payments.flatMap((alert) => {
      const row = counts.get(windows.get(windowOf(alert))?.alert_id ?? '')
      return row ? [[alert.alert_id, figureOfPayments(alert.metric, row)] as const] : []
    }),
    ...delivered.map((row) => [row.alert_id, figureOfDeliveries(ctx, metricOf(webhooks, row), row)] as const),
  ])
}
const windowOf = ({ minutes, channel_key }: Watched) => `${minutes} ${channel_key}`
const metricOf = (alerts: readonly Watched[], row: { alert_id: string }) =>
  alerts.find(({ alert_id }) => alert_id === row.alert_id)?.metric

function figureOfPayments(metric: AlertMetric, row: Payments): Figure {
  const { attempts, paid, provider_faults: faults, open, paid_in: paidIn } = row
  const ended = attempts - open
  if (metric === 'success_rate') return partOf(paid, ended)
  if (metric === 'provider_fault_rate') return partOf(faults, ended)
  if (metric === 'time_to_pay') return { value: paidIn, cases: row.timed }
  return {
    value: metric === 'provider_faults' ? faults : metric === 'open_attempts' ? open : attempts,
    cases: attempts,
  }
}

function figureOfDeliveries(ctx: Ctx, metric: AlertMetric | undefined, row: Deliveries): Figure {
  if (metric === 'webhook_failure_rate') return partOf(row.failed, row.tried)
  const waited = row.oldest ? Math.floor((ctx.now.getTime() - row.oldest.getTime()) / 60_000) : 0
  return { value: waited, cases: row.waiting }
}

/** As a percentage, to a hundredth. */
const partOf = (some: number, all: number): Figure => ({
  value: all === 0 ? null : Math.round((some / all) * 10_000) / 100,
  cases: all,
})

interface Payments {
  alert_id: string
  attempts: number
  paid: number
  provider_faults: number
  open: number
  timed: number
  paid_in: number | null
}
/** Attempts that began in the minutes of each alert, as they are now. Index: payments_newest. */
const countPayments = (ctx: Ctx, alerts: readonly Watched[]) =>
  ctx.tx.query<Payments>(
    `select a.alert_id, p.* from unnest($4::text[], $5::int[], $6::text[]) as a (alert_id, minutes, channel_key)
     cross join lateral (
       select count(*)::int as attempts, count(*) filter (where status = 'Success')::int as paid,
         count(*) filter (where status = 'Failed' and status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE')::int as provider_faults,
         count(*) filter (where status not in ('Success', 'Failed', 'Expired'))::int as open,
         count(paid_seconds)::int as timed, percentile_disc(0.95) within group (order by paid_seconds) as paid_in
       from payments where merchant_id = $1 and environment = $2 and created_at < $3
         and created_at >= $3::timestamptz - a.minutes * interval '1 minute' and (a.channel_key = '' or payments.channel_key = a.channel_key)
     ) p`,
    [ctx.owner.merchantId, ctx.owner.environment, ctx.now, ...columnsOf(alerts), alerts.map((one) => one.channel_key)],
  )

interface Deliveries {
  alert_id: string
  tried: number
  failed: number
  waiting: number
  oldest: Date | null
}
/**
 * Deliveries that began in the minutes of each alert and were tried, and what waits at this moment; tests are none of it. Indexes:
 * webhook_deliveries_newest, webhook_deliveries_pending.
 */
const countDeliveries = (ctx: Ctx, alerts: readonly Watched[]) =>
  ctx.tx.query<Deliveries>(
    `select a.alert_id, lately.*, waits.* from unnest($4::text[], $5::int[]) as a (alert_id, minutes)
     cross join lateral (
       select count(*)::int as tried, count(*) filter (where state <> 'delivered')::int as failed
       from webhook_deliveries where merchant_id = $1 and environment = $2 and created_at < $3
         and created_at >= $3::timestamptz - a.minutes * interval '1 minute' and attempts > 0 and not test
     ) lately
     cross join (
       select count(*)::int as waiting, min(first.created_at) as oldest from webhooks w
       cross join lateral (
         select d.created_at from webhook_deliveries d
         where d.merchant_id = $1 and d.environment = $2 and d.webhook_id = w.webhook_id and d.state = 'pending' and not d.test
         order by d.seq limit 1
       ) first
       where w.merchant_id = $1 and w.environment = $2 and w.deleted_at is null
     ) waits`,
    [ctx.owner.merchantId, ctx.owner.environment, ctx.now, ...columnsOf(alerts)],
  )

const columnsOf = (alerts: readonly Watched[]) => [
  alerts.map(({ alert_id }) => alert_id),
  alerts.map(({ minutes }) => minutes),
]
