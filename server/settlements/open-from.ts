import type { Ctx } from '#server/kit/ctx.ts'
import { holds } from './sums.ts'

/**
 * Moves the day before which nothing of a pair is open, so that runs leave out files that ended before it. Looking begins at the former day;
 * after a reopening, at the beginning. Index: recon_outcomes_by_day.
 */
export async function moveOpenFrom(ctx: Ctx, msmId: number, { isBack = false } = {}): Promise<void> {
  await ctx.tx.query(
    `update recon_pairs p set open_from = coalesce((
       select min(f.day) from (values ('a'), ('b')) s (side) cross join lateral (select o.day from recon_outcomes o
         where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = s.side and o.${holds} and o.settlement_id is null
           and o.day >= case when $4 then '0001-01-01'::date else coalesce(p.open_from, '0001-01-01'::date) end
         order by o.day limit 1) f) - 1, p.open_from)
     where p.merchant_id = $1 and p.environment = $2 and p.msm_id = $3`,
    [ctx.owner.merchantId, ctx.owner.environment, msmId, isBack],
  )
}
