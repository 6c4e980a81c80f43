import type { ProposalAct, ShownRecord } from '#contract/recon-decision-shapes.ts'
import { actingUser } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { digestOf, type Decidable } from './decidable.ts'
import { ownerOf } from './leads.ts'

export interface Proposing {
  act: ProposalAct
  msmId: number
  groupId: string | null
  settlementId: string | null
  records: readonly ShownRecord[]
  shown: object
  currency: string
}
/** The numbers of a decision, as both people see them. */
export const shownOf = ({ status, amountOff, feeOff, taxOff, currency, records }: Omit<Decidable, 'recordRef' | 'act' | 'msmId' | 'groupId' | 'size'>) => ({ status, amount_off: amountOff, fee_off: feeOff, tax_off: taxOff, currency, records }) // prettier-ignore

/** Proposes decisions that take two people. Returns how many. */
export async function propose(ctx: Ctx, decidable: readonly Decidable[], reason: string): Promise<number> {
  const proposals = decidable.map((of) => ({ act: of.act as ProposalAct, msmId: of.msmId, groupId: of.groupId, settlementId: null, records: of.records, shown: shownOf(of), currency: of.currency })) // prettier-ignore
  return (await keepProposals(ctx, proposals, reason)).length
}

/** Returns the ids. What another has proposed meanwhile is left out. */
export async function keepProposals(ctx: Ctx, proposals: readonly Proposing[], reason: string): Promise<string[]> {
  const proposedBy = actingUser(ctx)
  const rows = await ctx.tx.query<{ proposal_id: string }>(
    `insert into recon_proposals (merchant_id, environment, proposal_id, msm_id, act, state, group_id, settlement_id, records, shown, digest, currency,
       reason, proposed_by, proposed_name, proposed_at)
     select $1, $2, p.id, p.msm_id, p.act, 'proposed', p.group_id, p.settlement_id, p.records, p.shown, p.digest, p.currency, $3, $4, $5, $6
     from unnest($7::uuid[], $8::integer[], $9::text[], $10::uuid[], $11::uuid[], $12::jsonb[], $13::jsonb[], $14::text[], $15::text[])
       p (id, msm_id, act, group_id, settlement_id, records, shown, digest, currency)
     on conflict do nothing returning proposal_id`,
    [
      ...ownerOf(ctx), reason, proposedBy, ctx.actor.name, ctx.now, proposals.map(() => newId()), proposals.map(({ msmId }) => msmId),
      proposals.map(({ act }) => act), proposals.map(({ groupId }) => groupId), proposals.map(({ settlementId }) => settlementId),
      proposals.map(({ records }) => JSON.stringify(records)), proposals.map(({ shown }) => JSON.stringify(shown)),
      proposals.map(({ shown }) => digestOf(shown)), proposals.map(({ currency }) => currency),
    ],
  ) // prettier-ignore
  return rows.map(({ proposal_id: id }) => id)
}
