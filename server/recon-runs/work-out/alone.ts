import type { Run } from './run.ts'

/** Says of what is matched with nothing what it is, what may belong to it, and why that was not taken. */
export async function judgeAlone({ ctx, asOf }: Run): Promise<void> {
  await ctx.tx.query(nearest, [])
  for (const table of [suggestions, nearestOfEach]) await ctx.tx.query(table, [])
  await ctx.tx.query(`create temporary table work_alone on commit drop as ${alone}`, [asOf])
  await ctx.tx.query('analyze work_alone (n)', [])
}

/**
 * Records of the other side with the same reference are the nearest, whatever kept them apart. What stands for a reference with hundreds of
 * records, such as a word for none, names nobody.
 */
const named = (key: string) => `select o.side, o.${key} as ref, array_agg(o.n) as members from work_records o
  where o.${key} <> '' and o.${key} in (select ${key} from lone) group by 1, 2 having count(*) <= 20`
const same = (key: string) => `select r.n, m.other from lone r join by_${key} p on p.side <> r.side and p.ref = r.${key}
  cross join lateral unnest(p.members) m (other)`
const nearest = `insert into work_nearest (n, other, why)
  with lone as materialized (select r.n, r.side, r.provider_key, r.merchant_key from work_records r
      left join work_links k on k.n = r.n and k.role <> 'beside' left join work_duplicates d on d.n = r.n
      where r.kind <> '' and k.n is null and d.n is null),
    by_provider_key as (${named('provider_key')}),
    by_merchant_key as (${named('merchant_key')}),
    same as (${same('provider_key')} union ${same('merchant_key')})
  select s.n, s.other, case when o.type = 'conversion' or r.kind <> o.kind then 'other_type' when r.unit <> o.unit then 'other_currency'
    when exists (select 1 from work_links k where k.n = o.n) then 'taken' else 'several' end
  from same s join work_records r on r.n = s.n join work_records o on o.n = s.other`

/** Another currency says most, then another type; of several the nearest in amount. */
const nearestOfEach = `create temporary table work_near_ones on commit drop as
  select distinct on (w.n) w.n, jsonb_build_object('key', o.key, 'why', w.why, 'type', o.type, 'amount', trim_scale(o.amount)::text, 'currency', o.unit) as nearest
  from work_nearest w join work_records r on r.n = w.n join work_records o on o.n = w.other
  order by w.n, array_position('{amount,other_currency,other_type,several,taken}', w.why), abs(o.amount - r.amount), o.natural_key`

const suggestions = `create temporary table work_suggestions on commit drop as
  select s.s, md5(string_agg(r.key, ',' order by r.key))::uuid as suggested, string_agg(r.natural_key, ',' order by r.natural_key) as members
  from work_suggested s join work_records r on r.n = s.n group by s.s`

const alone = `select r.n,
    case when d.n is not null then 'duplicate' when r.kind = '' then 'adjustment' when r.side = 'b' then 'missing_in_transactions'
      when w.due >= $1::date then 'expected' else 'missing_in_settlement' end as status,
    w.due as due_on, g.suggested, coalesce(s.strength, '') as strength, u.rule_key, g.members,
    jsonb_strip_nulls(jsonb_build_object('choices', s.choices, 'suggested_by', u.rule_key, 'duplicate_of', o.key, 'nearest', n.nearest,
      'not_searched_further', case when r.n in (select x.n from work_unsearched x) then true end, 'marks', to_jsonb(nullif(r.marks, '{}')))) as evidence
  from work_records r
    left join work_links k on k.n = r.n and k.role <> 'beside'
    left join work_duplicates d on d.n = r.n left join work_records o on o.n = d.of_n
    left join work_chosen c on c.n = r.n left join work_terms t on t.term = c.term left join work_due w on w.day = r.due_from and w.days = t.days
    left join (select distinct on (n) * from work_suggested order by n, rule, s) s on s.n = r.n
    left join work_suggestions g on g.s = s.s left join work_rules u on u.rule = s.rule
    left join work_near_ones n on n.n = r.n and r.kind <> ''
  where k.n is null`
