import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** What remittance needs to know of a merchant. Index: primary key. */
export const crossBorderOf = (
  ctx: Ctx,
): Promise<{ isCrossBorder: boolean; currency: string; country: string; timeZone: string }> =>
  memo(ctx, 'cross-border', async () => {
    const [row] = await ctx.tx.query<{ isCrossBorder: boolean; currency: string; country: string; timeZone: string }>(
      `select cross_border_enabled as "isCrossBorder", currency, country, time_zone as "timeZone" from merchants where merchant_id = $1`,
      [ctx.owner.merchantId],
    )
    if (!row) throw new Error(`no merchant ${ctx.owner.merchantId} in the scope`)
    return row
  })
