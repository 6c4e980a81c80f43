import { sql } from 'kysely'
import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { actOn } from './act.ts'
import { soonMs } from './enqueue.ts'
import { actJob } from './job-data.ts'

/** Does what is due of one subscription at its moment; a job that comes late, early or twice finds nothing left to do. */
export const actOnSubscription = job({
  ...actJob,
  overdue: {
    key: 'orderRef',
    async list(ctx, since) {
      const rows = await toActBefore(ctx, since).select('order_ref').orderBy('next_act_at').limit(500).execute()
      return rows.map(({ order_ref: orderRef }) => ({ orderRef }))
    },
  },
  work: (ctx, { orderRef }) => actOn(ctx, orderRef),
})

/**
 * The subscriptions with something to do before a moment of real time. What its partial index fixes stands in the text, since a plan for
 * any values cannot rely on a parameter. Index: subscriptions_to_act.
 */
const toActBefore = (ctx: Ctx, moment: Date) =>
  ctx.own.select('subscriptions').where('next_act_at', '<', moment).where('clock_ref', '=', sql.lit(''))

/**
 * Makes a job for what falls due within the hour, so that none sleeps longer. Of two at once each plans what the other has not locked.
 * Index: subscriptions_to_plan.
 */
export const planSubscriptions = job({
  name: 'plan-subscriptions',
  data: z.object({ merchantId: z.uuid(), environment, all: z.literal('all') }),
  overdue: {
    key: 'all',
    async list(ctx) {
      const row = await toPlan(ctx).select('order_ref').limit(1).executeTakeFirst()
      return row ? [{ all: 'all' as const }] : []
    },
  },
  async work(ctx) {
    const rows = await toPlan(ctx)
      .select(['order_ref', 'next_act_at'])
      .orderBy('next_act_at')
      .limit(plannedAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return
    ctx.write(
      ctx.own
        .update('subscriptions')
        .set({ planned: true })
        .where(
          'order_ref',
          'in',
          rows.map(({ order_ref }) => order_ref),
        ),
    )
    for (const { order_ref: orderRef, next_act_at } of rows)
      ctx.enqueue(actOnSubscription, { orderRef }, next_act_at && next_act_at > ctx.now ? { after: next_act_at } : {})
    if (rows.length === plannedAtOnce) ctx.enqueue(planSubscriptions, { all: 'all' })
  },
})
const plannedAtOnce = 1_000
const toPlan = (ctx: Ctx) =>
  toActBefore(ctx, new Date(ctx.now.getTime() + soonMs)).where('planned', '=', sql.lit(false))
