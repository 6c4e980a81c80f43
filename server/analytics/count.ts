import { startOfDay } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from './asked.ts'
import { piecesOf } from './pieces.ts'
import { sumsOf, type Dimension, type Sum } from './sums.ts'

/** What payments are counted by; of each, one of the values, or whatever it is where there are none. */
export interface Wanted {
  created: { from?: Date | undefined; to?: Date | undefined }
  currency: readonly string[] | undefined
  status: readonly string[] | undefined
  payment_method: readonly string[] | undefined
  channel_key: readonly string[] | undefined
}

/**
 * How many payments fit of the owner's, or of the merchants that a master asks about, exactly, at the cost of its days and not of its payments; null when the sums do not
 * know: of parts of days, or while the days of the signed-in merchant's time zone are not kept.
 */
export async function countPayments(ctx: Ctx, { created, ...wanted }: Wanted): Promise<number | null> {
  const zone = ctx.user?.timeZone ?? 'UTC'
  const from = created.from ?? startOfDay(open.from, zone)
  const stretch = { from, to: created.to ?? startOfDay(open.to, zone) }
  if (stretch.from >= stretch.to) return 0
  const { days, raw } = piecesOf(stretch, zone, { days: true, hours: false })
  if (!days || raw.length > 0) return null
  const merchants = ctx.merchants ?? [ctx.owner.merchantId]
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
/** Days before and after all payments, for stretches without a beginning or an end. */
const open = { from: '2000-01-01', to: '2100-01-01' }
