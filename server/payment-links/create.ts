import type { Input } from '#contract/kit/call.ts'
import { majorText } from '#contract/kit/money.ts'
import type { createPaymentLink as declaration } from '#contract/payment-links.ts'
import { Fault } from '#contract/faults.ts'
import { tell } from '#server/kit/audit.ts'
import { madeAs } from '#server/kit/changes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/merchant-of.ts'
import { verifySigned } from '#server/kit/signed.ts'
import { newReference } from '#server/kit/token.ts'
import { expirePaymentLink } from './jobs.ts'
import { insertPaymentLink } from './insert.ts'
import { sendPaymentLink } from './send.ts'
import { linkWithTimeline } from './with-timeline.ts'

type Body = Input<typeof declaration>['body']

/**
 * Makes a payment link and returns it. Refuses a wrong signature (`invalidSignature`) and an order id that
 * another link of this merchant and environment has (`duplicateOrder`).
 */
export async function createPaymentLink(ctx: Ctx, body: Body) {
  const orderId = oneOf(body, 'merchant_order_id', 'merchant_order_ref')
  const failureUrl = oneOf(body, 'failure_url', 'cancel_url')
  await verifySigned(ctx, body.signature_hash, {
    amount: majorText(body.amount, body.currency),
    client_key: body.chaipay_key,
    currency: body.currency,
    failure_url: failureUrl,
    merchant_order_id: orderId,
    success_url: body.success_url ?? '',
  })

  const linkRef = newReference(ctx.now)
  const expiresAt = body.expiry_hours === undefined ? null : new Date(ctx.now.getTime() + body.expiry_hours * 3_600_000)
  const merchant = await merchantOf(ctx)
  const made = { ...body, linkRef, failureUrl, expiresAt, orderId: orderId || newOrderId(ctx.now) }
  const link = insertPaymentLink(ctx, made, merchant)
  if (expiresAt) await ctx.enqueue(expirePaymentLink, { linkRef }, { after: expiresAt })
  const created = tell(ctx, 'payment_link', linkRef, 'created')
  ctx.about(
    linkRef,
    madeAs({
      merchant_order_ref: made.orderId,
      amount: majorText(body.amount, body.currency),
      currency: body.currency,
      expires_at: expiresAt ?? '',
      late_payment: body.late_payment ?? '',
      source: body.source ?? '',
    }),
  )
  const ways = [...(body.notify_by_email ? ['email' as const] : []), ...(body.notify_by_phone ? ['sms' as const] : [])]
  if (ways.length === 0) return { ...link, timeline: [created] }
  ctx.tx.flush()
  await sendPaymentLink(ctx, linkRef, { ways })
  return linkWithTimeline(ctx, linkRef)
}

/** An order id of our own making; two in one millisecond collide, which the unique index notices. */
const newOrderId = (now: Date) => `MERCHANT${now.getTime()}`

type TwoNamed = 'merchant_order_id' | 'merchant_order_ref' | 'failure_url' | 'cancel_url'
/** A field that has two names; both with different values is a contradiction. */
function oneOf(body: Body, name: TwoNamed, alias: TwoNamed): string {
  const [first, second] = [body[name], body[alias]]
  if (first && second && first !== second)
    throw new Fault('invalidRequest', {
      errors: [{ path: alias, reason: 'contradicts', text: `This differs from ${name}.` }],
    })
  return first || second || ''
}
