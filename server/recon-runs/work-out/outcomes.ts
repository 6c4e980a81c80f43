import { exceptionStatuses } from '#contract/recon-outcomes.ts'
import type { Run } from './run.ts'

/**
 * Puts together what became of each record. `said` is all that is kept of it, so that only what changed is stored: another version of the
 * rules that says the same is no change. The digest is made of `line`.
 */
export async function putTogether({ ctx }: Run): Promise<void> {
  await ctx.tx.query(`create temporary table work_outcomes on commit drop as ${outcomes}`, [exceptionStatuses])
  await ctx.tx.query('analyze work_outcomes (n, side, key)', [])
} // prettier-ignore

/** On the one that stands for its match; others of it have none. */
const ofLead = ['amount_off', 'fee_off', 'tax_off', 'days_off', 'tolerated']
  .map((name) => `case when o.is_leading then o.${name} else 0 end as ${name}`)
  .join(', ')

/** What is matched is as its match is; what is not, as it was judged alone, also beside a match that it belongs to. */
const outcomes = `select o.n, o.side, o.key, o.unit, o.amount, o.planned_fee, o.planned_tax, o.status, o.mismatches, o.group_id,
    o.is_leading or o.is_alone as is_lead, o.rule_key, ${ofLead}, o.due_on, o.settled_on, o.suggested, o.strength, o.evidence,
    o.decision, o.decision_id, o.status = any ($1::text[]) and o.decision = '' as is_open,
    md5(concat_ws('|', o.recon_id, o.reading, o.row_no, o.natural_key, o.match_said, o.alone_said, o.is_leading, o.planned_fee, o.planned_tax,
      o.settled_on, o.decision, o.decision_id))::uuid as said,
    sha256(convert_to(concat_ws('|', o.side, o.data_source, o.natural_key, o.line, o.others, nullif(o.decision, '')), 'utf8')) as line
  from (
    select r.n, r.side, r.key, r.natural_key, r.data_source, r.recon_id, r.reading, r.row_no, r.unit, r.amount, r.planned_fee, r.planned_tax,
      coalesce(a.status, j.status) as status, case when a.n is null then j.mismatches else '{}' end as mismatches,
      coalesce(j.group_id, md5(r.key)::uuid) as group_id, coalesce(j.rule_key, '') as rule_key,
      a.n is null and r.side = j.lead_side and r.key = j.lead_key as is_leading,
      a.n is not null and (a.status <> 'adjustment' or j.m is null) as is_alone,
      j.amount_off, j.fee_off, j.tax_off, j.days_off, j.tolerated,
      a.due_on, case when r.side = 'a' then coalesce(j.settled_on, a.due_on) end as settled_on, a.suggested, coalesce(a.strength, '') as strength,
      case when a.n is null then j.evidence else coalesce(j.evidence, '{}') || a.evidence end as evidence,
      coalesce(a.status, j.line) as line, j.said as match_said,
      case when a.n is not null then concat_ws('|', a.status, a.due_on, a.suggested, a.strength, a.evidence::text) end as alone_said,
      case when a.members is not null then a.strength || ':' || a.members when r.side = 'a' then j.their_keys else j.our_keys end as others,
      coalesce(c.decision, '') as decision, c.decision_id
    from work_records r left join work_alone a on a.n = r.n left join work_links l on l.n = r.n left join work_judged j on j.m = l.m
      left join work_decided c on c.n = r.n) o` // prettier-ignore
