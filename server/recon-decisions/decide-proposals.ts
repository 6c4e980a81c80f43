import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { ProposalRefusal, StaleReason } from '#contract/recon-decision-shapes.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { close, reopen } from '#server/settlements/close.ts'
import { isLoneApprover } from '#server/settlements/lone-approver.ts'
import type { FoundSettlement } from '#server/settlements/queries.ts'
import { keepAll } from './keep.ts'
import { holdingOf } from './present.ts'
import { endProposals, markStale, type FoundProposal } from './proposals.ts'

/** A proposal, and the digest of the numbers that somebody saw of it. */
export interface Seen {
  proposal: FoundProposal
  digest: string
}
/** What was decided on, what was not and why. */
export interface Decided {
  done: FoundProposal[]
  stale: { proposal_id: string; reason: StaleReason }[]
  refused: { proposal_id: string; reason: ProposalRefusal }[]
}

/**
 * Approves proposals, each for itself, on the numbers that were seen. One whose numbers are not those of now is stale, and stays so. What the
 * caller has proposed is refused, unless nobody else may decide. The caller has locked them and their pairs.
 */
export async function approveAll(ctx: Ctx, seen: readonly Seen[], remark: string): Promise<Decided> {
  const { free, ...sorted } = await sortedOut(ctx, seen)
  const holding = await holdingOf(ctx, free)
  const changed = free.filter(({ proposal_id: id }) => !holding.has(id))
  if (changed.length > 0) ctx.evenIfRefused(markStale(ctx, changed.map(idOf))) // prettier-ignore
  const stale = [...sorted.stale, ...changed.map((one) => ({ proposal_id: idOf(one), reason: 'changed' as const }))]
  const subUserId = actingUser(ctx)
  const ofRecords = free.flatMap((proposal) => {
    const of = holding.get(idOf(proposal))?.decidable
    return of ? [{ proposal, of }] : []
  })
  await keepAll(ctx, ofRecords.map(({ of, proposal: { proposal_id: proposalId, proposed_name: decidedBy, proposed_by, reason } }) =>
    ({ of, by: { decidedBy, approvedBy: proposed_by === subUserId ? '' : ctx.actor.name, reason, proposalId } }))) // prettier-ignore
  const ofSettlements = await decideSettlements(ctx, free.flatMap((proposal) => {
    const settlement = holding.get(idOf(proposal))?.settlement
    return settlement ? [{ proposal, settlement }] : []
  })) // prettier-ignore
  const approved = [...ofRecords.map(({ proposal }) => idOf(proposal)), ...ofSettlements.done]
  const done = await endProposals(ctx, approved, 'approve', remark)
  return { done, stale, refused: [...sorted.refused, ...ofSettlements.refused] }
}

/** Rejects proposals of others, each for itself. The caller has locked them. */
export async function rejectAll(ctx: Ctx, seen: readonly Seen[], remark: string): Promise<Decided> {
  const { free, stale, refused } = await sortedOut(ctx, seen)
  return { done: await endProposals(ctx, free.map(idOf), 'reject', remark), stale, refused } // prettier-ignore
}

const idOf = ({ proposal_id: id }: FoundProposal): string => id

async function sortedOut(ctx: Ctx, seen: readonly Seen[]): Promise<Omit<Decided, 'done'> & { free: FoundProposal[] }> {
  const [subUserId, isLone] = [actingUser(ctx), await isLoneApprover(ctx)]
  const sorted: Omit<Decided, 'done'> & { free: FoundProposal[] } = { free: [], stale: [], refused: [] }
  for (const { proposal, digest } of seen) {
    const id = idOf(proposal)
    if (proposal.state !== 'proposed') sorted.refused.push({ proposal_id: id, reason: 'waits_no_more' })
    else if (proposal.proposed_by === subUserId && !isLone) sorted.refused.push({ proposal_id: id, reason: 'own' })
    else if (digest !== proposal.digest) sorted.stale.push({ proposal_id: id, reason: 'other_numbers' })
    else sorted.free.push(proposal)
  }
  return sorted
}

interface OfSettlement {
  proposal: FoundProposal
  settlement: FoundSettlement
}
/** Closes and reopens settlements, each for itself, and up to so many: each is posted. */
async function decideSettlements(ctx: Ctx, all: readonly OfSettlement[]): Promise<{ done: string[]; refused: Decided['refused'] }> {
  const [done, refused]: [string[], Decided['refused']] = [[], []]
  for (const { proposal, settlement } of all) {
    const id = idOf(proposal)
    const reason = done.length >= limits.reconSettlementsDecidedAtOnce ? 'too_many' : (await isDone(ctx, proposal, settlement)) ? null : 'settlement'
    if (reason === null) done.push(id)
    else refused.push({ proposal_id: id, reason })
  }
  return { done, refused }
} // prettier-ignore

async function isDone(ctx: Ctx, { act, proposed_name: by }: FoundProposal, { settlement_id: id, version, msm_id: msmId }: FoundSettlement): Promise<boolean> {
  try {
    if (act === 'close_settlement') await close(ctx, id, { version, by, isByTwo: true })
    else {
      await reopen(ctx, id)
      await wantRuns(ctx, { pairs: [msmId] }, { kind: 'decision', ref: id })
    }
    return true
  } catch (error) {
    // It changes nothing before it refuses.
    if (error instanceof Fault && error.fault === 'settlementState') return false
    throw error
  }
} // prettier-ignore
