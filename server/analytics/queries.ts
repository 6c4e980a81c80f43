import type { Ctx } from '#server/kit/ctx.ts'

/** The owner, then, if it is a master, its accepted sub-merchants by name. */
export const merchantsUnder = (ctx: Ctx): Promise<{ uuid: string; name: string }[]> =>
  ctx.tx.query('select merchant_id as uuid, name from merchants_under($1)', [ctx.owner.merchantId])
