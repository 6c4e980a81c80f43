import type { DeclineReason } from '#contract/declines.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { wayOf, type OfferedMethod, type Way } from '#contract/methods.ts'
import { atChannel } from '#server/channels/at-channel.ts'
import { readChannelWays, rowsOf, waysFor } from '#server/channels/ways.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { mayAttempt, type LockedPayable } from '#server/payables/payable.ts'
import { chooseRoute } from '#server/routing/choose.ts'
import { readRouting, routingOf } from '#server/routing/read.ts'
import { noteFault, providerFault } from '#server/routing/rests.ts'
import { placeOf } from '#server/routing/route.ts'
import { attemptsSoFar } from './attempts.ts'
import { expiryOf, insertPayment, type NewPayment } from './insert.ts'
import { lockToEnd, recordChange } from './lock.ts'
import type { LockedPayment } from './for-channel.ts'
import { canMove, movePayment } from './queries.ts'

/**
 * Ends a payment that its provider certainly did not take, by a fault of its own, and begins the next attempt at another
 * channel, both in the caller's transaction and under the payable's lock. Returns the reference of the next attempt, which the
 * caller has to have settled; undefined where none began.
 */
export async function endUnavailable(ctx: Ctx, orderRef: string, providerText: string): Promise<string | undefined> {
  const locked = await lockToEnd(ctx, orderRef)
  if (!locked || !canMove(locked.payment, 'decline')) return undefined
  const { payment, payable } = locked
  // The reservation of this attempt is free before the next one reserves.
  if (payable) await payable.of.end(ctx, payable.standing, payment)
  const next = payable && (await nextAttempt(ctx, payment, payable))
  const reason: DeclineReason = providerFault
  movePayment(ctx, payment, 'decline', {
    status_reason: reason,
    channel_text: providerText.slice(0, 300),
    failover_next: next?.payment.orderRef ?? '',
  })
  if (payable && next) {
    insertPayment(next.ctx, next.payment)
    addTimelineEntry(ctx, 'payment', next.payment.orderRef, 'initiated')
    addTimelineEntry(ctx, payable.of.objectType, payable.standing.ref, 'attempt_initiated', {
      order_ref: next.payment.orderRef,
    })
  }
  await recordChange(ctx, locked, 'declined', { reason })
  await restChannel(ctx, payment)
  return next?.payment.orderRef
}

/** The channel rests when it fails too often; people are told of the first rest. */
async function restChannel(ctx: Ctx, payment: LockedPayment): Promise<void> {
  const [type, subType] = [payment.payment_method as OfferedMethod, payment.payment_sub_type]
  const times = await noteFault(ctx, {
    channelKey: payment.channel_key,
    type,
    subType,
    tried: payment.tries_channel,
  })
  if (times !== 1) return
  await notify(ctx, 'channel_resting', { channel: payment.channel_key, order_ref: payment.order_ref })
}

/**
 * The attempt that follows by itself: the same way to pay, without a card, while the shopper still waits. Null where the order
 * takes no further attempt, or no channel that works is left.
 */
