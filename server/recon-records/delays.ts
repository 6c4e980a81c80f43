import { statusesInMatch } from '#contract/recon-dashboard-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Adds to the days between transactions and their settlement what a run changed, as `addToSums` does to amounts. */
export async function addToDelays(ctx: Ctx, { msmId, runNo }: { msmId: number; runNo: number }): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const values = [merchantId, environment, msmId, runNo, [...statusesInMatch]]
  await ctx.tx.query(begun, values)
  // The first run ends nothing.
  if (runNo > 1) await ctx.tx.query(ended, values)
  await ctx.tx.query(forget, [merchantId, environment, msmId])
}
const adding = (
  column: string,
  count: string,
) => `insert into recon_delays (merchant_id, environment, msm_id, day, settled_on, currency, records)
  select merchant_id, environment, msm_id, day, booked_on, currency, ${count}::integer from recon_outcomes
  where merchant_id = $1 and environment = $2 and msm_id = $3 and ${column} = $4 and side = 'a' and type = 'payment' and status = any ($5)
    and day is not null and booked_on is not null
  group by merchant_id, environment, msm_id, day, booked_on, currency
  on conflict (merchant_id, environment, msm_id, day, settled_on, currency) do update set records = recon_delays.records + excluded.records`
const begun = adding('from_run', 'count(*)')
const ended = adding('until_run', '-count(*)')
const forget = 'delete from recon_delays where merchant_id = $1 and environment = $2 and msm_id = $3 and records = 0'
