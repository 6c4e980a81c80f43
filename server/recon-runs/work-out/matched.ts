import { ownerOf, type Run } from './run.ts'

/**
 * Adds up what each match comes to, theirs less ours: amounts of its parties, charges against what was agreed, and days beyond the due one.
 * A record whose fee has no plan is not checked, and neither is its day.
 */
export async function addUpMatches(run: Run): Promise<void> {
  const { ctx } = run
  await ctx.tx.query('analyze work_links (n, m)', [])
  await ctx.tx.query(`create temporary table work_matched on commit drop as ${sums}`, ownerOf(run))
  await ctx.tx.query('analyze work_matched (m, members)', [])
  await ctx.tx.query(ofSeveral, [])
}

const isTheirs = `r.side = 'b' and l.role = 'party'`
// A file that states no tax has it inside the fee; then the two are compared together.
const feeOff = `r.fee - r.planned_fee - case when r.tax = 0 then r.planned_tax else 0 end`
const taxOff = `case when r.tax = 0 then 0 else r.tax - r.planned_tax end`
/** 2 pieces are 2.0 pieces. */
const quantity = `case when r.sku = '' then '' when r.quantity ~ '^[0-9]+([.][0-9]+)?$' then trim_scale(r.quantity::numeric)::text else r.quantity end`
const sums = `select l.m, min(l.rule) as rule, bool_or(l.role = 'party') as is_match, count(*)::integer as members,
    count(*) filter (where r.side = 'a')::integer as ours, count(*) filter (where ${isTheirs})::integer as theirs,
    md5(min(r.key) || case when count(*) > 1 then ',' || max(r.key) else '' end)::uuid as group_id,
    case when bool_or(r.side = 'a') then 'a' else 'b' end as lead_side,
    coalesce(min(r.key) filter (where r.side = 'a'), min(r.key) filter (where r.kind <> '')) as lead_key,
    min(r.natural_key) filter (where r.side = 'a') as our_keys, min(r.natural_key) filter (where r.side = 'b') as their_keys,
    min(r.unit) filter (where l.role <> 'beside') as unit,
    coalesce(min(nullif(r.net_currency, '')) filter (where ${isTheirs}), min(r.unit) filter (where l.role <> 'beside')) as charge_unit,
    coalesce(bool_or(r.is_net) filter (where ${isTheirs}), false) as is_net,
    case when bool_or(l.role = 'party') then coalesce(sum(r.amount) filter (where ${isTheirs}), 0) - coalesce(sum(r.amount) filter (where r.side = 'a'), 0)
      else 0 end as amount_off,
    coalesce(sum(${feeOff}) filter (where ${isTheirs}), 0) as fee_off, coalesce(sum(${taxOff}) filter (where ${isTheirs}), 0) as tax_off,
    coalesce(max(r.booked_on - d.due) filter (where ${isTheirs} and r.booked_on > d.due), 0) as days_off,
    bool_or(r.sku <> '') and min(${quantity}) filter (where r.side = 'a') is distinct from min(${quantity}) filter (where r.side = 'b')
      as is_other_quantity,
    max(nullif(array_to_string(r.marks, ','), '')) as marks, min(r.booked_on) filter (where ${isTheirs}) as settled_on
  from work_links l join work_records r on r.n = l.n
    left join fee_plans p on p.merchant_id = $1 and p.environment = $2 and p.plan_id = r.plan_id
    left join work_due d on d.day = r.due_from and d.days = p.settlement_days
  group by l.m`

/** The keys of more than two records, of which the first and last do not say all. */
const ofSeveral = `update work_matched m set group_id = k.group_id, our_keys = k.our_keys, their_keys = k.their_keys
  from (select l.m, md5(string_agg(r.key, ',' order by r.key))::uuid as group_id,
      string_agg(r.natural_key, ',' order by r.natural_key) filter (where r.side = 'a') as our_keys,
      string_agg(r.natural_key, ',' order by r.natural_key) filter (where r.side = 'b') as their_keys
    from work_matched w join work_links l on l.m = w.m join work_records r on r.n = l.n where w.members > 2 group by l.m) k
  where k.m = m.m`