async function nextAttempt(
  ctx: Ctx,
  failed: LockedPayment,
  { of, standing: { ref } }: LockedPayable,
): Promise<{ ctx: Ctx; payment: NewPayment } | null> {
  const [type, subType] = [failed.payment_method as OfferedMethod, failed.payment_sub_type]
  const way = wayOf(type, subType)
  if (!way || failed.cancel_asked_at) return null
  const payable = { kind: of.kind, ref }
  const [standing, attempts, chain, shopper, rows, routing] = await Promise.all([
    // What the payable is like without the failed attempt.
    of.lock(ctx, ref),
    attemptsSoFar(ctx, payable),
    listChain(ctx, failed),
    readShopper(ctx, failed.order_ref),
    readChannelWays(ctx),
    readRouting(ctx),
  ])
  const failedAt = rows.find(({ channel_key }) => channel_key === failed.channel_key)
  if (asksCard(way, failedAt?.catalogue_key ?? '')) return null
  if (!standing || !shopper || !mayAttempt(standing, ctx.now)) return null
  // A mandate is one channel's.
  if (standing.recurring) return null
  if (!attempts.active || attempts.count >= limits.attempts || isOver(chain, ctx.now)) return null
  const { country, currency, recurring, channels } = standing
  const payment = { country, currency, recurring, channels, amountMinor: failed.amount_minor }
  const offered = waysFor(rowsOf(rows, standing), payment).find((one) => one.type === type && one.subType === subType)
  if (!offered) return null
  const left = new Set([...attempts.left, placeOf(way, failed.channel_key)])
  const order = { ...standing, amountMinor: failed.amount_minor, source: shopper.source, left }
  // The shopper is asked nothing more: a channel that needs a card, or has not the chosen bank or months, cannot follow.
  const takers = offered.takers.map((taker) => {
    const { banks } = atChannel(way, taker.catalogueKey)
    const { bank = '', plan_months: months } = failed.method_details
    const asksMore =
      asksCard(way, taker.catalogueKey) ||
      (banks && !Object.hasOwn(banks, bank)) ||
      (months !== undefined && !taker.planMonths.includes(months))
    return asksMore ? { ...taker, unfit: taker.unfit ?? ('way' as const) } : taker
  })
  if (takers.every(({ unfit }) => unfit !== null)) return null
  const route = await chooseRoute(ctx, routingOf(routing, standing), order, { ...offered, takers })
  if (route.reason === 'last') return null

  const orderRef = newReference(ctx.now)
  const begun = await begunAt(() => of.begin(ctx, standing, { orderRef, amountMinor: failed.amount_minor }))
  if (!begun) return null
  const { action: _, payer: _payer, authentication: _auth, refused_funds: _funds, ...details } = failed.method_details
  return {
    // The shopper is the one who began the failed attempt, and not the worker that ended it.
    ctx: ctx.with({ client: { ...ctx.client, address: shopper.shopper_ip, userAgent: shopper.device_info } }),
    payment: {
      orderRef,
      payable: { ...payable, part: begun.part, sourceRef: standing.sourceRef },
      merchantOrderRef: standing.merchantOrderRef,
      amountMinor: begun.amountMinor,
      currency,
      country,
      method: type,
      subType,
      follows: true,
      details,
      expiresAt: expiryOf(way, standing.expiresAt, ctx.now),
      channelKey: route.channelKey,
      channelToken: null,
      shopper: {
        name: failed.shopper_name,
        email: failed.shopper_email,
        gaveEmail: failed.shopper_gave_email,
        phone: shopper.shopper_phone,
        address: shopper.shopper_address,
      },
      confirms: attempts.confirms,
      ...(standing.authorisesOnly && { authorisesOnly: true }),
      description: failed.description,
      source: shopper.source,
      route: { ...route, failoverFrom: failed.order_ref },
    },
  }
}

const asksCard = (way: Way, catalogueKey: string): boolean => atChannel(way, catalogueKey).asks.includes('card')

/** The result of `begin`; null where the payable refuses, such as for want of stock. */
async function begunAt<Begun>(begin: () => Promise<Begun>): Promise<Begun | null> {
  try {
    return await begin()
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** Whether the attempts that followed one another by themselves are enough, or the shopper has waited too long. */
const isOver = (chain: readonly Date[], now: Date): boolean =>
  chain.length > limits.failovers || now.getTime() - (chain.at(-1)?.getTime() ?? 0) > limits.failoverSeconds * 1_000

/** When a payment and those before it began, the latest first, each of which failed by the provider's fault. */
async function listChain(
  ctx: Ctx,
  { payable_ref: ref, payable_kind: kind, order_ref }: LockedPayment,
): Promise<Date[]> {
  const rows = await ctx.own
    .select('payments')
    .select(['order_ref', 'failover_from', 'created_at'])
    .where('payable_ref', '=', ref)
    .where('payable_kind', '=', kind)
    .limit(limits.attempts)
    .execute()
  const began: Date[] = []
  for (let at = order_ref; at !== '';) {
    const row = rows.find((one) => one.order_ref === at)
    if (!row || began.length > limits.attempts) break
    began.push(row.created_at)
    at = row.failover_from
  }
  return began
}

const readShopper = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payments')
    .select(['shopper_phone', 'shopper_address', 'shopper_ip', 'device_info', 'source'])
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
