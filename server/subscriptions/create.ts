import type { Input } from '#contract/kit/call.ts'
import { fieldFault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { createSubscription as declaration } from '#contract/subscriptions.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { keepSubscription } from '#server/subscription-store/change.ts'
import { tieToClock } from '#server/subscription-store/clocks.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { drawUp } from './draw-up.ts'

export type NewSubscription = Omit<Input<typeof declaration>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * Makes a subscription and returns it; its customer sets it up at its page. Throws the faults of `drawUp`, `recipientMissing` where its
 * link is to be sent and cannot be, `notFound` and `tooMany` for its test clock, and `duplicateOrder` at the commit.
 */
export async function createSubscription(ctx: Ctx, body: NewSubscription): Promise<SubscriptionRow> {
  const then = body.test_clock ? await tieToClock(ctx, body.test_clock) : ctx
  const drawn = await drawUp(then, body, { keep: true })
  // It is listed by when it was really made.
  const made = {
    ...drawn,
    merchant_order_ref: drawn.merchant_order_ref || drawn.order_ref,
    created_at: ctx.now,
  }
  if (made.notify_by_email && !made.email)
    throw fieldFault('recipientMissing', 'customer_email_address', 'required', 'This is needed to send the link.')
  if (made.notify_by_phone && !made.phone)
    throw fieldFault('recipientMissing', 'customer_phone_number', 'required', 'This is needed to send the link.')
  keepSubscription(ctx, made)
  if (made.notify_by_email || made.notify_by_phone) planMessage(then, made, { kind: 'link', once: '' })
  const payable = { kind: 'subscription', ref: made.order_ref }
  if (!made.clock_ref) ctx.enqueue(expirePayable, payable, { after: made.expires_at })
  ctx.afterCommit(() => ctx.services.payableOwners.remember(made.order_ref, { owner: ctx.owner, payable }))
  addTimelineEntry(ctx, 'subscription', made.order_ref, 'created')
  ctx.auditSubject(made.order_ref, madeAs(factsOf(made)))
  await publishSubscriptionWebhook(then, made)
  return made
}

/** What the audit log says of a subscription. */
const factsOf = (made: SubscriptionRow) => ({
  merchant_order_ref: made.merchant_order_ref,
  price: made.price_name || made.price_ref,
  amount: decimalText(made.unit_minor * BigInt(made.quantity), made.currency),
  currency: made.currency,
  quantity: made.quantity,
  recurrance_count: made.recurrance_count,
  started_at: made.started_at ?? '',
  expires_at: made.expires_at,
})
