import type { Ctx } from '#server/kit/ctx.ts'
import { channelName, rowColumns, wireRow } from './queries.ts'

const ofOwner = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payments')
    .where('payments.merchant_id', '=', ctx.owner.merchantId)
    .where('payments.environment', '=', ctx.owner.environment)

/** The other attempts to pay a payment's order, newest first. Index: payments_by_order. */
export async function listOtherAttempts(
  ctx: Ctx,
  { order_ref, merchant_order_ref }: { order_ref: string; merchant_order_ref: string },
) {
  const rows = await ofOwner(ctx)
    .select([...rowColumns, channelName])
    .where('merchant_order_ref', '=', merchant_order_ref)
    .where('order_ref', '<>', order_ref)
    .orderBy('created_at', 'desc')
    .orderBy('order_ref', 'desc')
    .limit(100)
    .execute()
  return rows.map(wireRow)
}

/** The attempts of an order by their states. Index: payments_by_order. */
export const listStatesOfOrder = (ctx: Ctx, merchantOrderRef: string) =>
  ofOwner(ctx)
    .select(['order_ref', 'status', 'payment_method'])
    .where('merchant_order_ref', '=', merchantOrderRef)
    .limit(1_000)
    .execute()
