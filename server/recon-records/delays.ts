import { statusesInMatch } from '#contract/recon-dashboard-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Adds to the days between transactions and their settlement what a run changed, as `addToSums` does to amounts. */
export async function addToDelays(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const settled = [...statusesInMatch]
  await ctx.tx.query(runNo === 1 ? addFirst : addChanged, [merchantId, environment, msmId, runNo, settled])
  await ctx.tx.query(forget, [merchantId, environment, msmId])
}
const ofRun = (
  column: string,
  sign: string,
) => `select day, booked_on as settled_on, currency, ${sign}count(*)::integer as records from recon_outcomes
  where merchant_id = $1 and environment = $2 and msm_id = $3 and ${column} = $4 and side = 'a' and type = 'payment' and status = any ($5)
    and day is not null and booked_on is not null
  group by day, booked_on, currency`
const adding = (changed: string) => `with changed as materialized (${changed})
  insert into recon_delays (merchant_id, environment, msm_id, day, settled_on, currency, records)
  select $1, $2, $3, day, settled_on, currency, sum(records)::integer from changed group by day, settled_on, currency having sum(records) <> 0
  on conflict (merchant_id, environment, msm_id, day, settled_on, currency) do update set records = recon_delays.records + excluded.records`
const addFirst = adding(ofRun('from_run', ''))
const addChanged = adding(`${ofRun('from_run', '')} union all ${ofRun('until_run', '-')}`)
const forget = 'delete from recon_delays where merchant_id = $1 and environment = $2 and msm_id = $3 and records = 0'
