import type { ReconRule, RuleReference } from '#contract/recon-rule-shapes.ts'
import type { Run } from './run.ts'
import { onlyOf } from './only.ts'

const keyColumns: Readonly<Record<RuleReference, string>> = {
  provider_ref: 'provider_key',
  merchant_ref: 'merchant_key',
  other_ref: 'other_key',
}
/** The expression that a rule compares of a side's records; empty where a record has none. */
export function comparedBy({ refs, is_loose: isLoose = false }: ReconRule, side: 'a' | 'b'): string {
  const column = `l.${keyColumns[refs?.[side] ?? 'provider_ref']}`
  return isLoose ? `ltrim(translate(lower(${column}), e' -‐‑‒–\\t', ''), '0')` : column
}

/** What a repeated reference leaves open is not settled by a looser form of it. */
const leftOpen = ` and not exists (select 1 from work_suggested s where s.n = l.n) and not exists (select 1 from work_nearest s where s.n = l.n)`

/** Matches what one reference joins, where it is unique on both sides for its kind and currency. */
export async function matchByReference({ ctx }: Run, rule: ReconRule, ruleNo: number): Promise<void> {
  const values: unknown[] = [ruleNo]
  const only = onlyOf(rule, values) + (rule.is_loose ? leftOpen : '')
  const unique = (side: 'a' | 'b') => `select ${comparedBy(rule, side)} as ref, l.kind, l.unit, l.sku, min(l.n) as n
    from work_loose l where l.side = '${side}' and ${comparedBy(rule, side)} <> ''${only} group by 1, 2, 3, 4 having count(*) = 1`
  await ctx.tx.query(
    `insert into work_links (n, m, rule, role)
     select v.n, a.n, $1, 'party' from (${unique('a')}) a
       join (${unique('b')}) b on b.ref = a.ref and b.kind = a.kind and b.unit = a.unit and b.sku = a.sku
       cross join lateral (values (a.n), (b.n)) v (n)`,
    values,
  )
}
