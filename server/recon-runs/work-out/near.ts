import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { onlyOf } from './only.ts'
import type { Run } from './run.ts'

/**
 * Suggests the two of one kind, currency and amount within some days, where each is the only one that the other could be. What could be
 * several is counted, and said beside what stays alone.
 */
export async function suggestNear({ ctx }: Run, rule: ReconRule, ruleNo: number): Promise<void> {
  const values: unknown[] = [ruleNo, rule.days ?? 3]
  const only = onlyOf(rule, values)
  const opposite = (side: 'a' | 'b') => `filter (where l.side = '${side}') over near`
  await ctx.tx.query(
    `insert into work_suggested (n, s, rule, strength, choices)
     with seen as (
       select l.n, l.side, case l.side when 'a' then count(*) ${opposite('b')} else count(*) ${opposite('a')} end as choices,
         case l.side when 'a' then sum(l.n) ${opposite('b')} else sum(l.n) ${opposite('a')} end as other
       from work_loose l where l.day is not null and l.amount <> 0 and not l.is_net${only}
         and not exists (select 1 from work_suggested s where s.n = l.n)
       window near as (partition by l.kind, l.unit, l.sku, l.amount order by l.day - date '2000-01-01'
         range between $2::integer preceding and $2::integer following))
     select v.n, a.n, $1, 'suggested', 1 from seen a join seen b on b.n = a.other and b.other = a.n
       cross join lateral (values (a.n), (b.n)) v (n)
     where a.side = 'a' and a.choices = 1 and b.choices = 1`,
    values,
  )
}
