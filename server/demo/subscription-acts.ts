import type { PastEffect } from '#server/providers/simulator/past.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { createDeduction } from '#server/subscriptions/deduct.ts'
import { cancelSubscription } from '#server/subscriptions/cancel.ts'
import { subscriptionPayable } from '#server/subscriptions/payable.ts'
import { change } from '#server/subscription-changes/change.ts'
import { actOn } from '#server/subscription-charges/act.ts'
import { forgive } from '#server/subscription-charges/forgive.ts'
import { pause, resume } from '#server/subscription-charges/pause.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { existingSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { sendDue } from '#server/subscription-messages/send.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { notify } from '#server/notifications/notify.ts'
import { endRefund } from '#server/refunds/apply-outcome.ts'
import { startRefund } from '#server/refunds/start.ts'
import type { Agenda } from './agenda.ts'
import { audited } from './audited.ts'
import type { Authors } from './authors.ts'
import type { Chance } from './chance.ts'
import { agreeOnly, endTry, waitingOf, type Means, type Waiting } from './subscription-payments.ts'
import type { Step, Story } from './subscription-stories.ts'

/** What the subscriptions of a past have in common. */
export interface Tale {
  agenda: Agenda<Ctx>
  chance: Chance
  past: PastEffect[]
  people: Authors
  until: Date
  prices: Partial<Record<Story['price'], string>>
  /** The next moment of each subscription that is in the agenda. */
  next: Map<string, number>
}
/** One subscription with what becomes of it. */
export interface Told {
  ref: string
  story: Story
  means: Means
  /** The declined tries so far. */
  declined: number
  /** The charges that were tried so far, oldest first. */
  charges: string[]
}

/** Does what jobs would have done by this moment, and enters what they do next. */
export async function goOn(ctx: Ctx, told: Told, tale: Tale): Promise<void> {
  const { ref } = told
  await actOn(ctx, ref)
  await sendDue(ctx, ref)
  const waiting = await waitingOf(ctx, ref)
  for (const one of waiting) await end(ctx.with({ now: later(ctx.now, 3) }), one, told, tale)
  const at = await nextOf(ctx, ref)
  if (!at || tale.next.get(ref) === at.getTime()) return
  tale.next.set(ref, at.getTime())
  tale.agenda.add(later(at, 2 + 20 * tale.chance.next()), async (then) => {
    // Something that came between has put another moment in its place.
    if (tale.next.get(ref) === at.getTime()) await goOn(then, told, tale)
  })
}

/** The next moment after this one at which something is to do. */
async function nextOf(ctx: Ctx, ref: string): Promise<Date | null> {
  const { next_act_at } = await existingSubscription(ctx, ref)
  const message = await ctx.own
    .select('subscription_messages')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('order_ref', '=', ref)
    .where('state', '=', 'planned')
    .executeTakeFirst()
  const moments = [next_act_at, message?.at ?? null].filter((at) => at !== null && at > ctx.now) as Date[]
  return moments.reduce<Date | null>((first, at) => (first && first < at ? first : at), null)
}

/** Ends a try as its story has it. */
async function end(ctx: Ctx, waiting: Waiting, told: Told, tale: Tale): Promise<void> {
  const { declines } = told.story
  if (!told.charges.includes(waiting.charge_ref)) told.charges.push(waiting.charge_ref)
  // The set-up was the first.
  const number = told.charges.indexOf(waiting.charge_ref) + 1
  const isLate =
    declines?.ofLastDays !== undefined
      ? tale.until.getTime() - ctx.now.getTime() < declines.ofLastDays * dayMs
      : number >= (declines?.from ?? Infinity)
  const reason = declines && isLate && told.declined < (declines.tries ?? Infinity) ? declines.reason : null
  if (reason) told.declined++
  await endTry(ctx, waiting, reason, tale.past)
  await goOn(ctx, told, tale)
}
const dayMs = 86_400_000

/** A step of a story, after what is due; nothing is done to what is over. */
export async function perform(ctx: Ctx, act: Step['act'], told: Told, tale: Tale): Promise<void> {
  await goOn(ctx, told, tale)
  const subscription = await existingSubscription(ctx, told.ref, { lock: true })
  if (subscription.ended_at || (act === 'to yearly' && !tale.prices.yearly)) return
  await acts[act](ctx, subscription, told, tale)
  await goOn(ctx, told, tale)
}

type Act = (ctx: Ctx, subscription: SubscriptionRow, told: Told, tale: Tale) => Promise<unknown>
const userOf = (ctx: Ctx, { people }: Tale) => ctx.with({ actor: people.user })
const adminOf = (ctx: Ctx, { people }: Tale) => ctx.with({ actor: people.admin })

