import type { Run } from './run.ts'

/** A refund or chargeback that nobody here knows and its reversal, which names it, cancel each other. */
export const cancelReversed = ({ ctx }: Run, ruleNo: number): Promise<unknown> => ctx.tx.query(reversals, [ruleNo])

const reversals = `insert into work_links (n, m, rule, role)
  with pairs as (
    select g.n as given, r.n as back, count(*) over (partition by g.n) as backs, count(*) over (partition by r.n) as givens
    from work_loose g join work_loose r on r.side = 'b' and r.kind = g.kind || '_reversal' and r.unit = g.unit and r.amount = -g.amount
      and r.provider_key = g.provider_key
    where g.side = 'b' and g.kind in ('refund', 'chargeback') and g.provider_key <> '')
  select v.n, p.given, $1, 'reversed' from pairs p cross join lateral (values (p.given), (p.back)) v (n)
  where p.backs = 1 and p.givens = 1`

/**
 * The two sides of a conversion belong to the payment that they name by its reference, or by the merchant's at the same time. They come
 * into the payment's match; where it has none, the three stand together.
 */
export async function joinConversions({ ctx }: Run, ruleNo: number): Promise<void> {
  await ctx.tx.query(conversions, [ruleNo])
  await ctx.tx.query(named, [ruleNo])
}

/** A line that could be of several payments is of none. */
const conversions = `insert into work_links (n, m, rule, role)
  with converted as (select * from work_records where side = 'b' and type = 'conversion'),
    named as (
      select c.n, p.n as of_n from converted c join work_records p on p.side = 'b' and p.provider_key = btrim(c.parent_ref)
        where c.parent_ref <> '' and p.type <> 'conversion'
      union
      select c.n, p.n from converted c join work_records p on p.side = 'b' and p.merchant_key = c.merchant_key and p.kind = 'payment'
        where c.merchant_key <> '' and p.at = c.at),
    sure as (select n, min(of_n) as of_n from named group by n having count(*) = 1)
  select s.n, coalesce(k.m, s.of_n), $1, 'beside' from sure s left join work_links k on k.n = s.of_n`
const named = `insert into work_links (n, m, rule, role)
  select distinct k.m, k.m, $1::integer, 'beside' from work_links k
  where k.role = 'beside' and not exists (select 1 from work_links o where o.n = k.m)`
