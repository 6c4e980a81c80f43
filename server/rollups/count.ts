import { startOfDay } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Scalar, Sums } from '#server/kit/lists/list-rows.ts'
import { keptOf } from './asked.ts'
import { ofAllTime } from './build.ts'
import { piecesOf } from './pieces.ts'
import { sumsOf, type Dimension, type Sum } from './roll-ups.ts'

/** The filters of a count; an empty or absent list of values does not filter. */
export interface Wanted {
  created: { from?: Date | undefined; to?: Date | undefined }
  currency: readonly string[] | undefined
  status: readonly string[] | undefined
  payment_method: readonly string[] | undefined
  channel_key: readonly string[] | undefined
}

/**
 * The exact number of matching payments of the owner, or of the merchants that a master asks about, at a cost by days and
 * not by payments. Null when the roll-ups cannot answer: for parts of days, or while the zone has no roll-ups.
 */
export function countPayments(ctx: Ctx, { created, ...wanted }: Wanted): Sums {
  const merchants = ctx.merchants ?? [ctx.owner.merchantId]
  if (!created.from && !created.to) return { beside: countOfAllTime(merchants, ctx.owner.environment, wanted) }
  return { apart: () => countInDays(ctx, merchants, { created, ...wanted }) }
}

async function countInDays(ctx: Ctx, merchants: readonly string[], { created, ...wanted }: Wanted) {
  const zone = ctx.user?.timeZone ?? 'UTC'
  const from = created.from ?? startOfDay(open.from, zone)
  const stretch = { from, to: created.to ?? startOfDay(open.to, zone) }
  if (stretch.from >= stretch.to) return 0
  const { days, raw } = piecesOf(stretch, zone, { days: true, hours: false })
  if (!days || raw.length > 0) return null
  const kept = await keptOf(ctx, merchants, zone)
  if (kept.length < merchants.length) return null
  const by = dimensions.filter((name) => wanted[name] !== undefined)
  const asked = {
    kept,
    unkept: [],
    environment: ctx.owner.environment,
    currency: null,
    zone: { name: zone, sql: zone },
  }
  const sums = await sumsOf(ctx, asked, stretch, { by })
  const fits = (sum: Sum) => ([...by, 'currency'] as const).every((name) => wanted[name]?.includes(sum[name]) ?? true)
  return sums.filter(fits).reduce((count, { payments }) => count + payments, 0)
}
const dimensions: readonly Dimension[] = ['status', 'payment_method', 'channel_key']
/** Days before and after all payments, for stretches of time without a beginning or an end. */
const open = { from: '2000-01-01', to: '2100-01-01' }

/**
 * Counts by the totals and the deltas not yet rolled up, in one snapshot; without filters by the number of payments that is
 * stored with the totals. Index: the primary keys.
 */
function countOfAllTime(merchants: readonly string[], environment: string, wanted: Omit<Wanted, 'created'>): Scalar {
  return (at) => {
    const [ids, place] = [at(merchants), at(environment)]
    const conditions = ([...dimensions, 'currency'] as const).flatMap((name) =>
      wanted[name] ? [` and ${name} = any (${at(wanted[name])})`] : [],
    )
    const own = `merchant_id = any (${ids}::uuid[]) and environment = ${place}`
    const sumOf = (table: string) =>
      `coalesce((select sum(payments) from ${table} where ${own}${conditions.join('')}), 0)`
    const rolledUp = conditions.length === 0 ? 'sum(payments)' : sumOf('payment_totals')
    return `(select case when count(*) = ${merchants.length} then ${rolledUp} end
      from payment_zones where ${own} and time_zone = '${ofAllTime}') + ${sumOf('payment_deltas')}`
  }
}
