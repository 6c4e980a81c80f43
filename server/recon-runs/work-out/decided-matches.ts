import { ownerOf, type Run } from './run.ts'

/** The number of what people have matched, which no rule has. */
const byDecision = -1

/**
 * Matches what people have matched, before any rule, and notes what they have parted. A decision of whose records one is missing sleeps.
 * Returns whether there is anything that must not come together.
 */
export async function applyMatches(run: Run): Promise<{ isMatched: boolean; isParted: boolean }> {
  const { ctx, msmId } = run
  await ctx.tx.query(`insert into work_rules values ($1, 'decision', '{}')`, [byDecision])
  await ctx.tx.query(`create temporary table work_decisions on commit drop as ${decisions}`, [...ownerOf(run), msmId])
  const matched = await ctx.tx.query(join, [byDecision])
  const parted = await ctx.tx.query(`select 1 as one from work_decisions where act = 'unmatch' limit 1`, [])
  return { isMatched: matched.length > 0, isParted: parted.length > 0 }
}

/** Of two decisions to match the same record the later one holds. */
const later = `select 1 from recon_decision_records x
    join recon_decision_records y on y.merchant_id = $1 and y.environment = $2 and y.key = x.key and y.side = x.side
    join recon_decisions e on e.merchant_id = $1 and e.environment = $2 and e.decision_id = y.decision_id and e.act = 'match' and e.lifted_at is null
  where x.merchant_id = $1 and x.environment = $2 and x.decision_id = d.decision_id and e.msm_id = d.msm_id
    and (e.decided_at, e.decision_id) > (d.decided_at, d.decision_id)`

/** Records of decisions that hold and are all there. */
const decisions = `select f.decision_id, f.act, f.n, f.side from (
    select d.decision_id, d.act, r.n, k.side, count(*) over (partition by d.decision_id) as wanted, count(r.n) over (partition by d.decision_id) as found
    from recon_decisions d
      join recon_decision_records k on k.merchant_id = $1 and k.environment = $2 and k.decision_id = d.decision_id
      left join work_records r on r.side = k.side and r.key = k.key
    where d.merchant_id = $1 and d.environment = $2 and d.msm_id = $3 and d.lifted_at is null and d.act in ('match', 'unmatch')
      and not (d.act = 'match' and exists (${later}))) f
  where f.n is not null and (f.wanted = f.found or f.act = 'unmatch')`

/** A transaction may be named by its first record, like that of a rule. */
const join = `insert into work_links (n, m, rule, role)
  select d.n, min(d.n) over (partition by d.decision_id), $1, 'party' from work_decisions d where d.act = 'match' returning n`

/** Takes apart again what must not come together: records of both sides of which somebody has said so. */
export async function keepApart({ ctx }: Run): Promise<void> {
  for (const [table, party] of [['work_links', 'm'], ['work_suggested', 's']] as const)
    await ctx.tx.query(
      `delete from ${table} t using (select distinct x.${party} as m from work_decisions a join ${table} x on x.n = a.n
           join ${table} y on y.${party} = x.${party} join work_decisions b on b.decision_id = a.decision_id and b.n = y.n
         where a.act = 'unmatch' and a.side = 'a' and b.side = 'b') w where t.${party} = w.m`,
      [],
    )
} // prettier-ignore
