import type { DeclineReason } from '#contract/declines.ts'
import type { Language } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { applyOutcome } from '#server/payments/apply-outcome.ts'
import { insertPayment } from '#server/payments/insert.ts'
import type { PastEffect, PastGrant } from '#server/providers/simulator/past.ts'
import { attemptBegun } from '#server/subscription-charges/attempts.ts'
import { agree } from '#server/subscription-charges/consent.ts'
import { applyMandate } from '#server/subscription-charges/mandate-outcome.ts'
import { findMandate } from '#server/subscription-store/mandates.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'
import { subscriptionPayable } from '#server/subscriptions/payable.ts'
import type { Chance } from './chance.ts'

/** What the customer agreed to pay with, and what the provider is to know of it at the end. */
export interface Means {
  method: 'SUBSCRIPTION_CARD' | 'SUBSCRIPTION_DIRECT_DEBIT'
  subType: string
  language: Language
}
const channelKey = 'SIMULATOR'

/** Sets a subscription up with its first payment, as its customer does on the page. */
export async function setUpPaid(
  ctx: Ctx,
  ref: string,
  means: Means,
  past: PastEffect[],
  chance: Chance,
): Promise<void> {
  const subscription = await existingSubscription(ctx, ref, { lock: true })
  const standing = await subscriptionPayable.read(ctx, ref)
  if (!standing) throw new Error(`no subscription ${ref}`)
  const { amountMinor, currency, country, merchantOrderRef, shopper, description } = standing
  const orderRef = newReference(ctx.now, chance.bytes(16))
  const { method, subType } = means
  insertPayment(ctx, {
    orderRef,
    payable: { kind: 'subscription', ref, part: 0, sourceRef: ref },
    merchantOrderRef,
    amountMinor,
    currency,
    country,
    channelKey,
    channelToken: null,
    method,
    subType,
    details: {},
    expiresAt: new Date(ctx.now.getTime() + 1_800_000),
    shopper: { ...shopper, gaveEmail: false },
    description,
    source: 'subscription',
    confirms: false,
  })
  addTimelineEntry(ctx, 'payment', orderRef, 'initiated')
  addTimelineEntry(ctx, 'subscription', ref, 'attempt_initiated', { order_ref: orderRef })
  await attemptBegun(ctx, subscription, { orderRef, channelKey, ...means, email: '' })
  const then = ctx.with({ now: new Date(ctx.now.getTime() + 4_000) })
  const grant = grantOf(then, means, orderRef, chance)
  const card = cardOf(grant)
  const providerRef = `pay_${orderRef}`
  await applyOutcome(then, orderRef, { kind: 'captured', providerRef, mandate: grant, ...(card && { card }) })
  past.push({ key: orderRef, ref: providerRef, at: then.now, amountMinor, currency, card, mandate: { grant } })
}

/** Has the customer agree to a mandate without money: for a trial, a start to come, or another method. */
export async function agreeOnly(
  ctx: Ctx,
  ref: string,
  means: Means,
  past: PastEffect[],
  chance: Chance,
): Promise<void> {
  const subscription = await existingSubscription(ctx, ref, { lock: true })
  const { method, subType, language } = means
  const asked = { channelKey, channelToken: null, method, subType, details: {}, language, email: '' }
  const { mandate_ref: key } = await agree(ctx, subscription, asked)
  addTimelineEntry(ctx, 'subscription', ref, 'mandate_asked')
  const then = ctx.with({ now: new Date(ctx.now.getTime() + 4_000) })
  const grant = grantOf(then, means, key, chance)
  await applyMandate(then, key, { kind: 'active', providerRef: `mdt_${key}`, mandate: grant })
  const { currency } = subscription
  past.push({ key, ref: `mdt_${key}`, at: then.now, currency, method: { type: method, sub_type: subType }, grant })
}

/** A payment by a mandate that waits for the provider's word. */
export interface Waiting {
  order_ref: string
  amount_minor: bigint
  mandate_ref: string
  charge_ref: string
}

export const waitingOf = (ctx: Ctx, ref: string): Promise<Waiting[]> =>
  ctx.own
    .select('payments')
    .select(['order_ref', 'amount_minor', 'mandate_ref', 'payable_ref as charge_ref'])
    .where('source_ref', '=', ref)
    .where('payable_kind', '=', 'subscription_charge')
    .where('status', '=', 'Initiated')
    .execute()

/** Tells what became of a try. */
export async function endTry(
  ctx: Ctx,
  { order_ref: orderRef, amount_minor: amountMinor, mandate_ref }: Waiting,
  declined: DeclineReason | null,
  past: PastEffect[],
): Promise<void> {
  const mandate = await findMandate(ctx, mandate_ref)
  if (!mandate) throw new Error(`a try without a mandate: ${orderRef}`)
  const card = cardOf(mandate)
  const facts = { providerRef: `pay_${orderRef}`, ...(card && { card }) }
  if (declined) {
    await applyOutcome(ctx, orderRef, { kind: 'declined', reason: declined, providerText: '', ...facts })
    return
  }
  await applyOutcome(ctx, orderRef, { kind: 'captured', ...facts })
  const { currency } = await existingSubscription(ctx, mandate.order_ref)
  past.push({
    key: orderRef,
    ref: facts.providerRef,
    at: ctx.now,
    amountMinor,
    currency,
    card,
    mandate: { of: mandate.provider_key },
  })
}

const cardOf = ({ masked, brand }: Pick<PastGrant, 'masked' | 'brand'>) => (brand ? { masked, brand } : null)

/** Two to four years good, and now and then not much longer. */
function grantOf({ now }: Ctx, { method }: Means, key: string, chance: Chance): PastGrant {
  const last = 1_000 + Math.floor(9_000 * chance.next())
  const months = chance.next() < 0.06 ? 14 : 24 + Math.floor(24 * chance.next())
  const token = `mtk_${key}`
  if (method === 'SUBSCRIPTION_DIRECT_DEBIT')
    return { token, masked: `Simulator Bank ••••${last}`, brand: '', expiresAt: null }
  const expiresAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  return { token, masked: `424242******${last}`, brand: 'visa', expiresAt }
}
