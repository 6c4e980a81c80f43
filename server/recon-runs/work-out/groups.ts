import type { ReconRule, RuleGroup } from '#contract/recon-rule-shapes.ts'
import { onlyOf } from './only.ts'
import type { Run } from './run.ts'

/** The column that both sides have in common, for those groups that are one by a word. */
const columns: Partial<Record<RuleGroup, string>> = { batch: 'batch', method: 'method', account: 'account_id' }

/**
 * Matches transactions of a group, such as a day and a method, with the one line that they sum to within the tolerance: where no other
 * line could be it, and the line could be of no other group.
 */
export async function matchGroups({ ctx }: Run, rule: ReconRule, ruleNo: number): Promise<void> {
  const words = (rule.group_by ?? []).flatMap((group) => columns[group] ?? [])
  const isByDay = rule.group_by?.includes('day') ?? false
  const values: unknown[] = [ruleNo, rule.days ?? 0]
  const only = onlyOf(rule, values)
  const by = ['kind', 'unit', ...words]
  const listed = [...by, ...(isByDay ? ['day'] : [])].map((column) => `l.${column}`).join(', ')
  await ctx.tx.query(
    `insert into work_links (n, m, rule, role)
     with sums as (select row_number() over () as g, ${listed}, min(l.day) as first, max(l.day) as last, sum(l.amount) as amount, array_agg(l.n) as members
         from work_loose l where l.side = 'a'${only} group by ${listed}),
       found as (select s.g, s.members, b.n, count(*) over (partition by s.g) as lines, count(*) over (partition by b.n) as groups
         from sums s join work_units u on u.unit = s.unit
           join work_loose b on b.side = 'b' and ${by.map((column) => `b.${column} = s.${column}`).join(' and ')}
             and abs(b.amount - s.amount) <= u.tolerance
             and b.day between s.first and s.last + $2::integer)
     select v.n, f.n, $1, 'party' from found f cross join lateral unnest(f.members || f.n) v (n)
     where f.lines = 1 and f.groups = 1`,
    values,
  )
} // prettier-ignore
