import type { DecisionAct } from '#contract/recon-decision-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { inSuspense, writeOffClosed } from '#server/settlements/decide.ts'
import type { Decidable } from './decidable.ts'
import { ownerOf } from './leads.ts'

/** Who decides, and who before them. */
export interface By {
  decidedBy: string
  approvedBy?: string
  proposalId?: string
  reason: string
  untilDay?: string | undefined
}

/** Keeps decisions of one person. The caller has locked their pairs. */
export const keepDecisions = (ctx: Ctx, decided: readonly Decidable[], by: By): Promise<void> =>
  keepAll(
    ctx,
    decided.map((of) => ({ of, by })),
  )

/** Keeps decisions, takes what closed settlements left of their records out of suspense, and has their pairs worked out anew. */
export async function keepAll(ctx: Ctx, decided: readonly { of: Decidable; by: By }[]): Promise<void> {
  if (decided.length === 0) return
  const causes = new Map<number, string>()
  const decidedAt = await decisionTime(ctx)
  const suspended = await inSuspense(ctx, decided.flatMap(({ of }) => of.records.map(({ key }) => key))) // prettier-ignore
  for (const { of, by } of decided) {
    const id = newId()
    causes.set(of.msmId, causes.get(of.msmId) ?? id)
    ctx.append('recon_decisions', {
      decision_id: id,
      msm_id: of.msmId,
      act: of.act,
      group_id: of.groupId,
      status: of.status,
      amount_off: of.amountOff,
      fee_off: of.feeOff,
      tax_off: of.taxOff,
      until_day: of.act === 'expect' ? (by.untilDay ?? null) : null,
      reason: by.reason,
      decided_by: by.decidedBy,
      approved_by: by.approvedBy ?? '',
      proposal_id: by.proposalId ?? null,
      decided_at: decidedAt,
    })
    for (const { side, key } of of.records) ctx.append('recon_decision_records', { decision_id: id, side, key })
    const left = givesUp.has(of.act) ? of.records.map(({ key }) => key).filter((key) => suspended.has(key)) : []
    if (left.length > 0) await writeOffClosed(ctx, id, left)
  }
  for (const [msmId, ref] of causes) await wantRuns(ctx, { pairs: [msmId] }, { kind: 'decision', ref })
}

/** What gives up a difference, which a closed settlement has in suspense. */
const givesUp: ReadonlySet<DecisionAct> = new Set(['write_off', 'accept'])

/**
 * The time of a decision: not before the beginning of a run that has not seen it, be it under way or done while the decision waited for its
 * pair. The caller has locked the pairs. Index: primary key.
 */
export async function decisionTime(ctx: Ctx): Promise<Date> {
  const [newest] = await ctx.tx.query<{ begun_at: Date | null }>(
    `select max(r.begun_at) as begun_at from recon_pairs p
       join recon_runs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = p.msm_id and r.run_no >= p.answer_run
     where p.merchant_id = $1 and p.environment = $2`,
    ownerOf(ctx),
  )
  return new Date(Math.max(ctx.now.getTime(), newest?.begun_at?.getTime() ?? 0))
}

/** Locks the pairs that decisions are about, in order, so that decisions, runs and closings of a pair happen one after the other. */
export async function lockPairs(ctx: Ctx, msmIds: readonly number[]): Promise<void> {
  if (msmIds.length === 0) return
  await ctx.own
    .select('recon_pairs')
    .select('msm_id')
    .where('msm_id', 'in', [...new Set(msmIds)])
    .orderBy('msm_id')
    .forUpdate()
    .execute()
}
