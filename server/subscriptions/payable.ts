import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { subscriptionStates } from '#contract/subscription-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'
import { activate } from '#server/subscription-charges/activate.ts'
import {
  askingOf,
  attemptBegun,
  attemptEnded,
  attemptMandate,
  attemptPaid,
} from '#server/subscription-charges/attempts.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { tellMoneyBack } from '#server/subscription-charges/money-back.ts'
import { commonOf } from '#server/subscription-charges/payable.ts'
import { countRefund } from '#server/subscription-charges/refunds.ts'
import { chargeSum } from '#server/subscription-store/amounts.ts'
import { moveSubscription } from '#server/subscription-store/change.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { existingPrice } from '#server/subscription-store/prices.ts'
import { existingSubscription, findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { setUpLines } from '#server/subscription-store/upcoming.ts'
import { returnedOf, subscriptionReturn } from '#server/subscription-charges/return-to.ts'
import { readTerms } from '#server/subscription-charges/terms.ts'

/**
 * The set-up of a subscription as a payable: its customer agrees to a mandate and pays the first charge in one attempt. One that takes no
 * money, with a trial or a start to come, is set up without a payment.
 */
export const subscriptionPayable: Payable<SetUpStanding> = {
  kind: 'subscription',
  objectType: 'subscription',
  source: 'subscription',
  sendsReceipts: true,
  finder: 'find_subscription',
  read: async (ctx, ref) => standingOf(ctx, await findSubscription(ctx, ref), 'none'),
  lock: async (ctx, ref) => standingOf(ctx, await findSubscription(ctx, ref, { lock: true }), 'keep'),

  begin(_ctx, { amountMinor }) {
    if (amountMinor === 0n) throw new Fault('wrongState', { why: 'its set-up takes no money' })
    return Promise.resolve({ amountMinor, part: 0 })
  },
  begun: (ctx, { subscription }, attempt) => attemptBegun(ctx, subscription, attempt),
  noteMandate: (ctx, _standing, attempt, told) => attemptMandate(ctx, attempt, told),
  async beforeAsking(ctx, ref, payment) {
    const subscription = await existingSubscription(ctx, ref)
    return subscription.status === 'created' ? askingOf(ctx, subscription, payment) : 'stop'
  },

  end: (ctx, _standing, attempt) => attemptEnded(ctx, attempt),

  late: (_ctx, { state }) => Promise.resolve(state === 'payable' ? null : 'refund'),

  async pay(ctx, { subscription }, attempt) {
    const then = await inTimeOf(ctx, subscription)
    const used = await attemptPaid(then, subscription, attempt)
    const payment = { orderRef: attempt.order_ref, amountMinor: attempt.amount_minor, began: attempt.created_at }
    actSoon(then, await activate(then, used, payment))
  },
  tellRefunded: (ctx, { subscription }, attempt) => tellMoneyBack(ctx, subscription, attempt),
  countMoney: countRefund,

  readTerms: (ctx, { subscription }, language) => readTerms(ctx, subscription, { language, act: 'set_up' }),
  returnTo: (ctx, { subscription }, payment) => subscriptionReturn(ctx, subscription, returnedOf(payment)),

  async expire(ctx, ref) {
    const subscription = await findSubscription(ctx, ref, { lock: true })
    if (!subscription || !subscriptionStates.can(subscription.status, 'expire')) return
    const then = await inTimeOf(ctx, subscription)
    if (subscription.expires_at > then.now) return
    await moveSubscription(then, subscription, 'expire', { end_reason: 'expired' })
    addTimelineEntry(ctx, 'subscription', ref, 'expired')
  },
  listOverdue: listUnused,
}

interface SetUpStanding extends Standing {
  subscription: SubscriptionRow
}

/** The references of subscriptions whose link nobody has used in time, at most 500. Index: subscriptions_unused. */
async function listUnused(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('subscriptions')
    .select('order_ref')
    .where('status', '=', sql.lit('created'))
    .where('expires_at', '<', since)
    .where('clock_ref', '=', '')
    .limit(500)
    .execute()
  return rows.map(({ order_ref }) => order_ref)
}

/** @param lock how its price is read, which nobody subscribes to once it is cancelled. */
async function standingOf(
  ctx: Ctx,
  subscription: SubscriptionRow | undefined,
  lock: 'none' | 'keep',
): Promise<SetUpStanding | undefined> {
  if (!subscription) return undefined
  const then = await inTimeOf(ctx, subscription)
  const { toPay } = chargeSum(setUpLines(subscription, then.now), [])
  return {
    ...commonOf(subscription),
    ...(subscription.clock_ref && { simulatedAt: then.now }),
    ref: subscription.order_ref,
    state: stateOf(subscription),
    expiresAt: await endOfLink(ctx, subscription, lock),
    merchantOrderRef: `${subscription.order_ref}_0`,
    amountMinor: toPay,
    description: subscription.description || subscription.price_name,
    subscription,
  }
}

/** When the link is over: at its own end, by real time alone, or when its price was cancelled. An attempt under way goes on. */
async function endOfLink(ctx: Ctx, subscription: SubscriptionRow, lock: 'none' | 'keep'): Promise<Date | null> {
  if (subscription.status === 'created') {
    const { cancelled_at } = await existingPrice(ctx, subscription.price_ref, { lock })
    if (cancelled_at) return cancelled_at
  }
  return subscription.clock_ref ? null : subscription.expires_at
}

function stateOf({ status }: SubscriptionRow): Standing['state'] {
  if (status === 'created') return 'payable'
  return status === 'expired' || status === 'cancelled' ? status : 'paid'
}
