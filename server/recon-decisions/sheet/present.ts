import type { DecisionAct } from '#contract/recon-decision-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { decidableOf, digestOf, matchOf, type Decidable } from '../decidable.ts'
import { leadsOf, membersOf } from '../leads.ts'
import type { FoundProposal } from '../proposals.ts'
import { shownOf } from '../propose.ts'

/** What proposals propose as it is now, by their ids; those of which a number has changed are left out. */
export async function presentOf(ctx: Ctx, proposals: readonly FoundProposal[]): Promise<Map<string, Decidable>> {
  if (proposals.length === 0) return new Map()
  const leads = await leadsOf(ctx, proposals.flatMap(({ msm_id, records }) => records.map(({ side, key }) => `${msm_id}.${side}.${key}`)))
  const members = await membersOf(ctx, 'group_id', leads.map(({ msm_id }) => msm_id), leads.map(({ group_id }) => group_id))
  const groupOf = new Map(members.map((one) => [`${one.msm_id}.${one.side}.${one.key}`, `${one.msm_id}.${one.group_id}`]))
  const byGroup = Map.groupBy(members, (one) => `${one.msm_id}.${one.group_id}`)
  const leadOf = new Map(leads.map((lead) => [`${lead.msm_id}.${lead.group_id}`, lead]))
  const found = proposals.flatMap((proposal): [string, Decidable][] => {
    const { msm_id: msmId, act, records, group_id: groupId } = proposal
    const groups = [...new Set(records.flatMap(({ side, key }) => groupOf.get(`${msmId}.${side}.${key}`) ?? []))]
    const lead = leadOf.get(groups[0] ?? '')
    if (!lead) return []
    const own = groups.flatMap((group) => byGroup.get(group) ?? [])
      .toSorted((one, other) => (one.side + one.key < other.side + other.key ? -1 : 1))
    if (act !== 'match' && (groups.length > 1 || lead.group_id !== groupId || !lead.is_open)) return []
    const now = act === 'match' ? matchOf(lead, own) : decidableOf(act as DecisionAct, lead, own)
    return typeof now !== 'string' && digestOf(shownOf(now)) === proposal.digest ? [[proposal.proposal_id, now]] : []
  })
  return new Map(found)
} // prettier-ignore
