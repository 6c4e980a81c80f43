import { majorText, toMajor } from '#contract/kit/money.ts'
import { payableFields } from '#contract/payables.ts'
import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { payableOf } from '#server/payables/payable.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import { findPayment, type FoundPayment } from './queries.ts'

/** Publishes the payment webhook: the flat body with the payment's state, signed with the merchant's secret. */
export async function publishPaymentWebhook(ctx: Ctx, orderRef: string): Promise<void> {
  await publishWebhook(ctx, { type: 'payment', objectRef: orderRef, body: () => paymentBody(ctx, orderRef) })
}

/** The signed body of a payment's webhook. */
export async function paymentBody(ctx: Ctx, orderRef: string): Promise<Record<string, unknown>> {
  const payment = await findPayment(ctx, orderRef)
  if (!payment) throw new Error(`no payment ${orderRef}`)
  const [{ key, secret }, merchant] = await Promise.all([merchantSecret(ctx), merchantOf(ctx)])
  const signed: Signed<'payment'> = {
    amount: majorText(payment.amount, payment.currency),
    channel_key: payment.channel_key,
    channel_order_ref: payment.channel_order_ref,
    country_code: merchant.country,
    currency: payment.currency,
    merchant_order_ref: payment.merchant_order_ref,
    method_name: payment.payment_method,
    order_ref: payment.order_ref,
    status: payment.status,
  }
  const refundable = payment.status === 'Success' && payment.refunded + payment.refunding < payment.amount
  return {
    ...signed,
    amount: toMajor(payment.amount, payment.currency),
    channel_name: payment.payment_channel_name,
    method_key: payment.payment_method,
    method_sub_type: payment.payment_sub_type,
    payment_method_used: payment.actual_payment_method || payment.payment_method,
    buyer_name: payment.shopper_name,
    buyer_email: payment.shopper_email,
    buyer_phone: payment.shopper_phone,
    buyer_address1: payment.shopper_address,
    status_code: payment.status === 'Success' ? '2000' : payment.status_code || '1000',
    status_reason: payment.status === 'Success' ? 'SUCCESS' : payment.status_reason,
    status_channel_reason: payment.channel_text,
    created_at: goTime(payment.created_at),
    is_refund_allowed: refundable,
    is_multi_refund_allowed: refundable,
    user_agent: payment.device_info,
    ip_address: payment.shopper_ip,
    description: payment.description,
    ...objectsIn(payment),
    source: payment.source,
    merchant_name: merchant.name,
    merchant_key: key,
    merchant_email_address: merchant.email,
    environment: payment.environment,
    masked_card_number: payment.masked_card_number,
    is_cross_border_transaction: false,
    late: payment.late,
    failover_from: payment.failover_from,
    failover_next: payment.failover_next,
    ...(await webhookFieldsOf(ctx, payment)),
    signature_hash: sign(signed, secret),
  }
}

/** The payable's references, under the names that receivers expect. */
const objectsIn = (payment: FoundPayment): Record<string, string> =>
  Object.fromEntries(
    Object.values(payableFields).flatMap(({ row, webhook }) => webhook.map((field) => [field, payment[row]])),
  )

const webhookFieldsOf = async (ctx: Ctx, { payable_kind: kind, payable_ref: ref }: FoundPayment) =>
  ref === '' ? {} : payableOf(ctx, kind).webhookFields?.(ctx, ref)

/** '2024-09-26 10:55:14.573000 +0000 UTC', the format that receivers parse. */
const goTime = (at: Date) => `${at.toISOString().replace('T', ' ').replace('Z', '000')} +0000 UTC`
