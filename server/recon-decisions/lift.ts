import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { liftReconDecision } from '#contract/recon-exceptions.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { shownDecision } from './exceptions.ts'
import { decisionTime, lockPairs } from './keep.ts'

/** Takes a decision back. What it wrote off of a closed settlement is posted, and stays. */
export async function lift(ctx: Ctx, id: string): Promise<Output<typeof liftReconDecision>> {
  const found = isUuid(id)
    ? await ctx.own.select('recon_decisions').selectAll().where('decision_id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw new Fault('notFound')
  await lockPairs(ctx, [found.msm_id])
  const lifted = await ctx.own
    .update('recon_decisions')
    .set({ lifted_by: ctx.actor.name, lifted_at: await decisionTime(ctx) })
    .where('decision_id', '=', id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!lifted) throw new Fault('wrongState', { why: 'it is lifted already' })
  await wantRuns(ctx, { pairs: [found.msm_id] }, { kind: 'decision', ref: id })
  ctx.auditSubject(id, changesFrom({ lifted_by: '' }, { lifted_by: ctx.actor.name }))
  return shownDecision(lifted)
}
