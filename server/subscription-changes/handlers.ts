import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/subscription-changes.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { forgive } from '#server/subscription-charges/forgive.ts'
import { pause, resume } from '#server/subscription-charges/pause.ts'
import { retryNow } from '#server/subscription-charges/retry.ts'
import { issueManageLink } from '#server/subscription-messages/manage-link.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { existingSubscription, wrongState, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { readRules } from '#server/subscription-store/settings.ts'
import { wholeSubscription } from '#server/subscriptions/whole.ts'
import { cancelScheduled, change } from './change.ts'
import { previewChange } from './preview.ts'
import { saveRules } from './save-rules.ts'

export const handlers: Handlers<typeof contract> = {
  previewSubscriptionChange: (ctx, { path, body }) => previewChange(ctx, path.ref, body),
  async changeSubscription(ctx, { path, body }) {
    await change(ctx, path.ref, body)
    return wholeSubscription(ctx, path.ref)
  },
  cancelSubscriptionChange: (ctx, { path }) =>
    acting(ctx, path.ref, async (then, subscription) => {
      const after = await cancelScheduled(then, subscription)
      if (!after) throw new Fault('wrongState', { why: 'no change is scheduled' })
      ctx.auditSubject(path.ref, changesFrom({ change: 'scheduled' }, { change: 'cancelled' }))
      addTimelineEntry(then, 'subscription', path.ref, 'change_cancelled')
      await publishSubscriptionWebhook(then, after)
      return after
    }),

  pauseSubscription: (ctx, { path, body }) =>
    acting(ctx, path.ref, (then, subscription) => {
      const { until = null } = body
      if (until && until <= then.now) throw fieldFault('invalidRequest', 'until', 'in_the_past', 'This is over.')
      ctx.auditSubject(path.ref, changesFrom(pausedOf(subscription), { paused: true, until }))
      return pause(then, subscription, until)
    }),
  resumeSubscription: (ctx, { path }) =>
    acting(ctx, path.ref, (then, subscription) => {
      ctx.auditSubject(path.ref, changesFrom(pausedOf(subscription), { paused: false, until: null }))
      return resume(then, subscription)
    }),
  keepSubscription: (ctx, { path }) =>
    acting(ctx, path.ref, async (then, subscription) => {
      if (!isCharged(subscription)) throw wrongState(subscription)
      if (!subscription.cancels_at_period_end) throw new Fault('wrongState', { why: 'it goes on' })
      ctx.auditSubject(path.ref, changesFrom({ cancels_at_period_end: true }, { cancels_at_period_end: false }))
      addTimelineEntry(then, 'subscription', path.ref, 'kept')
      const kept = changeSubscription(then, subscription, { cancels_at_period_end: false, end_reason: '' })
      await publishSubscriptionWebhook(then, kept)
      return kept
    }),

  retrySubscription: (ctx, { path }) =>
    acting(ctx, path.ref, async (then, subscription) => {
      if (!isCharged(subscription)) throw wrongState(subscription)
      if (subscription.paused_at) throw new Fault('wrongState', { why: 'it is paused' })
      const open = await openCharges(then, path.ref)
      if (open.some(({ state }) => state === 'trying')) throw new Fault('inFlight')
      if (open.length === 0) throw new Fault('wrongState', { why: 'nothing is due' })
      ctx.auditSubject(path.ref, madeAs({ charges: open.length }))
      return retryNow(then, subscription)
    }),
  forgiveSubscriptionCharge: (ctx, { path, body: { charge_ref: chargeRef, reason = '' } }) =>
    acting(ctx, path.ref, (then, subscription) => {
      ctx.auditSubject(path.ref, madeAs({ charge: chargeRef, reason }))
      return forgive(then, subscription, { chargeRef, reason })
    }),

  async linkToSubscriptionMethod(ctx, { path, body }) {
    const subscription = await existingSubscription(ctx, path.ref, { lock: true })
    if (!isCharged(subscription)) throw wrongState(subscription)
    const { language = subscription.language, send = false } = body
    const to = subscription.email || subscription.phone
    if (send && !to) throw new Fault('recipientMissing')
    const link = issueManageLink(ctx, path.ref, language)
    // Who gets it in a message gets one of their own, so that each is good once.
    if (send) planMessage(ctx, subscription, { kind: 'method_link', once: ctx.now.toISOString() })
    addTimelineEntry(ctx, 'subscription', path.ref, 'method_link')
    ctx.auditSubject(path.ref, madeAs({ sent_to: send ? to : '' }))
    const valid_until = new Date(ctx.now.getTime() + limits.manageLinkDays * 86_400_000)
    return { link, valid_until, sent_to: send ? to : '' }
  },

  readRetryRules: (ctx) => readRules(ctx),
  saveRetryRules: (ctx, { body: { days, last_act, revision } }) => saveRules(ctx, { days, last_act }, revision),
}

const pausedOf = ({ paused_at, paused_until }: SubscriptionRow) => ({ paused: paused_at !== null, until: paused_until })

/** Does something with a subscription under its lock and by its own time, has what follows acted on, and answers all of it. */
async function acting(
  ctx: Ctx,
  orderRef: string,
  act: (then: Ctx, subscription: SubscriptionRow) => Promise<SubscriptionRow>,
) {
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const then = await inTimeOf(ctx, subscription)
  actSoon(then, await act(then, subscription))
  return wholeSubscription(ctx, orderRef)
}
