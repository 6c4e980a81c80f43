import { insertFrom } from '#server/db/engine/insert-from.ts'
import { ownerOf, type Run } from './run.ts'

/**
 * Says of exceptions of closed settlements what people have decided since: one who accepted or wrote off the difference that was shown has closed
 * it, until that is lifted. All else of a closed settlement stays as it is. Returns how many outcomes are new.
 */
export async function decideFrozen(run: Run): Promise<number> {
  const { ctx, msmId, runNo } = run
  const owner = [...ownerOf(run), msmId]
  await ctx.tx.query(`create temporary table work_frozen on commit drop as (${decided}) union all (${lifted})`, owner)
  const ended = await ctx.tx.query<{ count: number }>(end, [...owner, runNo])
  await insertFrom(ctx.tx, {
    table: 'recon_outcomes',
    columns: [...kept, 'from_run', 'decision', 'decision_id', 'is_open', 'said'],
    select: begun,
    values: [...owner, runNo],
  })
  return ended[0]?.count ?? 0
}

const ours = (alias: string) => `${alias}.merchant_id = $1 and ${alias}.environment = $2 and ${alias}.msm_id = $3`
const frozen = (alias: string) =>
  `${ours(alias)} and ${alias}.until_run = 2147483647 and ${alias}.settlement_id is not null`
/** Indexes: recon_outcomes_open, recon_decisions_holding. */
const decided = `select distinct on (m.side, m.key) m.side, m.key, d.act as decision, d.decision_id, false as is_open
  from recon_outcomes o
    join recon_decisions d on ${ours('d')} and d.group_id = o.group_id and d.lifted_at is null and d.act in ('accept', 'write_off')
      and (d.status, d.amount_off, d.fee_off, d.tax_off) = (o.status, o.amount_off, o.fee_off, o.tax_off)
    join recon_outcomes m on ${frozen('m')} and m.group_id = o.group_id
  where ${frozen('o')} and o.is_open and o.is_lead
  order by m.side, m.key, d.decided_at desc, d.decision_id`
/** Indexes: recon_decisions_lifted, primary keys. */
const lifted = `select o.side, o.key, '' as decision, null::uuid as decision_id, true as is_open
  from recon_decisions d
    join recon_decision_records k on k.merchant_id = $1 and k.environment = $2 and k.decision_id = d.decision_id
    join recon_outcomes o on ${frozen('o')} and o.side = k.side and o.key = k.key and o.decision_id = d.decision_id
  where ${ours('d')} and d.lifted_at is not null and d.act in ('accept', 'write_off')`

const end = `with ended as (update recon_outcomes o set until_run = $4 from work_frozen f
    where ${ours('o')} and o.side = f.side and o.key = f.key and o.until_run = 2147483647 and o.from_run < $4 returning 1 as one)
  select count(*)::integer as count from ended`

/** All that is kept of an outcome but what a decision changes of it. */
const kept = [
  'merchant_id', 'environment', 'msm_id', 'side', 'key', 'data_source', 'recon_id', 'reading', 'row_no', 'type', 'at', 'day', 'booked_on', 'gross',
  'currency', 'fee', 'tax', 'passed_on', 'net', 'net_currency', 'provider_ref', 'merchant_ref', 'method', 'account_id', 'batch', 'country', 'brand_id',
  'marketplace_id', 'sku_id', 'quantity', 'status', 'mismatches', 'group_id', 'is_lead', 'rule_key', 'rules_version', 'amount_off', 'fee_off', 'tax_off',
  'days_off', 'tolerated', 'expected_fee', 'expected_tax', 'due_on', 'suggested', 'suggested_strength', 'evidence', 'settlement_id',
] as const // prettier-ignore
const begun = `select ${kept.map((name) => `o.${name}`).join(', ')}, $4::integer, f.decision, f.decision_id, f.is_open, md5(concat_ws('|', o.said, f.decision, f.decision_id))::uuid
  from recon_outcomes o join work_frozen f on f.side = o.side and f.key = o.key
  where ${ours('o')} and o.until_run = $4`
