import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/subscription-manage.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'
import { cancelSubscription } from '#server/subscriptions/cancel.ts'
import { beginMandate, readSetUp } from '#server/subscriptions/set-up.ts'
import { needSession, openByLink } from './session.ts'

export const handlers: Handlers<typeof contract> = {
  async openManaged(ctx, { body }, http) {
    await openByLink(ctx, subscriptionIn(ctx), body.token, http)
  },

  async requestManageLink(ctx) {
    const subscription = await existingSubscription(ctx, subscriptionIn(ctx))
    const slot = Math.floor(ctx.now.getTime() / (limits.manageLinkAgainMinutes * 60_000))
    if (subscription.status !== 'created')
      planMessage(ctx, subscription, { kind: 'method_link', once: `asked ${slot}` })
  },

  async cancelManaged(ctx, { body }, http) {
    const ref = subscriptionIn(ctx)
    await needSession(ctx, ref, http)
    const before = await existingSubscription(ctx, ref, { lock: true })
    await cancelSubscription(ctx, ref, body)
    const { status, cancels_at_period_end } = await existingSubscription(ctx, ref)
    if (isCharged(before) && !before.cancels_at_period_end)
      await notify(ctx, 'subscription_cancelled', {
        order_ref: ref,
        customer: before.customer_name || before.email || before.merchant_order_ref,
        price: before.price_name || before.price_ref,
      })
    return { status, cancels_at_period_end }
  },

  async startMethodChange(ctx, { body }, http) {
    const ref = subscriptionIn(ctx)
    await needSession(ctx, ref, http)
    const subscription = await existingSubscription(ctx, ref, { lock: true })
    if (!isCharged(subscription)) throw new Fault('wrongState')
    return beginMandate(ctx, subscription, body)
  },

  async readMethodChange(ctx, { path }, http) {
    const ref = subscriptionIn(ctx)
    await needSession(ctx, ref, http)
    return readSetUp(ctx, ref, path.mandate_ref)
  },
}

/** The subscription whose page it is; of another kind of payable there is no such page. */
function subscriptionIn({ payable }: Ctx): string {
  if (payable?.kind !== 'subscription') throw new Fault('notFound')
  return payable.ref
}
