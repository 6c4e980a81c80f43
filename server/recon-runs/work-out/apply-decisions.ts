import { ownerOf, type Run } from './run.ts'

/**
 * Closes what people have decided about, and lets wait what they expect. A decision holds for the records it was made about, and for
 * differences of the size that was shown; of another size the exception is open again.
 */
export async function applyDecisions(run: Run): Promise<void> {
  const { ctx, msmId, asOf } = run
  await ctx.tx.query(`create temporary table work_verdicts on commit drop as ${verdicts}`, [...ownerOf(run), msmId])
  await ctx.tx.query('analyze work_verdicts', [])
  await ctx.tx.query(expect, [asOf])
  await ctx.tx.query(`create temporary table work_decided on commit drop as (${ofMatches}) union all (${ofLone})`, [])
}

const verdicts = `select d.*, k.side, k.key from recon_decisions d
    left join recon_decision_records k on k.merchant_id = $1 and k.environment = $2 and k.decision_id = d.decision_id
      and md5(k.key)::uuid = d.group_id
  where d.merchant_id = $1 and d.environment = $2 and d.msm_id = $3 and d.lifted_at is null and d.act <> 'unmatch'`
const ofRecord = `work_alone a join work_records r on r.n = a.n join work_verdicts d on d.side = r.side and d.key = r.key`
/** The newest of several holds. */
const newest = `d.decided_at desc, d.decision_id`

const expect = `update work_alone w set status = 'expected', due_on = e.until_day
  from (select distinct on (a.n) a.n, d.until_day from ${ofRecord} where d.act = 'expect' and d.until_day >= $1::date order by a.n, ${newest}) e
  where w.n = e.n and w.status in ('missing_in_settlement', 'missing_in_transactions')`

/** Of a match that people made, the difference of its amount is what they decided on; its charges are not. */
const isCovered = `d.amount_off = j.amount_off and (d.act = 'match' and not j.mismatches && '{fee,tax}'
  or d.act in ('accept', 'write_off') and d.status = j.status and d.fee_off = j.fee_off and d.tax_off = j.tax_off)`
const ofMatches = `select l.n, e.act as decision, e.decision_id from (select distinct on (j.m) j.m, d.act, d.decision_id
      from work_judged j join work_verdicts d on d.group_id = j.group_id where ${isCovered} order by j.m, ${newest}) e
    join work_links l on l.m = e.m`
const ofLone = `select distinct on (a.n) a.n, d.act as decision, d.decision_id from ${ofRecord}
  where (d.act in ('accept', 'write_off', 'not_ours') and d.status = a.status or d.act = 'expect' and a.status = 'expected')
    and not exists (select 1 from work_links l where l.n = a.n) order by a.n, ${newest}`
