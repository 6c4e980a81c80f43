import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { movePayout } from '#server/payout-store/move.ts'
import { lockPayouts } from '#server/payout-store/rows.ts'
import { statesOf } from './act-rows.ts'

/** Ends payouts that have not been approved, all or none. Nothing is set aside for them yet. */
export async function rejectPayouts(ctx: Ctx, asked: readonly string[], remark: string) {
  const refs = [...new Set(asked)]
  const payouts = await lockPayouts(ctx, refs)
  if (payouts.length < refs.length) throw new Fault('notFound')
  for (const payout of payouts)
    await movePayout(ctx, payout, 'reject', { ended_by: ctx.actor.name, end_remark: remark }, { remark })
  ctx.auditSubject(refs[0] ?? '', madeAs({ payouts: refs.join(', '), remark }))
  return { payouts: await statesOf(ctx, refs) }
}
