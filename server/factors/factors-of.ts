import { secondFactors, type SecondFactor } from '#contract/factor-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * The user's second factors; empty without any. The user's row is locked, so that no first factor can be added while a
 * session is opened without one. A query by hand: four tables by one statement, under one lock.
 */
export async function factorsOf(ctx: Ctx, subUserId: string): Promise<SecondFactor[]> {
  const [found] = await ctx.tx.query<Record<SecondFactor, boolean> & { asked: boolean }>(
    `select u.is_2fa_enabled as asked,
       exists (select 1 from totp_factors t where t.merchant_id = $1 and t.sub_user_id = $2 and t.seed_sealed is not null) as totp,
       exists (select 1 from passkeys p where p.merchant_id = $1 and p.sub_user_id = $2) as passkey,
       exists (select 1 from recovery_codes r where r.merchant_id = $1 and r.sub_user_id = $2 and r.used_at is null) as recovery_code
     from sub_users u where u.merchant_id = $1 and u.sub_user_id = $2 for share of u`,
    [ctx.owner.merchantId, subUserId],
  )
  return found?.asked ? secondFactors.filter((factor) => found[factor]) : []
}
