import { Fault, fieldFault, type FaultName } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { ProposalRefusal } from '#contract/recon-decision-shapes.ts'
import type * as contract from '#contract/recon-proposals.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { approveAll, rejectAll, type Decided, type Seen } from './decide-proposals.ts'
import { lockPairs } from './keep.ts'
import { endProposals, existingProposal, listSeen, lockProposals, pairsOf, type FoundProposal } from './proposals.ts'

/**
 * Approves a proposal on the numbers that the caller saw. When they are not those of now it is stale, and stays so. Throws `ownProposal`
 * for whoever proposed it, unless nobody else may decide.
 */
export async function approve(ctx: Ctx, id: string, { digest, remark = '' }: { digest: string; remark?: string | undefined }): Promise<FoundProposal> {
  const proposal = await lockedProposal(ctx, id)
  const approved = oneOf(await approveAll(ctx, [{ proposal, digest }], remark))
  ctx.auditSubject(id, changesFrom({ status: proposal.state }, { status: approved.state, act: proposal.act, proposed_by: proposal.proposed_name, alone: approved.is_lone }))
  return approved
} // prettier-ignore

/** Rejects a proposal of somebody else. */
export async function reject(ctx: Ctx, id: string, remark: string): Promise<FoundProposal> {
  const proposal = await lockedProposal(ctx, id)
  const rejected = oneOf(await rejectAll(ctx, [{ proposal, digest: proposal.digest }], remark))
  ctx.auditSubject(id, changesFrom({ status: proposal.state }, { status: rejected.state, remark }))
  return rejected
}

/** Takes back a proposal of the caller's own. */
export async function withdraw(ctx: Ctx, id: string): Promise<FoundProposal> {
  const proposal = await existingProposal(ctx, id)
  if (proposal.proposed_by !== actingUser(ctx)) throw new Fault('wrongState', { why: 'somebody else proposed it' })
  const [withdrawn] = await endProposals(ctx, [id], 'withdraw', '')
  if (!withdrawn) throw new Fault('wrongState', { why: 'it waits no more' })
  ctx.auditSubject(id, changesFrom({ status: proposal.state }, { status: withdrawn.state }))
  return withdrawn
}

type Several = Input<typeof contract.approveReconProposals>['body']
/** Approves those that are named, or that a filter found. Throws `notFound` when none of those named is there. */
export async function approveSeveral(ctx: Ctx, body: Several) {
  const { done, stale, refused } = await decidedOn(ctx, body, approveAll)
  const alone = done.filter(({ is_lone }) => is_lone).length
  ctx.auditSubject('*', madeAs({ approved: done.length, stale: stale.length, refused: refused.length, remark: body.remark, alone: alone > 0 ? alone : undefined })) // prettier-ignore
  return { approved: done.length, stale, refused }
}
export async function rejectSeveral(ctx: Ctx, body: Several) {
  const { done, stale, refused } = await decidedOn(ctx, body, rejectAll)
  ctx.auditSubject('*', madeAs({ rejected: done.length, stale: stale.length, refused: refused.length, remark: body.remark })) // prettier-ignore
  return { rejected: done.length, stale, refused }
}

async function decidedOn(ctx: Ctx, { proposals, filters, seen_at: seenAt, remark = '' }: Several, decide: typeof approveAll): Promise<Decided> {
  if ((proposals === undefined) === (filters === undefined)) throw fieldFault('invalidRequest', 'proposals', 'contradicts')
  if ((filters === undefined) !== (seenAt === undefined)) throw fieldFault('invalidRequest', 'seen_at', filters ? 'missing' : 'contradicts')
  const seen = proposals ?? (await listSeen(ctx, filters ?? {}, seenAt ?? ctx.now))
  const found = new Map((await locked(ctx, seen.map(({ proposal_id: id }) => id))).map((one) => [one.proposal_id, one]))
  // One that is named twice counts once.
  const digests = new Map(seen.map(({ proposal_id: id, digest }) => [id, digest]))
  const known: Seen[] = [...digests].flatMap(([id, digest]) => {
    const proposal = found.get(id)
    return proposal ? [{ proposal, digest }] : []
  })
  if (proposals && known.length === 0) throw new Fault('notFound')
  const unknown = [...digests.keys()].filter((id) => !found.has(id)).map((id) => ({ proposal_id: id, reason: 'unknown' as const }))
  const decided = await decide(ctx, known, remark)
  return { ...decided, refused: [...unknown, ...decided.refused] }
} // prettier-ignore

/** Proposals, locked after their pairs, so that those who decide on the same ones do it one after the other. */
async function locked(ctx: Ctx, ids: readonly string[]): Promise<FoundProposal[]> {
  await lockPairs(ctx, await pairsOf(ctx, ids))
  return lockProposals(ctx, ids)
}
async function lockedProposal(ctx: Ctx, id: string): Promise<FoundProposal> {
  await lockPairs(ctx, [(await existingProposal(ctx, id)).msm_id])
  const [proposal] = await lockProposals(ctx, [id])
  if (!proposal) throw new Fault('notFound')
  return proposal
}

const faultOf: Record<ProposalRefusal, FaultName> = {
  unknown: 'notFound',
  waits_no_more: 'wrongState',
  own: 'ownProposal',
  settlement: 'settlementState',
  too_many: 'settlementState',
}
/** The one that was decided on. Throws why it was not. */
function oneOf({ done: [done], stale: [stale], refused: [refused] }: Decided): FoundProposal {
  if (stale) throw new Fault('proposalStale', { why: stale.reason })
  if (refused) throw new Fault(faultOf[refused.reason], { why: refused.reason })
  if (!done) throw new Error('a proposal was neither decided on nor refused')
  return done
}
