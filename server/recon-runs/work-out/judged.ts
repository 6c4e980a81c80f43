import type { Run } from './run.ts'

/**
 * Says of each match what it is: its differences beyond the tolerance, inclusive and once for the match, in their order of precedence. The
 * evidence has only what the records of the match do not say themselves.
 */
export async function judgeMatches({ ctx }: Run): Promise<void> {
  await ctx.tx.query(`create temporary table work_converted on commit drop as ${converted}`, [])
  await ctx.tx.query(`create temporary table work_judged on commit drop as select j.*, ${told} from (${judged}) j`, [])
  await ctx.tx.query('analyze work_judged (m)', [])
}

const shown = (column: string) => `case when ${column} = 0 then '' else trim_scale(${column})::text end`
const offs = ['j.amount_off', 'j.fee_off', 'j.tax_off'].map(shown).join(', ')
/** What both records of a match say of it: once for the digest, by natural keys alone, and once for what is kept. */
const told = `concat_ws('|', j.status, ${offs}, nullif(j.days_off, 0), j.rule_key) as line,
  concat_ws('|', j.status, ${offs}, j.days_off, ${shown('j.tolerated')}, j.mismatches::text, j.group_id, j.rule_key, j.evidence::text) as said`

/** What a payment was changed into, and the rate that follows. */
const converted = `select l.m, jsonb_build_object('out', trim_scale(sum(r.gross) filter (where r.gross < 0))::text, 'out_currency', min(r.currency) filter (where r.gross < 0),
    'in', trim_scale(sum(r.gross) filter (where r.gross > 0))::text, 'in_currency', min(r.currency) filter (where r.gross > 0),
    'rate', trim_scale(round(sum(r.gross) filter (where r.gross > 0) / nullif(-sum(r.gross) filter (where r.gross < 0), 0), 10))::text) as conversion
  from work_links l join work_records r on r.n = l.n where l.role = 'beside' and r.type = 'conversion' group by l.m`

const judged = `select m.m, m.group_id, m.lead_side, m.lead_key, m.is_match, m.our_keys, m.their_keys, m.settled_on, u.rule_key,
    case when not m.is_match then 'matched' when is_amount then 'amount_mismatch' when is_fee then 'fee_mismatch' when is_tax then 'tax_mismatch'
      when m.days_off > 0 then 'date_shift' else 'matched' end as status,
    case when is_amount or is_fee or is_tax or m.days_off > 0 or m.is_other_quantity then array_remove(array[
      case when is_amount then 'amount' end, case when is_fee then 'fee' end, case when is_tax then 'tax' end,
      case when m.days_off > 0 then 'date' end, case when m.is_other_quantity then 'quantity' end], null) else '{}' end as mismatches,
    m.amount_off, m.fee_off, m.tax_off, m.days_off, case when is_amount then 0 else m.amount_off end as tolerated,
    case when m.members = 2 and m.amount_off = 0 and m.fee_off = 0 and m.tax_off = 0 and not m.is_net and m.is_match and m.marks is null then u.by
      else u.by || jsonb_strip_nulls(jsonb_build_object('ours', m.ours, 'theirs', m.theirs,
        'tolerance', case when m.amount_off <> 0 then trim_scale(o.tolerance)::text end,
        'charge_tolerance', case when m.fee_off <> 0 or m.tax_off <> 0 then trim_scale(c.tolerance)::text end,
        'gross_not_stated', case when m.is_net then true end, 'cancelled', case when not m.is_match then true end, 'marks', to_jsonb(string_to_array(m.marks, ',')), 'conversion', v.conversion)) end as evidence
  from work_matched m join work_rules u on u.rule = m.rule
    left join work_units o on o.unit = m.unit left join work_units c on c.unit = m.charge_unit left join work_converted v on v.m = m.m
    cross join lateral (select abs(m.amount_off) > coalesce(o.tolerance, 0) as is_amount, abs(m.fee_off) > coalesce(c.tolerance, 0) as is_fee,
      abs(m.tax_off) > coalesce(c.tolerance, 0) as is_tax) beyond`
