import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'

/** Takes the counts of ended payouts away and adds them to their days, in one transaction: of two at once, one finds none. */
export const rollUpPayouts = job({
  name: 'roll-up-payouts',
  data: z.object({ merchantId: z.uuid(), environment, all: z.literal('all') }),
  overdue: {
    key: 'all',
    async list(ctx) {
      const row = await ctx.own.select('payout_deltas').select('delta_id').limit(1).executeTakeFirst()
      return row ? [{ all: 'all' as const }] : []
    },
  },
  async work(ctx) {
    const taken = await takeDeltas(ctx)
    const sums = [...Map.groupBy(taken, keyOf).values()].map((deltas) => ({
      ...(deltas[0] as EndCount),
      payouts: deltas.reduce((sum, { payouts }) => sum + payouts, 0n),
      amount_minor: deltas.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    }))
    await addToDays(ctx, sums)
    if (taken.length === deltasMost) ctx.enqueue(rollUpPayouts, { all: 'all' })
  },
})
/** That one job takes. */
const deltasMost = 20_000
const key = ['day', 'currency', 'status', 'reason', 'band'] as const
type EndCount = Pick<Selectable<Tables['payout_deltas']>, (typeof key)[number] | 'payouts' | 'amount_minor'>
const keyOf = (count: EndCount) => key.map((name) => count[name]).join(' ')

const takeDeltas = (ctx: Ctx): Promise<EndCount[]> =>
  ctx.own
    .delete('payout_deltas')
    .where('delta_id', 'in', ctx.own.select('payout_deltas').select('delta_id').orderBy('delta_id').limit(deltasMost))
    .returning([...key, 'payouts', 'amount_minor'])
    .execute()

/** In the order of their keys, so that two at once do not wait for each other in a circle. */
async function addToDays(ctx: Ctx, sums: readonly EndCount[]): Promise<void> {
  const rows = sums
    .filter(({ payouts, amount_minor: amount }) => payouts !== 0n || amount !== 0n)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await ctx.own
      .insert('payout_days', rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'environment', ...key]).doUpdateSet({
          payouts: sql`payout_days.payouts + excluded.payouts`,
          amount_minor: sql`payout_days.amount_minor + excluded.amount_minor`,
        }),
      )
      .execute()
}
const rowsAtOnce = 500
