import type { DecisionAct } from '#contract/recon-decision-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listSettlementsOf, type FoundSettlement } from '#server/settlements/queries.ts'
import { decidableOf, digestOf, matchOf, shownOf, type Decidable } from './decidable.ts'
import { leadsOf, membersOf, type Lead, type Member } from './leads.ts'
import { markStale, type FoundProposal } from './proposals.ts'

/** What a proposal is about, as it is now: of one of the two. */
export interface Present {
  decidable?: Decidable
  settlement?: FoundSettlement
}

/** The numbers of a settlement, as both people see them. Whatever changes it counts its version on. */
export const shownSettlementOf = ({ settlement_id, version, state, batch, currency, lines, open, computed, payout, proof }: FoundSettlement) => ({
  settlement_id, version, state, batch, currency, lines, open, computed, payout, proof,
}) // prettier-ignore

/** Of proposals those whose numbers still hold, by id, with what they are about. The caller has locked their pairs. */
export async function holdingOf(ctx: Ctx, proposals: readonly FoundProposal[]): Promise<Map<string, Present>> {
  const ids = proposals.flatMap(({ settlement_id: id }) => id ?? [])
  const settlements = new Map((await listSettlementsOf(ctx, ids)).map((one) => [one.settlement_id, one]))
  const answer = await answerOf(ctx, proposals)
  return new Map(
    proposals.flatMap((proposal) => {
      const present = proposal.settlement_id === null ? decidableNow(answer, proposal) : settlementNow(settlements, proposal)
      return present ? [[proposal.proposal_id, present] as const] : []
    }),
  )
} // prettier-ignore

/** Marks those as stale whose numbers hold no more, and returns the others. */
export async function outdate(ctx: Ctx, waiting: readonly FoundProposal[]): Promise<FoundProposal[]> {
  if (waiting.length === 0) return []
  const holding = await holdingOf(ctx, waiting)
  const gone = waiting.filter(({ proposal_id: id }) => !holding.has(id))
  if (gone.length > 0) await ctx.db.executeQuery(markStale(ctx, gone.map(({ proposal_id: id }) => id)).compile()) // prettier-ignore
  return waiting.filter(({ proposal_id: id }) => holding.has(id))
}

function settlementNow(settlements: ReadonlyMap<string, FoundSettlement>, { settlement_id: id, digest }: FoundProposal): Present | null {
  const settlement = settlements.get(id ?? '')
  return settlement && digestOf(shownSettlementOf(settlement)) === digest ? { settlement } : null
} // prettier-ignore

/** What the answers say of the records of proposals, each match once. */
interface Answer {
  leads: ReadonlyMap<string, Lead>
  members: ReadonlyMap<string, { place: number; member: Member }[]>
  groups: ReadonlyMap<string, string>
}
async function answerOf(ctx: Ctx, proposals: readonly FoundProposal[]): Promise<Answer> {
  const leads = await leadsOf(ctx, proposals.flatMap(({ msm_id, records }) => records.map(({ side, key }) => `${msm_id}.${side}.${key}`)))
  const members = await membersOf(ctx, 'group_id', leads.map(({ msm_id }) => msm_id), leads.map(({ group_id }) => group_id))
  const groupOf = (one: Pick<Lead, 'msm_id' | 'group_id'>) => `${one.msm_id}.${one.group_id}`
  return {
    leads: new Map(leads.map((lead) => [groupOf(lead), lead])),
    members: Map.groupBy(members.map((member, place) => ({ place, member })), ({ member }) => groupOf(member)),
    groups: new Map(members.map((one) => [`${one.msm_id}.${one.side}.${one.key}`, groupOf(one)])),
  }
} // prettier-ignore

function decidableNow({ leads, members, groups }: Answer, { msm_id: msmId, act, records, group_id: groupId, digest }: FoundProposal): Present | null {
  const names = [...new Set(records.flatMap(({ side, key }) => groups.get(`${msmId}.${side}.${key}`) ?? []))]
  const [lead] = names.flatMap((name) => leads.get(name) ?? [])
  if (!lead || (act !== 'match' && (names.length > 1 || lead.group_id !== groupId || !lead.is_open))) return null
  const all = names.flatMap((name) => members.get(name) ?? []).toSorted((one, other) => one.place - other.place)
  const those = all.map(({ member }) => member)
  const decidable = act === 'match' ? matchOf(lead, those) : decidableOf(act as DecisionAct, lead, those)
  return typeof decidable !== 'string' && digestOf(shownOf(decidable)) === digest ? { decidable } : null
} // prettier-ignore
