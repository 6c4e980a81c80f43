import type { Ctx } from '#server/kit/ctx.ts'
import { digestOf } from '../decidable.ts'
import { leadsOf, membersOf, ownerOf, type Lead, type Member } from '../leads.ts'
import type { FoundProposal } from '../proposals.ts'

/** An exception with all that a decision about it rests on. */
export interface Known {
  lead: Lead
  members: Member[]
  /** The records of the match that is suggested. */
  partners: Member[]
  /** Of the numbers of all these. */
  digest: string
  waiting: FoundProposal | null
}

/** The exceptions of some records, by the record that stands for each. */
export async function knownOf(ctx: Ctx, recordRefs: readonly string[]): Promise<Map<string, Known>> {
  const leads = await leadsOf(ctx, recordRefs)
  const suggesting = leads.filter(({ suggested }) => suggested !== null)
  const grouped = async (by: 'group_id' | 'suggested', of: readonly Lead[], value: (lead: Lead) => string) => {
    const found = of.length === 0 ? [] : await membersOf(ctx, by, of.map(({ msm_id }) => msm_id), of.map(value)) // prettier-ignore
    return Map.groupBy(found, (one) => `${one.msm_id}.${one[by]}`)
  }
  const members = await grouped('group_id', leads, ({ group_id }) => group_id)
  const partners = await grouped('suggested', suggesting, ({ suggested }) => suggested ?? '')
  const waiting = await waitingOf(ctx, [...new Set(leads.map(({ msm_id }) => msm_id))])
  const known = leads.map((lead): [string, Known] => {
    const own = members.get(`${lead.msm_id}.${lead.group_id}`) ?? []
    const other = partners.get(`${lead.msm_id}.${lead.suggested}`) ?? []
    const proposal = own.flatMap(({ side, key }) => waiting.get(`${lead.msm_id}.${side}.${key}`) ?? [])[0]
    return [
      lead.record_ref,
      { lead, members: own, partners: other, digest: numbersOf(lead, own, other), waiting: proposal ?? null },
    ]
  })
  return new Map(known)
}

/** As long as is enough to tell two states of one exception apart. */
const digits = 16
function numbersOf({ group_id, suggested_strength, is_open, ...lead }: Lead, members: readonly Member[], partners: readonly Member[]): string {
  const numbers = (of: readonly Member[]) =>
    of.map(({ side, key, status, amount, currency, amount_off, fee_off, tax_off }) => [side, key, status, amount, currency, amount_off, fee_off, tax_off])
  return digestOf([group_id, lead.suggested, suggested_strength, is_open, numbers(members), numbers(partners)]).slice(0, digits)
} // prettier-ignore

/** The proposals that wait, by each record that they are about. Index: recon_proposals_of_group. */
async function waitingOf(ctx: Ctx, msmIds: readonly number[]): Promise<Map<string, FoundProposal>> {
  if (msmIds.length === 0) return new Map()
  const found = await ctx.tx.query<FoundProposal>(
    `select * from recon_proposals where merchant_id = $1 and environment = $2 and state = 'proposed' and group_id is not null
       and msm_id = any ($3::integer[])`,
    [...ownerOf(ctx), msmIds],
  )
  return new Map(found.flatMap((one) => one.records.map(({ side, key }) => [`${one.msm_id}.${side}.${key}`, one] as const)))
} // prettier-ignore

/** Since when the answer says of records what it says now, and which of them it knows at all. Index: primary key. */
export async function sinceOf(ctx: Ctx, recordRefs: readonly string[]): Promise<Map<string, Date | null>> {
  const parts = recordRefs.flatMap((ref) => {
    const [, msm, side, key] = /^(\d{1,9})\.([ab])\.(.+)$/su.exec(ref) ?? []
    return msm ? [{ msm: Number(msm), side, key }] : []
  })
  const rows = await ctx.tx.query<{ record_ref: string; since: Date | null }>(
    `select o.msm_id || '.' || o.side || '.' || o.key as record_ref, r.finished_at as since
     from unnest($3::integer[], $4::text[], $5::text[]) w (msm_id, side, key)
       join recon_outcomes o on o.merchant_id = $1 and o.environment = $2 and o.msm_id = w.msm_id and o.side = w.side and o.key = w.key
         and o.until_run = 2147483647
       left join recon_runs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = o.msm_id and r.run_no = o.from_run`,
    [...ownerOf(ctx), parts.map(({ msm }) => msm), parts.map(({ side }) => side), parts.map(({ key }) => key)],
  )
  return new Map(rows.map(({ record_ref: ref, since }) => [ref, since]))
}
