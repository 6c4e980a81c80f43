import type { Ctx } from '#server/kit/ctx.ts'
import { listRefundIds } from '#server/refunds/queries.ts'

/**
 * The ledger's lines about a payment and its refunds, oldest first. The business key of each posting is known,
 * so the unique index finds them all.
 */
export async function listPostings(ctx: Ctx, orderRef: string) {
  const refundIds = await listRefundIds(ctx, orderRef)
  const keys = [
    `payment:${orderRef}:captured`,
    `payment:${orderRef}:accepted`,
    ...refundIds.flatMap((id) => ['asked', 'succeeded', 'failed'].map((what) => `refund:${id}:${what}`)),
  ]
  return ctx.db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', (join) =>
      join
        .on('e.merchant_id', '=', ctx.owner.merchantId)
        .onRef('e.environment', '=', 't.environment')
        .onRef('e.transfer_id', '=', 't.transfer_id'),
    )
    .select(['t.at', 't.kind', 't.object_ref', 'e.account', 'e.amount_minor as amount', 'e.currency'])
    .where('t.merchant_id', '=', ctx.owner.merchantId)
    .where('t.environment', '=', ctx.owner.environment)
    .where('t.business_key', 'in', keys)
    .orderBy('t.transfer_id')
    .orderBy('e.line')
    .execute()
}
