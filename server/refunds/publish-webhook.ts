import { majorText, toMajor } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import { findRefund } from './queries.ts'

/** Publishes the refund webhook: the flat body with the refund's state, signed with the merchant's secret. */
export async function publishRefundWebhook(ctx: Ctx, refundId: string): Promise<void> {
  await publishWebhook(ctx, { type: 'refund', objectRef: refundId, body: () => refundBody(ctx, refundId) })
}

async function refundBody(ctx: Ctx, refundId: string): Promise<Record<string, unknown>> {
  const refund = await findRefund(ctx, refundId)
  if (!refund) throw new Error(`no refund ${refundId}`)
  const [{ key, secret }, payment] = await Promise.all([merchantSecret(ctx), paymentOf(ctx, refund.order_ref)])
  const signed: Signed<'refund'> = {
    amount: majorText(refund.amount, refund.currency),
    currency: refund.currency,
    payment_txn_ref: refund.order_ref,
    refund_id: refund.refund_id,
    refund_status: refund.refund_status,
  }
  return {
    ...signed,
    amount: toMajor(refund.amount, refund.currency),
    psp_refund_id: refund.psp_refund_id,
    refund_date: refund.refund_date.toISOString(),
    refund_type: refund.refund_type,
    refund_reason: refund.refund_reason,
    description: refund.note,
    merchant_id: key,
    merchant_order_ref: payment.merchant_order_ref,
    payment_channel: payment.channel_key,
    payment_method: payment.payment_method,
    environment: ctx.owner.environment,
    status_reason: refund.fail_reason,
    status_channel_reason: refund.channel_text,
    signature_hash: sign(signed, secret),
  }
}

const paymentOf = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payments')
    .select(['merchant_order_ref', 'channel_key', 'payment_method'])
    .where('order_ref', '=', orderRef)
    .executeTakeFirstOrThrow()
