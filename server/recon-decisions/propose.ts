import type { ProposalAct, ShownRecord } from '#contract/recon-decision-shapes.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { notify } from '#server/notifications/notify.ts'
import { digestOf, shownOf, type Decidable } from './decidable.ts'
import { outdate } from './present.ts'
import { waitingOf } from './proposals.ts'

export interface Proposing {
  act: ProposalAct
  msmId: number
  groupId: string | null
  settlementId: string | null
  records: readonly ShownRecord[]
  shown: object
  currency: string
  reason: string
}

/** Proposes decisions that take two people. Returns how many. */
export const propose = (ctx: Ctx, decidable: readonly Decidable[], reason: string): Promise<number> =>
  proposeAll(ctx, decidable.map((of) => ({ of, reason }))) // prettier-ignore

/** The same, each for a reason of its own. */
export async function proposeAll(ctx: Ctx, decidable: readonly { of: Decidable; reason: string }[]): Promise<number> {
  const proposals = decidable.map(({ of, reason }) => ({ act: of.act as ProposalAct, msmId: of.msmId, groupId: of.groupId, settlementId: null, records: of.records, shown: shownOf(of), currency: of.currency, reason })) // prettier-ignore
  return (await keepProposals(ctx, proposals)).length
}

/**
 * Keeps proposals and tells those who may approve them, once. What is proposed already on numbers that still hold is left out. The caller
 * has locked their pairs. Returns the ids.
 */
export async function keepProposals(ctx: Ctx, proposals: readonly Proposing[]): Promise<string[]> {
  const subUserId = actingUser(ctx)
  const waiting = new Set((await outdate(ctx, await waitingOf(ctx, proposals))).map(subjectOf))
  const free = proposals.filter((one) => !waiting.has(subjectOf({ msm_id: one.msmId, group_id: one.groupId, settlement_id: one.settlementId })))
  const kept = free.map((one) => ({ id: newId(), ...one }))
  for (const { id, act, msmId, groupId, settlementId, records, shown, currency, reason } of kept)
    ctx.append('recon_proposals', {
      proposal_id: id, msm_id: msmId, act, state: 'proposed', group_id: groupId, settlement_id: settlementId, records: JSON.stringify(records),
      shown: JSON.stringify(shown), digest: digestOf(shown), currency, reason, proposed_by: subUserId, proposed_name: ctx.actor.name,
      proposed_at: ctx.now,
    })
  if (kept.length > 0)
    await notify(ctx, 'recon_approval_waiting', { by: ctx.actor.name, proposals: String(kept.length) }, { except: subUserId })
  return kept.map(({ id }) => id)
} // prettier-ignore

const subjectOf = (one: { msm_id: number; group_id: string | null; settlement_id: string | null }) =>
  `${one.msm_id}.${one.group_id}.${one.settlement_id}`