const acts: Record<Step['act'], Act> = {
  quantity: (ctx, { order_ref, quantity }, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.change', (user) =>
      change(user, order_ref, { quantity: quantity + 1, when: 'now' }),
    ),
  'fewer later': (ctx, { order_ref, quantity }, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.change', (user) =>
      change(user, order_ref, { quantity: Math.max(1, quantity - 1), when: 'at_next_period' }),
    ),
  'to yearly': (ctx, { order_ref }, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.change', (user) =>
      change(user, order_ref, { price_order_ref: tale.prices.yearly, when: 'now' }),
    ),
  pause: (ctx, subscription, _, tale) => paused(userOf(ctx, tale), subscription, null),
  'pause until': (ctx, subscription, _, tale) =>
    paused(userOf(ctx, tale), subscription, later(tale.until, 25 * 86_400)),
  resume: (ctx, subscription, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.resume', (user) => {
      user.auditSubject(
        subscription.order_ref,
        changesFrom({ paused: true, until: null }, { paused: false, until: null }),
      )
      return resume(user, subscription)
    }),
  cancel: (ctx, { order_ref }, _, tale) =>
    audited(adminOf(ctx, tale), 'subscription.cancel', (user) =>
      cancelSubscription(user, order_ref, { at: 'now', reason: 'Asked for by telephone' }),
    ),
  'cancel at end': (ctx, { order_ref }, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.cancel', (user) =>
      cancelSubscription(user, order_ref, { at: 'period_end', reason: 'Moves abroad' }),
    ),
  'customer cancels': async (ctx, subscription, _, tale) => {
    const { order_ref, period_end } = subscription
    const at = period_end && period_end > ctx.now ? 'period_end' : 'now'
    await cancelSubscription(ctx, order_ref, { at, reason: tale.chance.one(reasons) })
    await notify(ctx, 'subscription_cancelled', {
      order_ref,
      customer: subscription.customer_name,
      price: subscription.price_name,
    })
  },
  'new method': async (ctx, _, told, tale) => {
    told.declined = Infinity
    await agreeOnly(ctx, told.ref, told.means, tale.past, tale.chance)
  },
  forgive: async (ctx, subscription, _, tale) => {
    const charge = (await openCharges(ctx, subscription.order_ref)).find(({ state }) => state === 'unpaid')
    if (!charge) return
    await audited(adminOf(ctx, tale), 'subscription.forgive', (user) => {
      const reason = 'The hut was closed'
      user.auditSubject(subscription.order_ref, madeAs({ charge: charge.charge_ref, reason }))
      return forgive(user, subscription, { chargeRef: charge.charge_ref, reason })
    })
  },
  refund: (ctx, { order_ref }, _, tale) => refundNewest(adminOf(ctx, tale), order_ref),
  deduct: (ctx, { order_ref, currency }, _, tale) =>
    audited(userOf(ctx, tale), 'subscription.deduct', (user) =>
      createDeduction(user, {
        subscription_order_ref: order_ref,
        amount: BigInt(1_500 + 100 * Math.floor(90 * tale.chance.next())),
        currency,
        merchant_order_ref: `REP-${String(10_000 + Math.floor(90_000 * tale.chance.next()))}`,
        description: tale.chance.one(repairs),
      }),
    ),
  expire: (ctx, { order_ref }) => subscriptionPayable.expire(ctx, order_ref),
}
const reasons = ['I don’t use it enough', 'Too expensive', 'I found another', '']
const repairs = ['New zip', 'Sole glued', 'Patch and seam sealing', 'Tent pole']

const paused = (ctx: Ctx, subscription: SubscriptionRow, until: Date | null) =>
  audited(ctx, 'subscription.pause', (user) => {
    user.auditSubject(subscription.order_ref, changesFrom({ paused: false, until: null }, { paused: true, until }))
    return pause(user, subscription, until)
  })

async function refundNewest(ctx: Ctx, ref: string): Promise<void> {
  const payment = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('source_ref', '=', ref)
    .where('status', '=', 'Success')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!payment) return
  const wish = { orderRef: payment.order_ref, reason: 'duplicate', note: '', type: 'full' as const }
  const refundId = await startRefund(ctx, wish)
  await endRefund(ctx.with({ now: later(ctx.now, 60) }), refundId, { end: 'succeed', providerRef: `ref_${refundId}` })
}

export const later = (at: Date, seconds: number) => new Date(at.getTime() + 1_000 * seconds)
