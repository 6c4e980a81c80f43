import { insertFrom } from '#server/db/engine/insert-from.ts'
import { addToSums } from '#server/recon-records/sums.ts'
import { keepSettlements } from '#server/settlements/keep.ts'
import { HeavyTurnTaken } from '../turn.ts'
import { decideFrozen } from './frozen.ts'
import { ownerOf, type Run } from './run.ts'

/** How many outcomes are new, and how many of the former answer hold no more. */
export interface Stored {
  begun: number
  ended: number
}

/** A settlement was closed or reopened while the run was worked out: it begins anew at its next turn. */
class ClosedMeanwhile extends HeavyTurnTaken {
  override name = 'ClosedMeanwhile'
}

/** Keeps what changed since the former answer: what is said anew is inserted, and what was said otherwise ends with this run. */
export async function store(run: Run): Promise<Stored> {
  const { ctx, msmId, runNo, rulesVersion } = run
  const owner = [...ownerOf(run), msmId]
  // Closings of the pair wait from here on, until this is the answer.
  const pair = await ctx.own
    .select('recon_pairs')
    .select('closings')
    .where('msm_id', '=', msmId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (pair.closings !== run.closings) throw new ClosedMeanwhile()
  await ctx.tx.query(`create temporary table work_held on commit drop as ${held}`, [...owner, run.openFrom])
  await ctx.tx.query('analyze work_held (side, key)', [])
  const [ended] = await ctx.tx.query<{ count: number }>(end, [...owner, runNo])
  const values = [...owner, runNo, rulesVersion]
  const inserted = await insertFrom(ctx.tx, { table: 'recon_outcomes', columns, select: begun, values })
  const decided = await decideFrozen(run)
  await addToSums(ctx, { msmId, runNo })
  await keepSettlements(ctx, { msmId, runNo, leg: run.leg })
  return { begun: inserted + decided, ended: (ended?.count ?? 0) + decided }
}

/** Only of days of which something may be open, so that years of closed records are not read. Index: recon_outcomes_by_day. */
const held = `select o.side, o.key, o.said from recon_outcomes o where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3
  and o.until_run = 2147483647 and o.settlement_id is null and ($4::date is null or o.day is null or o.day >= $4)`
const isSame = (what: string, than: string) =>
  `${what}.side = ${than}.side and ${what}.key = ${than}.key and ${what}.said = ${than}.said`
const end = `with gone as (select h.side, h.key from work_held h left join work_outcomes w on ${isSame('w', 'h')} where w.n is null),
  ended as (update recon_outcomes o set until_run = $4 from gone g
    where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = g.side and o.key = g.key and o.until_run = 2147483647
    returning 1 as one)
  select count(*)::integer as count from ended` // prettier-ignore
const columns = [
  'merchant_id', 'environment', 'msm_id', 'side', 'key', 'from_run', 'data_source', 'recon_id', 'reading', 'row_no', 'type', 'at', 'day',
  'booked_on', 'gross', 'currency', 'fee', 'tax', 'passed_on', 'net', 'net_currency', 'provider_ref', 'merchant_ref', 'method',
  'account_id', 'batch', 'country', 'brand_id', 'marketplace_id', 'sku_id', 'quantity', 'status', 'mismatches', 'group_id', 'is_lead',
  'rule_key', 'rules_version', 'amount_off', 'fee_off', 'tax_off', 'days_off', 'tolerated', 'expected_fee', 'expected_tax', 'due_on',
  'suggested', 'suggested_strength', 'evidence', 'decision', 'decision_id', 'is_open', 'said',
] // prettier-ignore
const begun = `select $1::uuid, $2::text, $3::integer, r.side, r.key, $4::integer, r.data_source, r.recon_id, r.reading, r.row_no, r.type, r.at, r.day,
    coalesce(r.booked_on, w.settled_on), r.gross, r.currency, r.fee, r.tax, r.passed_on, r.net, r.net_currency, r.provider_ref, r.merchant_ref, r.method, r.account_id, r.batch,
    r.country, r.brand_id, r.marketplace_id, r.sku_id, r.quantity, w.status, w.mismatches, w.group_id, w.is_lead, w.rule_key, $5::integer, w.amount_off, w.fee_off,
    w.tax_off, w.days_off, w.tolerated, w.planned_fee, w.planned_tax, w.due_on, w.suggested, w.strength, w.evidence, w.decision, w.decision_id, w.is_open, w.said
  from work_outcomes w join work_records r on r.n = w.n left join work_held h on ${isSame('h', 'w')}
  where h.key is null` // prettier-ignore

/** Makes this run the pair's answer, and says what it came to. Throws when it is not running any more. */
export async function answer(run: Run, { digest, totals, changed }: { digest: string; totals: readonly object[]; changed: number }): Promise<void> {
  const { ctx, msmId, runNo } = run
  const ended = await ctx.own
    .update('recon_runs')
    .set({ status: 'done', stage: '', digest, totals: JSON.stringify(totals), changed, finished_at: ctx.realNow })
    .where('msm_id', '=', msmId)
    .where('run_no', '=', runNo)
    .where('status', '=', 'running')
    .returning('run_no')
    .execute()
  if (ended.length === 0) throw new Error(`run ${runNo} of pair ${msmId} is not running any more`)
  await ctx.own.update('recon_pairs').set({ answer_run: runNo }).where('msm_id', '=', msmId).execute()
} // prettier-ignore
