import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { whyNotAct, type ActRefusal, type DecisionAct } from '#contract/recon-decision-shapes.ts'
import type { Acted, actOnExceptions, matchReconRecords } from '#contract/recon-exceptions.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { agesOf } from './ages.ts'
import { chosenLeads } from './choose.ts'
import { decidableOf, limitsOf, matchOf, type Decidable } from './decidable.ts'
import { keepDecisions, lockPairs } from './keep.ts'
import { knownOf, leadsOf, membersOf, type Lead, type Member } from './leads.ts'
import { assign, comment, ownerToBe } from './look-after.ts'
import { propose } from './propose.ts'
import { recordRefOf, takenOf } from './waits.ts'

type Refused = { record_ref: string; reason: ActRefusal }
const whyShown = 50
const missing: readonly string[] = ['missing_in_settlement', 'missing_in_transactions', 'duplicate', 'expected']

/** Does one thing to some exceptions. What takes two people is proposed. */
export async function act(ctx: Ctx, body: Input<typeof actOnExceptions>['body']): Promise<Acted> {
  const owner = await ownerToBe(ctx, body.owner_id)
  if (owner && body.act !== 'assign') throw fieldFault('invalidRequest', 'owner_id', 'contradicts')
  if ((body.act === 'expect') !== (body.until_day !== undefined) && body.act !== 'assign')
    throw fieldFault('invalidRequest', 'until_day', 'contradicts')
  if (body.act === 'expect' && (body.until_day ?? '') <= (await agesOf(ctx)).today)
    throw fieldFault('invalidRequest', 'until_day', 'too_small')
  if (body.act === 'assign' && (body.until_day ?? '9999') < (await agesOf(ctx)).today)
    throw fieldFault('invalidRequest', 'until_day', 'too_small')
  await lockPairs(ctx, (await chosenLeads(ctx, body)).leads.map(({ msm_id }) => msm_id)) // prettier-ignore
  const { leads, unknown } = await chosenLeads(ctx, body)
  if (body.act === 'assign') return assign(ctx, leads, { owner, day: body.until_day })
  if (body.act === 'comment') return comment(ctx, leads, body.reason ?? '')
  const { decidable, refused } = body.act === 'match' ? await suggestionsOf(ctx, leads) : await matchesOf(ctx, body.act, leads)
  return decide(ctx, decidable, [...unknown.map((ref) => ({ record_ref: ref, reason: 'unknown' as const })), ...refused], body)
} // prettier-ignore

/** Matches records that somebody has put together. Throws `notFound`, and `wrongState` when one is matched already. */
export async function matchRecords(ctx: Ctx, body: Input<typeof matchReconRecords>['body']): Promise<Acted> {
  const asked = [...new Set([...body.a, ...body.b])]
  await lockPairs(ctx, (await leadsOf(ctx, asked)).map(({ msm_id }) => msm_id)) // prettier-ignore
  const leads = await leadsOf(ctx, asked)
  const [lead] = leads
  if (!lead || (await knownOf(ctx, asked)).size < asked.length) throw new Fault('notFound')
  if (leads.length < asked.length || leads.some(({ status }) => !missing.includes(status))) throw new Fault('wrongState', { why: 'a record is matched already' })
  const isOne = leads.every(({ msm_id }) => msm_id === lead.msm_id) && leads.some(({ side }) => side === 'a') && leads.some(({ side }) => side === 'b')
  if (!isOne) throw fieldFault('invalidRequest', 'b', 'contradicts')
  const members = await membersOf(ctx, 'group_id', leads.map(() => lead.msm_id), leads.map(({ group_id }) => group_id))
  const found = matchOf(lead, members)
  if (typeof found === 'string') return decide(ctx, [], [{ record_ref: lead.record_ref, reason: found }], body)
  return decide(ctx, [found], [], body)
} // prettier-ignore

interface Found {
  decidable: Decidable[]
  refused: Refused[]
}
async function matchesOf(ctx: Ctx, of: DecisionAct, leads: readonly Lead[]): Promise<Found> {
  const members = grouped(await membersOf(ctx, 'group_id', leads.map(({ msm_id }) => msm_id), leads.map(({ group_id }) => group_id)), 'group_id') // prettier-ignore
  return sorted(leads, of, (lead) => decidableOf(of, lead, members.get(`${lead.msm_id}.${lead.group_id}`) ?? []))
}
/** The suggested matches of some exceptions, each once. */
async function suggestionsOf(ctx: Ctx, leads: readonly Lead[]): Promise<Found> {
  const once = [...new Map(leads.map((lead) => [`${lead.msm_id}.${lead.suggested ?? lead.group_id}`, lead])).values()]
  const wanted = once.filter(({ suggested }) => suggested !== null)
  const members = grouped(await membersOf(ctx, 'suggested', wanted.map(({ msm_id }) => msm_id), wanted.map(({ suggested }) => suggested ?? '')), 'suggested') // prettier-ignore
  return sorted(once, 'match', (lead) => matchOf(lead, members.get(`${lead.msm_id}.${lead.suggested}`) ?? []))
}
const grouped = (members: readonly Member[], by: 'group_id' | 'suggested') =>
  Map.groupBy(members, (one) => `${one.msm_id}.${one[by]}`)

function sorted(leads: readonly Lead[], of: DecisionAct, made: (lead: Lead) => Decidable | ActRefusal): Found {
  const found: Found = { decidable: [], refused: [] }
  for (const lead of leads) {
    const one = whyNotAct(of, lead) ?? made(lead)
    if (typeof one === 'string') found.refused.push({ record_ref: lead.record_ref, reason: one })
    else found.decidable.push(one)
  }
  return found
}

/** Keeps what one person may decide, and proposes the rest. What waits for a decision already is left to it. */
async function decide(ctx: Ctx, decidable: readonly Decidable[], refused: Refused[], { reason = '', until_day: untilDay }: { reason?: string | undefined; until_day?: string | undefined }): Promise<Acted> {
  const waits = await takenOf(ctx, decidable)
  const isTaken = ({ msmId, records }: Decidable) => records.some(({ side, key }) => waits.has(recordRefOf({ msmId, side, key })))
  const free = decidable.filter((one) => !isTaken(one))
  const all = [...refused, ...decidable.filter(isTaken).map(({ recordRef }) => ({ record_ref: recordRef, reason: 'waits' as const }))]
  const suffices = await limitsOf(ctx)
  const [alone, byTwo] = [free.filter(suffices), free.filter((one) => !suffices(one))]
  if (alone.length > 0) await keepDecisions(ctx, alone, { decidedBy: ctx.actor.name, reason, untilDay })
  const proposed = byTwo.length > 0 ? await propose(ctx, byTwo, reason) : 0
  const answer = { applied: alone.length, proposed, refused: all.length, why: all.slice(0, whyShown) }
  ctx.auditSubject('*', madeAs({ applied: alone.length, proposed, refused: all.length, reason }))
  return answer
} // prettier-ignore
