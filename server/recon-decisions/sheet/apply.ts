import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { needFreshProof } from '#server/kit/auth/step-up.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isLoneApprover } from '#server/settlements/lone-approver.ts'
import { keepDecisions } from '../keep.ts'
import { assign, comment } from '../look-after.ts'
import { propose } from '../propose.ts'
import { ownerOf } from '../leads.ts'
import type { Plan } from './plan.ts'

/** Does what a sheet asks for. Throws `stepUpRequired` where it approves something and the user's proof is too old. */
export async function applyPlan(ctx: Ctx, { alone, byTwo, approved, rejected, comments, owned }: Plan): Promise<void> {
  if (approved.length > 0) needFreshProof(userOf(ctx))
  await endProposals(ctx, { approved, rejected })
  if (alone.length > 0) await keepDecisions(ctx, alone, { decidedBy: ctx.actor.name, reason: '' })
  if (byTwo.length > 0) await propose(ctx, byTwo, '')
  // Their own entries in the audit log would be for whole selections: the sheet has one.
  const quiet = ctx.with({ auditSubject: () => {} })
  for (const [text, some] of Map.groupBy(comments, (one) => one.text))
    await comment(quiet, some.map(({ lead }) => lead), text) // prettier-ignore
  for (const some of Map.groupBy(owned, ({ ownerId, untilDay }) => `${ownerId} ${untilDay}`).values()) {
    const [{ ownerId, untilDay } = { ownerId: null, untilDay: undefined }] = some
    await assign(quiet, some.map(({ lead }) => lead), { act: 'assign', owner_id: ownerId ?? undefined, until_day: untilDay }) // prettier-ignore
  }
}

/** Approves and rejects what waited; each has its entry in the audit log. */
async function endProposals(ctx: Ctx, { approved, rejected }: Pick<Plan, 'approved' | 'rejected'>): Promise<void> {
  if (approved.length + rejected.length === 0) return
  const me = userOf(ctx).subUserId
  const isLone = await isLoneApprover(ctx)
  const alone = ({ proposal }: { proposal: { proposed_by: string } }) => isLone && proposal.proposed_by === me
  const decided = approved.map((one) => {
    const { proposed_name: decidedBy, reason, proposal_id: proposalId } = one.proposal
    return { ...one.now, by: { decidedBy, approvedBy: alone(one) ? '' : ctx.actor.name, reason, proposalId } }
  })
  if (decided.length > 0) await keepDecisions(ctx, decided, { decidedBy: '', reason: '' })
  const ended = [
    ...approved.map((one) => ({ ...one, state: 'approved', isLone: alone(one) })),
    ...rejected.map((one) => ({ ...one, state: 'rejected', isLone: false })),
  ]
  await ctx.tx.query(
    `update recon_proposals p set state = e.state, remark = e.remark, is_lone = e.is_lone, decided_by = $3, decided_name = $4, decided_at = $5
     from unnest($6::uuid[], $7::text[], $8::text[], $9::boolean[]) e (id, state, remark, is_lone)
     where p.merchant_id = $1 and p.environment = $2 and p.proposal_id = e.id and p.state = 'proposed'`,
    [
      ...ownerOf(ctx), me, ctx.actor.name, ctx.now, ended.map(({ proposal }) => proposal.proposal_id), ended.map(({ state }) => state),
      ended.map(({ remark }) => remark), ended.map((one) => one.isLone),
    ],
  ) // prettier-ignore
  for (const { proposal, state: status, isLone: byOne, remark } of ended)
    writeAudit(ctx, {
      action: status === 'approved' ? 'recon-decision.approve' : 'recon-decision.reject',
      objectRef: proposal.proposal_id,
      result: 'done',
      changes: changesFrom(
        { status: 'proposed' },
        { status, act: proposal.act, proposed_by: proposal.proposed_name, alone: byOne, remark },
      ),
    })
}
