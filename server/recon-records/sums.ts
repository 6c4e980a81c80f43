import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { dayBy, inAnswer } from './conditions.ts'
import { addToDelays } from './delays.ts'
import type { Answer } from './answers.ts'
import type { ReconDate } from '#contract/recon-dashboard-shapes.ts'

/** Records with these in common are added up. Charges are of a currency of their own. */
const shared = `side, status, mismatches, type, currency, coalesce(nullif(net_currency, ''), currency) as fee_currency, account_id, brand_id,
  marketplace_id, country, sku_id <> '' as has_sku`
const sharedNames =
  'side, status, mismatches, type, currency, fee_currency, account_id, brand_id, marketplace_id, country, has_sku'
const sums = `count(*)::integer as records, coalesce(sum(gross), 0) as gross, sum(fee) as fee, sum(tax) as tax, sum(passed_on) as passed_on,
  sum(coalesce(net, gross - fee - tax - passed_on, 0)) as net, coalesce(sum(expected_fee + coalesce(expected_tax, 0)), 0) as expected_charges,
  count(expected_fee)::integer as planned, sum(amount_off) as amount_off, sum(tolerated) as tolerated,
  coalesce(sum(gross) filter (where expected_fee is not null), 0) as planned_gross,
  coalesce(sum(fee + tax) filter (where expected_fee is not null), 0) as planned_charges`
const sumNames = `records, gross, fee, tax, passed_on, net, expected_charges, planned, amount_off, tolerated, planned_gross,
  planned_charges`
const columns = sumNames.split(/,\s+/)

/**
 * Adds to the sums what a run changed: what it said anew, less what held no longer. Called once in the transaction that stores a run, after
 * its outcomes. The records are read once for both kinds of days.
 */
export async function addToSums(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<void> {
  const { merchantId, environment } = ctx.owner
  // A table that was filled just now has no statistics: the planner would sort all of its rows, which takes twice as long.
  await ctx.tx.query(`select set_config('enable_sort', 'off', true)`, [])
  await ctx.tx.query(runNo === 1 ? addFirst : addChanged, [merchantId, environment, msmId, runNo])
  await ctx.tx.query(`select set_config('enable_sort', 'on', true)`, [])
  await ctx.tx.query(forget, [merchantId, environment, msmId])
  await addToDelays(ctx, { msmId, runNo })
}
const ofRun = (
  column: string,
  sign: string,
) => `select merchant_id, environment, msm_id, day, booked_on, ${shared}, ${sums
  .replaceAll('count(', `${sign}count(`)
  .replaceAll('sum(', `${sign}sum(`)} from recon_outcomes
  where merchant_id = $1 and environment = $2 and msm_id = $3 and ${column} = $4 group by merchant_id, environment, msm_id, day, booked_on, ${sharedNames}`
const adding = (changed: string) => `
  insert into recon_sums (merchant_id, environment, msm_id, by, day, key, ${sharedNames}, ${sumNames})
  select merchant_id, environment, msm_id, by, day, md5(concat_ws(chr(31), ${sharedNames}))::uuid, ${sharedNames}, ${sumNames}
  from (select merchant_id, environment, msm_id, d.by, d.day, ${sharedNames}, ${columns.map((name) => `sum(${name}) as ${name}`).join(', ')}
    from (${changed}) c cross join lateral (values ('transaction', c.day), ('settlement', c.booked_on)) d (by, day)
    where d.day is not null group by merchant_id, environment, msm_id, d.by, d.day, ${sharedNames}) summed
  where ${columns.map((name) => `${name} <> 0`).join(' or ')}
  on conflict (merchant_id, environment, msm_id, by, day, key) do update
    set ${columns.map((name) => `${name} = recon_sums.${name} + excluded.${name}`).join(', ')}`
const addFirst = adding(ofRun('from_run', ''))
const addChanged = adding(`${ofRun('from_run', '')} union all ${ofRun('until_run', '-')}`)
/** All records are gone from the days, so that the amounts are 0 too. */
const forget = 'delete from recon_sums where merchant_id = $1 and environment = $2 and msm_id = $3 and records = 0'

/** The sums of an answer that fit, as rows: those that are kept, or for an asked run those of its records. */
export function sumsOf(
  ctx: Ctx,
  { msm_ids, asOfRun }: { msm_ids: readonly number[] } & Pick<Answer, 'asOfRun'>,
  by: ReconDate,
  conditions: (day: RawBuilder<unknown>) => readonly Expression<SqlBool>[],
): RawBuilder<unknown> {
  const { merchantId, environment } = ctx.owner
  const owner = sql`merchant_id = ${merchantId} and environment = ${environment} and msm_id = any (${[...msm_ids]}::integer[])`
  const fitting = (day: RawBuilder<unknown>) => sql.join([owner, ...conditions(day)], sql` and `)
  if (asOfRun === null) return sql`select * from recon_sums where by = ${by} and ${fitting(sql.ref('day'))}`
  const day = dayBy(by)
  return sql`select msm_id, ${day} as day, ${sql.raw(shared)}, ${sql.raw(sums)} from recon_outcomes
    where ${inAnswer(asOfRun)} and ${day} is not null and ${fitting(day)} group by msm_id, ${day}, ${sql.raw(sharedNames)}`
}
