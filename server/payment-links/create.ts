import type { Input } from '#contract/kit/call.ts'
import { decimalText } from '#contract/kit/money.ts'
import { newOrderId } from '#contract/made-order-id.ts'
import type { createPaymentLink as declaration } from '#contract/payment-links.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { insertPaymentLink } from './insert.ts'
import { sendPaymentLink } from './send.ts'
import { linkWithTimeline } from './with-timeline.ts'

type Body = Omit<Input<typeof declaration>['body'], 'signature_hash'>

/**
 * Makes a payment link and returns it. Refuses an order id that another link of this merchant and environment has
 * (`duplicateOrder`).
 */
export async function createPaymentLink(ctx: Ctx, body: Body) {
  const linkRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const expiresAt = body.expiry_hours === undefined ? null : new Date(ctx.now.getTime() + body.expiry_hours * 3_600_000)
  const merchant = await merchantOf(ctx)
  const made = { ...body, linkRef, expiresAt, orderId: body.merchant_order_id || newOrderId(ctx.now) }
  const link = insertPaymentLink(ctx, made, merchant)
  if (expiresAt) ctx.enqueue(expirePayable, { kind: 'link', ref: linkRef }, { after: expiresAt })
  const created = addTimelineEntry(ctx, 'payment_link', linkRef, 'created')
  ctx.auditSubject(
    linkRef,
    madeAs({
      merchant_order_ref: made.orderId,
      amount: decimalText(body.amount, body.currency),
      currency: body.currency,
      expires_at: expiresAt ?? '',
      late_payment: body.late_payment ?? '',
      source: body.source ?? '',
    }),
  )
  const ways = [...(body.notify_by_email ? ['email' as const] : []), ...(body.notify_by_phone ? ['sms' as const] : [])]
  if (ways.length === 0) return { ...link, timeline: [created] }
  await sendPaymentLink(ctx, linkRef, { ways })
  return linkWithTimeline(ctx, linkRef)
}
