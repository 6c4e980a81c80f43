import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { FunnelStep } from '#contract/payment-page-states.ts'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'

/** Counts what a page took, gave back or sold, in the transaction in which it did. */
export function countPage(
  ctx: Ctx,
  pageRef: string,
  change: { capturedMinor?: bigint; refundedMinor?: bigint; units?: number; orders?: number },
): void {
  ctx.append('page_deltas', {
    page_ref: pageRef,
    captured_minor: change.capturedMinor ?? 0n,
    refunded_minor: change.refundedMinor ?? 0n,
    units_sold: BigInt(change.units ?? 0),
    orders: BigInt(change.orders ?? 0),
  })
}

/** Takes the deltas of a page away and adds them to its sums, in one transaction: of two at once, one finds none. */
export const rollUpPage = job({
  name: 'roll-up-page',
  data: z.object({ merchantId: z.uuid(), environment, pageRef: z.string() }),
  overdue: {
    key: 'pageRef',
    async list(ctx) {
      const rows = await ctx.own.select('page_deltas').select('page_ref').distinct().limit(500).execute()
      return rows.map(({ page_ref: pageRef }) => ({ pageRef }))
    },
  },
  async work(ctx, { pageRef }) {
    const page = [ctx.owner.merchantId, ctx.owner.environment, pageRef]
    const [sum] = await ctx.tx.query<Sum>(takeDeltas, page)
    if (!sum || sum.deltas === 0n) return
    await ctx.tx.query(addUp, [...page, sum.captured, sum.refunded, sum.units, sum.orders])
  },
})
interface Sum extends Record<'captured' | 'refunded' | 'units' | 'orders', string | null> {
  deltas: bigint
}
const takeDeltas = `with taken as (
    delete from page_deltas where merchant_id = $1 and environment = $2 and page_ref = $3
    returning captured_minor, refunded_minor, units_sold, orders
  )
  select count(*) as deltas, sum(captured_minor) as captured, sum(refunded_minor) as refunded, sum(units_sold) as units,
    sum(orders) as orders from taken`
const addUp = `insert into page_sums as s (merchant_id, environment, page_ref, captured_minor, refunded_minor, units_sold, orders)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (merchant_id, environment, page_ref) do update set
    captured_minor = s.captured_minor + excluded.captured_minor, refunded_minor = s.refunded_minor + excluded.refunded_minor,
    units_sold = s.units_sold + excluded.units_sold, orders = s.orders + excluded.orders`

/**
 * Counts one shopper who came so far, on this day (UTC). Several rows take turns, and are locked just before the commit, so that
 * shoppers do not wait for each other. One who has begun counts also when the order is refused.
 */
export function countStep(ctx: Ctx, pageRef: string, step: FunnelStep, language: string): void {
  const { merchantId, environment: mode } = ctx.owner
  const values = [merchantId, mode, pageRef, ctx.now.toISOString().slice(0, 10), language, step, randomInt(slots)]
  const change = { sql: countOne, parameters: values }
  if (step === 'began') ctx.evenIfRefused(change)
  else ctx.tx.last([change], ctx.scope)
}
const slots = 8
const countOne = `insert into page_funnel as f (merchant_id, environment, page_ref, day, language, step, slot, count)
  values ($1, $2, $3, $4, $5, $6, $7, 1)
  on conflict (merchant_id, environment, page_ref, day, language, step, slot) do update set count = f.count + 1`

/** The funnel of a page by day and language, newest first, from a day on and before another. */
export async function readFunnel(
  ctx: Ctx,
  pageRef: string,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
) {
  const count = (step: FunnelStep) =>
    sql<bigint>`coalesce(sum(count) filter (where step = ${sql.lit(step)}), 0)::bigint`.as(step)
  let question = ctx.own
    .select('page_funnel')
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('on_day'))
    .select(['language', count('opened'), count('began'), count('ordered'), count('attempted'), count('paid')])
    .where('page_ref', '=', pageRef)
  if (from) question = question.where('day', '>=', from.toISOString().slice(0, 10))
  if (to) question = question.where('day', '<', to.toISOString().slice(0, 10))
  const rows = await question
    .groupBy(['day', 'language'])
    .orderBy('day', 'desc')
    .orderBy('language')
    .limit(5_000)
    .execute()
  return rows.map(({ on_day: day, language, ...counts }) => ({
    day,
    language,
    opened: Number(counts.opened),
    began: Number(counts.began),
    ordered: Number(counts.ordered),
    attempted: Number(counts.attempted),
    paid: Number(counts.paid),
  }))
}
