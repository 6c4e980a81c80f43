import { sql } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'

/** Takes the counts of changes away and adds them to the sums, in one transaction: of two at once, one finds none. */
export const rollUpSubscriptions = job({
  name: 'roll-up-subscriptions',
  data: z.object({ merchantId: z.uuid(), environment, all: z.literal('all') }),
  overdue: {
    key: 'all',
    async list(ctx) {
      const row = await ctx.own.select('subscription_deltas').select('delta_id').limit(1).executeTakeFirst()
      return row ? [{ all: 'all' as const }] : []
    },
  },
  async work(ctx) {
    const taken = await takeDeltas(ctx)
    for (const [, deltas] of Map.groupBy(taken, bookOf).entries()) addToSums(ctx, deltas)
    const moved = taken.filter(({ began, lost, recovered }) => began !== 0n || lost !== 0n || recovered !== 0n)
    for (const [, deltas] of Map.groupBy(moved, dayOf).entries()) addToDays(ctx, deltas)
    if (taken.length === deltasMost) ctx.enqueue(rollUpSubscriptions, { all: 'all' })
  },
})
/** That one job takes. */
const deltasMost = 20_000

const takeDeltas = (ctx: Ctx) =>
  ctx.own
    .delete('subscription_deltas')
    .where(
      'delta_id',
      'in',
      ctx.own.select('subscription_deltas').select('delta_id').orderBy('delta_id').limit(deltasMost),
    )
    .returning(['price_ref', 'currency', 'period', 'frequency', 'day', 'subscriptions', 'active', 'past_due'])
    .returning([
      'past_due_minor',
      'recurring_minor',
      'collected_minor',
      'began',
      'lost',
      'recovered',
      'recovered_minor',
    ])
    .execute()
type Delta = Awaited<ReturnType<typeof takeDeltas>>[number]

const bookOf = ({ price_ref, currency, period, frequency }: Delta) => [price_ref, currency, period, frequency].join(' ')
const dayOf = ({ currency, day }: Delta) => `${currency} ${day}`
type Counter = { [K in keyof Delta]: Delta[K] extends bigint ? K : never }[keyof Delta]
const sumOf = (deltas: readonly Delta[], of: Counter): bigint => deltas.reduce((sum, delta) => sum + delta[of], 0n)

function addToSums(ctx: Ctx, deltas: readonly Delta[]): void {
  const [first] = deltas
  if (!first) return
  const { price_ref, currency, period, frequency } = first
  const sums = {
    subscriptions: sumOf(deltas, 'subscriptions'),
    active: sumOf(deltas, 'active'),
    past_due: sumOf(deltas, 'past_due'),
    past_due_minor: String(sumOf(deltas, 'past_due_minor')),
    recurring_minor: String(sumOf(deltas, 'recurring_minor')),
    collected_minor: String(sumOf(deltas, 'collected_minor')),
  }
  ctx.write(
    ctx.own
      .insert('subscription_sums', { price_ref, currency, period, frequency, ...sums })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'price_ref', 'currency', 'period', 'frequency'])
          .doUpdateSet(added('subscription_sums', Object.keys(sums) as (keyof typeof sums)[])),
      ),
  )
}

function addToDays(ctx: Ctx, deltas: readonly Delta[]): void {
  const [first] = deltas
  if (!first) return
  const { currency, day } = first
  const sums = {
    began: sumOf(deltas, 'began'),
    lost: sumOf(deltas, 'lost'),
    recovered: sumOf(deltas, 'recovered'),
    recovered_minor: String(sumOf(deltas, 'recovered_minor')),
  }
  ctx.write(
    ctx.own
      .insert('subscription_days', { currency, day, ...sums })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'currency', 'day'])
          .doUpdateSet(added('subscription_days', Object.keys(sums) as (keyof typeof sums)[])),
      ),
  )
}

/** Each column plus what is inserted. */
const added = <Name extends string>(table: string, names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, sql`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`]),
  ) as Record<Name, ReturnType<typeof sql<never>>>
