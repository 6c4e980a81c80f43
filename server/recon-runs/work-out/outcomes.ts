import { exceptionStatuses } from '#contract/recon-outcomes.ts'
import type { Run } from './run.ts'

/**
 * Puts together what became of each record: `said` is all that is kept of it, so that only what changed is stored, and `line` is what the
 * digest is made of.
 */
export async function putTogether({ ctx }: Run): Promise<void> {
  await ctx.tx.query(`create temporary table work_outcomes on commit drop as ${outcomes}`, [exceptionStatuses])
  await ctx.tx.query('analyze work_outcomes', [])
} // prettier-ignore

const number = (column: string) => `case when ${column} = 0 then '' else trim_scale(${column})::text end`
/** The order of the columns is that of the values below. */
const outcomes = `select o.*,
    md5(concat_ws('|', o.recon_place, o.status, o.mismatches::text, o.group_id, o.is_lead, o.rule_key, ${number('o.amount_off')},
      ${number('o.fee_off')}, ${number('o.tax_off')}, o.days_off, ${number('o.tolerated')}, o.planned_fee, o.planned_tax, o.due_on, o.suggested,
      o.strength, o.evidence::text, o.decision, o.decision_id, o.is_open, o.natural_key))::uuid as said,
    sha256(convert_to(concat_ws('|', o.side, o.data_source, o.natural_key, o.status, ${number('o.group_amount_off')}, ${number('o.group_fee_off')},
      ${number('o.group_tax_off')}, nullif(o.group_days_off, 0), o.rule_key, o.others), 'utf8')) as line
  from (
    select r.n, r.side, r.key, r.natural_key, r.data_source, r.unit, r.amount, r.planned_fee, r.planned_tax,
      r.recon_id || '/' || r.reading || '/' || r.row_no as recon_place,
      coalesce(a.status, j.status) as status, case when a.n is null then j.mismatches else '{}' end as mismatches,
      coalesce(j.group_id, md5(r.key)::uuid) as group_id,
      (a.n is not null and (a.status <> 'adjustment' or l.n is null)) or (a.n is null and r.side = j.lead_side and r.key = j.lead_key) as is_lead,
      coalesce(case when a.n is null then j.rule_key when l.n is not null then j.rule_key end, '') as rule_key,
      ${['amount_off', 'fee_off', 'tax_off', 'days_off', 'tolerated'].map((name) => `case when a.n is null and r.side = j.lead_side and r.key = j.lead_key then j.${name} else 0 end as ${name}`).join(', ')},
      ${['amount_off', 'fee_off', 'tax_off', 'days_off'].map((name) => `case when a.n is null then j.${name} else 0 end as group_${name}`).join(', ')},
      a.due_on, a.suggested, coalesce(a.strength, '') as strength,
      case when a.n is null then j.evidence when l.n is null then a.evidence else j.evidence || a.evidence end as evidence,
      case when a.n is null then case r.side when 'a' then j.their_keys else j.our_keys end
        when a.members is not null then a.strength || ':' || a.members else '' end as others,
      '' as decision, null::uuid as decision_id, coalesce(a.status, j.status) = any ($1::text[]) as is_open
    from work_records r left join work_alone a on a.n = r.n left join work_links l on l.n = r.n left join work_judged j on j.m = l.m) o` // prettier-ignore
