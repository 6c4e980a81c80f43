import { Fault } from '#contract/faults.ts'
import { proposalStates, type DecisionAct } from '#contract/recon-decision-shapes.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { close, reopen } from '#server/settlements/close.ts'
import { isLoneApprover } from '#server/settlements/lone-approver.ts'
import { existingSettlement } from '#server/settlements/queries.ts'
import { decidableOf, digestOf, matchOf, type Decidable } from './decidable.ts'
import { keepDecisions, lockPairs } from './keep.ts'
import { leadsOf, membersOf } from './leads.ts'
import { changeProposal, existingProposal, markStale, type FoundProposal } from './proposals.ts'
import { shownOf } from './propose.ts'
import { shownSettlementOf } from './propose-settlement.ts'

/**
 * Approves a proposal on the numbers that the caller saw. When they are not those of now it is stale, and stays so. Throws `ownProposal`
 * for whoever proposed it, unless nobody else of the merchant may decide.
 */
export async function approve(ctx: Ctx, id: string, { digest, remark = '' }: { digest: string; remark?: string | undefined }): Promise<FoundProposal> {
  await lockPairs(ctx, [(await existingProposal(ctx, id)).msm_id])
  const proposal = await existingProposal(ctx, id)
  if (!proposalStates.can(proposal.state, 'approve')) throw new Fault('wrongState', { why: `it is ${proposal.state}` })
  const isOwn = proposal.proposed_by === actingUser(ctx)
  const isLone = isOwn && (await isLoneApprover(ctx))
  if (isOwn && !isLone) throw new Fault('ownProposal')
  if (digest !== proposal.digest) throw new Fault('proposalStale', { why: 'other numbers were seen' })
  const by = isLone ? '' : ctx.actor.name
  if (proposal.settlement_id === null) await decideOn(ctx, proposal, by)
  else await decideOnSettlement(ctx, proposal, proposal.settlement_id)
  const approved = await changeProposal(ctx, proposal, 'approve', { remark, is_lone: isLone })
  ctx.auditSubject(id, changesFrom({ status: proposal.state }, { status: approved.state, act: proposal.act, proposed_by: proposal.proposed_name, alone: isLone }))
  return approved
} // prettier-ignore

/** Keeps what was proposed; the person who proposed it and the one who approved it are both named. */
async function decideOn(ctx: Ctx, proposal: FoundProposal, approvedBy: string): Promise<void> {
  const now = await presentOf(ctx, proposal)
  if (!now || digestOf(shownOf(now)) !== proposal.digest) throw stale(ctx, proposal)
  const { proposed_name: decidedBy, reason, proposal_id: proposalId } = proposal
  await keepDecisions(ctx, [now], { decidedBy, approvedBy, reason, proposalId })
}

/** What was proposed, as it is now. */
async function presentOf(ctx: Ctx, { msm_id: msmId, act, records, group_id: groupId }: FoundProposal): Promise<Decidable | null> {
  const leads = await leadsOf(ctx, records.map(({ side, key }) => `${msmId}.${side}.${key}`))
  const [lead] = leads
  if (!lead) return null
  const members = await membersOf(ctx, 'group_id', leads.map(() => msmId), leads.map(({ group_id }) => group_id))
  if (act !== 'match') return leads.length === 1 && lead.group_id === groupId && lead.is_open ? decidableOf(act as DecisionAct, lead, members) : null
  const found = matchOf(lead, members)
  return typeof found === 'string' ? null : found
} // prettier-ignore

async function decideOnSettlement(ctx: Ctx, proposal: FoundProposal, settlementId: string): Promise<void> {
  const settlement = await existingSettlement(ctx, settlementId)
  if (digestOf(shownSettlementOf(settlement)) !== proposal.digest) throw stale(ctx, proposal)
  if (proposal.act === 'close_settlement') {
    await close(ctx, settlementId, { version: settlement.version, by: proposal.proposed_name, isByTwo: true })
    return
  }
  await reopen(ctx, settlementId)
  await wantRuns(ctx, { pairs: [settlement.msm_id] }, { kind: 'decision', ref: settlementId })
}

function stale(ctx: Ctx, { proposal_id: id }: FoundProposal): Fault {
  ctx.evenIfRefused(markStale(ctx, id))
  return new Fault('proposalStale', { why: 'its records have changed' })
}

/** Rejects a proposal of somebody else. */
export async function reject(ctx: Ctx, id: string, remark: string): Promise<FoundProposal> {
  const proposal = await existingProposal(ctx, id)
  if (proposal.proposed_by === actingUser(ctx) && !(await isLoneApprover(ctx))) throw new Fault('ownProposal')
  return end(ctx, proposal, 'reject', remark)
}
/** Takes back a proposal of the caller's own. */
export async function withdraw(ctx: Ctx, id: string): Promise<FoundProposal> {
  const proposal = await existingProposal(ctx, id)
  if (proposal.proposed_by !== actingUser(ctx)) throw new Fault('denied', { why: 'somebody else proposed it' })
  return end(ctx, proposal, 'withdraw', '')
}
async function end(ctx: Ctx, proposal: FoundProposal, action: 'reject' | 'withdraw', remark: string): Promise<FoundProposal> {
  const ended = await changeProposal(ctx, proposal, action, { remark })
  ctx.auditSubject(proposal.proposal_id, changesFrom({ status: proposal.state }, { status: ended.state, remark }))
  return ended
} // prettier-ignore
