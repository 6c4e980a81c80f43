import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'

/**
 * Takes the counts of links' steps away and adds them to their days, in one transaction: of two at once, one finds none. The first
 * for a merchant builds the days from its links.
 */
export const rollUpLinks = job({
  name: 'roll-up-links',
  data: z.object({ merchantId: z.uuid(), environment, all: z.literal('all') }),
  overdue: {
    key: 'all',
    async list(ctx) {
      const row = await ctx.own.select('link_deltas').select('delta_id').limit(1).executeTakeFirst()
      return row || (await lacksDays(ctx)) ? [{ all: 'all' as const }] : []
    },
  },
  async work(ctx) {
    if (await isFirst(ctx)) await buildDays(ctx)
    const taken = await takeDeltas(ctx)
    const steps = Map.groupBy(taken, ({ day, currency, step, band }) => [day, currency, step, band].join())
    const sums = [...steps.values()].map((deltas) => ({
      ...(deltas[0] as StepCount),
      links: deltas.reduce((sum, { links }) => sum + links, 0n),
    }))
    await addToDays(ctx, sums)
    if (taken.length === deltasMost) ctx.enqueue(rollUpLinks, { all: 'all' })
  },
})
/** That one job takes. */
const deltasMost = 20_000
type StepCount = Pick<Selectable<Tables['link_deltas']>, 'day' | 'currency' | 'step' | 'band' | 'links'>

async function lacksDays(ctx: Ctx): Promise<boolean> {
  const counted = await ctx.own.select('link_counts').select('since').executeTakeFirst()
  return (
    !counted && (await ctx.own.select('payment_links').select('link_ref').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Notes that the days are built. A build under way is waited for, and is then not the first any more. */
async function isFirst(ctx: Ctx): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.own
    .insert('link_counts', { since: sql<Date>`statement_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Builds the days from the links less the deltas, some days in one snapshot. No other job takes deltas meanwhile, so each change of a
 * link is in what is built or in a delta that is added later.
 */
async function buildDays(ctx: Ctx): Promise<void> {
  const own = [ctx.owner.merchantId, ctx.owner.environment]
  const [made] = await ctx.tx.query<{ from: Date | null; to: Date }>(
    'select min(created_at) as from, max(created_at) as to from payment_links where merchant_id = $1 and environment = $2',
    own,
  )
  if (!made?.from) return
  for (
    let from = Math.floor(made.from.getTime() / dayMs) * dayMs;
    from <= made.to.getTime();
    from += daysAtOnce * dayMs
  )
    await addToDays(
      ctx,
      await ctx.tx.query<StepCount>(linksUncounted, [...own, new Date(from), new Date(from + daysAtOnce * dayMs)]),
    )
}
const dayMs = 86_400_000
const daysAtOnce = 10
const linksUncounted = `
  select day::text as day, currency, step, band, sum(links)::bigint as links from (
    select day, currency, step, band, links from link_steps
    where merchant_id = $1 and environment = $2 and created_at >= $3 and created_at < $4
    union all
    select day, currency, step, band, -links from link_deltas
    where merchant_id = $1 and environment = $2
      and day >= ($3::timestamptz at time zone 'UTC')::date and day < ($4::timestamptz at time zone 'UTC')::date
  ) as steps group by day, currency, step, band having sum(links) <> 0`

const takeDeltas = (ctx: Ctx): Promise<StepCount[]> =>
  ctx.own
    .delete('link_deltas')
    .where('delta_id', 'in', ctx.own.select('link_deltas').select('delta_id').orderBy('delta_id').limit(deltasMost))
    .returning(['day', 'currency', 'step', 'band', 'links'])
    .execute()

/** In the order of their keys, so that two at once do not wait for each other in a circle. */
async function addToDays(ctx: Ctx, sums: readonly StepCount[]): Promise<void> {
  const keyOf = ({ day, currency, step, band }: StepCount) => [day, currency, step, band].join(' ')
  const rows = sums.filter(({ links }) => links !== 0n).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await ctx.own
      .insert('link_days', rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'day', 'currency', 'step', 'band'])
          .doUpdateSet({ links: sql`link_days.links + excluded.links` }),
      )
      .execute()
}
const rowsAtOnce = 500
