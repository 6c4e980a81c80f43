import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { KeptArm, KeptArms } from '#server/db/kept-routing.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { countArms, findRunning, takeBack, worseBy } from './rollout-rows.ts'
import { findRule, lockRules } from './rules.ts'

const data = z.object({ merchantId: z.uuid(), environment, rolloutId: z.uuid() })

/** Whether the tried version does worse than chance explains. */
export function isWorse(arms: KeptArms): boolean {
  const ended = Math.min(arms.candidate.ended, arms.control.ended)
  return ended >= limits.rolloutEnded && (worseBy(arms) ?? 0) > limits.rolloutZ
}

/** Compares the arms of a roll-out every hour, and takes the tried version back when it does worse. */
export const compareRollout: Job<z.infer<typeof data>> = job({
  name: 'compare-rollout',
  data,
  overdue: {
    key: 'rolloutId',
    async list(ctx, overdueSince) {
      const running = await findRunning(ctx)
      const due = new Date(overdueSince.getTime() - limits.rolloutHours * 3_600_000)
      return running && (running.compared_at ?? running.began_at) < due ? [{ rolloutId: running.rollout_id }] : []
    },
  },
  async work(ctx, { rolloutId }) {
    await lockRules(ctx)
    const running = await findRunning(ctx)
    if (running?.rollout_id !== rolloutId) return
    const arms = await countArms(ctx, rolloutId)
    ctx.write(ctx.own.update('routing_rollouts').set({ compared_at: ctx.now }).where('rollout_id', '=', rolloutId))
    const rule = isWorse(arms) ? await findRule(ctx, running.routing_ref) : undefined
    if (!rule) {
      ctx.enqueue(compareRollout, { rolloutId }, { after: limits.rolloutHours * 3_600 })
      return
    }
    const { version } = running
    await takeBack(ctx, rule, running, arms)
    const facts = { tried: toldOf(arms.candidate), others: toldOf(arms.control) }
    writeAudit(ctx, {
      action: 'route.take-back',
      objectRef: rule.routing_ref,
      result: 'done',
      changes: madeAs({ version, ...facts }),
    })
    await notify(ctx, 'rollout_taken_back', { rule: rule.name, routing_ref: rule.routing_ref, ...facts })
  },
})

const toldOf = ({ ended, succeeded }: KeptArm) =>
  `${((succeeded / ended) * 100).toFixed(1)} % (${succeeded} / ${ended})`
