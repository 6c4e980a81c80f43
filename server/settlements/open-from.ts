import type { Ctx } from '#server/kit/ctx.ts'
import { holds } from './sums.ts'

/**
 * Moves the day before which nothing of a pair is open, so that runs leave out files that ended before it. Looking begins at the former day.
 * Index: recon_outcomes_by_day.
 */
export async function moveOpenFrom(ctx: Ctx, msmId: number): Promise<void> {
  await ctx.tx.query(
    `update recon_pairs p set open_from = coalesce((
       select min(f.day) from (values ('a'), ('b')) s (side) cross join lateral (select o.day from recon_outcomes o
         where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = s.side and o.${holds} and o.settlement_id is null
           and o.day >= coalesce(p.open_from, '0001-01-01'::date)
         order by o.day limit 1) f) - 1, p.open_from)
     where p.merchant_id = $1 and p.environment = $2 and p.msm_id = $3`,
    [ctx.owner.merchantId, ctx.owner.environment, msmId],
  )
}

/** Moves it back to before a day of which something is open again. Years of closed records are not looked through. */
export async function moveOpenBack(ctx: Ctx, msmId: number, day: string | null): Promise<void> {
  await ctx.tx.query(
    `update recon_pairs set open_from = least(open_from, $4::date - 1)
     where merchant_id = $1 and environment = $2 and msm_id = $3 and open_from is not null`,
    [ctx.owner.merchantId, ctx.owner.environment, msmId, day],
  )
}
