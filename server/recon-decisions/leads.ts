import type { ReconLeg, ReconSide } from '#contract/recon-outcomes.ts'
import type { ShownRecord } from '#contract/recon-decision-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A match, or a record alone, by the record that stands for it, as the answer that holds says. */
export interface Lead {
  record_ref: string
  msm_id: number
  leg: ReconLeg
  group_id: string
  side: ReconSide
  key: string
  status: string
  amount: string
  currency: string
  net_currency: string
  amount_off: string
  fee_off: string
  tax_off: string
  suggested: string | null
  suggested_strength: string
  is_open: boolean
  settlement_id: string | null
}
export type Member = ShownRecord & Pick<Lead, 'msm_id' | 'group_id' | 'suggested' | 'settlement_id'> & { type: string }

const text = (column: string) => `trim_scale(${column})::text as ${column.replace('o.', '')}`
const amount = `trim_scale(coalesce(o.gross, o.net, 0))::text as amount`
const currency = `coalesce(nullif(o.currency, ''), o.net_currency) as currency`
const offs = ['o.amount_off', 'o.fee_off', 'o.tax_off'].map(text).join(', ')
const ours = (alias: string) => `${alias}.merchant_id = $1 and ${alias}.environment = $2`
const holding = (alias: string) => `${ours(alias)} and ${alias}.until_run = 2147483647`

/** The leads of records, each once; those of which the answer knows nothing are left out. Indexes: primary key, recon_outcomes_of_group. */
export async function leadsOf(ctx: Ctx, recordRefs: readonly string[]): Promise<Lead[]> {
  return ctx.tx.query<Lead>(
    `select distinct on (o.msm_id, o.group_id) o.msm_id || '.' || o.side || '.' || o.key as record_ref, o.msm_id, p.leg, o.group_id, o.side, o.key,
       o.status, ${amount}, ${currency}, o.net_currency, ${offs}, o.suggested, o.suggested_strength, o.is_open, o.settlement_id
     from unnest($3::integer[], $4::text[], $5::text[]) w (msm_id, side, key)
       join recon_outcomes r on ${holding('r')} and r.msm_id = w.msm_id and r.side = w.side and r.key = w.key
       join recon_outcomes o on ${holding('o')} and o.group_id = r.group_id and o.msm_id = r.msm_id
       join recon_pairs p on ${ours('p')} and p.msm_id = o.msm_id
     order by o.msm_id, o.group_id, o.is_lead desc, o.side, o.key`,
    [...ownerOf(ctx), ...namedBy(recordRefs)],
  ) // prettier-ignore
}

/** Of the names of records those of which the answers say something. Index: primary key. */
export async function knownOf(ctx: Ctx, recordRefs: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx.query<{ ref: string }>(
    `select o.msm_id || '.' || o.side || '.' || o.key as ref from unnest($3::integer[], $4::text[], $5::text[]) w (msm_id, side, key)
       join recon_outcomes o on ${holding('o')} and o.msm_id = w.msm_id and o.side = w.side and o.key = w.key`,
    [...ownerOf(ctx), ...namedBy(recordRefs)],
  )
  return new Set(rows.map(({ ref }) => ref))
}

/** Pairs, sides and keys of records, from their names. */
function namedBy(recordRefs: readonly string[]): [number[], string[], string[]] {
  const parts = recordRefs.flatMap((ref) => {
    const [, msm = '', side = '', key] = /^(\d{1,9})\.([ab])\.(.+)$/su.exec(ref) ?? []
    return key === undefined ? [] : [{ msm: Number(msm), side, key }]
  })
  return [parts.map(({ msm }) => msm), parts.map(({ side }) => side), parts.map(({ key }) => key)]
}

/** All records of matches, or of suggestions, in a fixed order. Indexes: recon_outcomes_of_group, recon_outcomes_of_suggestion. */
export const membersOf = (ctx: Ctx, by: 'group_id' | 'suggested', msmIds: readonly number[], values: readonly string[]): Promise<Member[]> =>
  ctx.tx.query<Member>(
    `select o.msm_id, o.group_id, o.suggested, o.settlement_id, o.side, o.key, o.type, o.status, ${amount}, ${currency}, ${offs}
     from (select distinct * from unnest($3::integer[], $4::uuid[]) u (msm_id, value)) w
       join recon_outcomes o on ${holding('o')} and o.msm_id = w.msm_id and o.${by} = w.value
     order by o.msm_id, o.side, o.key`,
    [...ownerOf(ctx), msmIds, values],
  ) // prettier-ignore

export const ownerOf = ({ owner }: Ctx): [string, string] => [owner.merchantId, owner.environment]
