import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Language } from '#i18n/languages.ts'
import { dateText } from '#i18n/moment.ts'
import { brandName } from '#checkout/card-brands.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payAddress } from '#server/payables/payable.ts'
import { creditsLeft, findCharge, type ChargeRow } from '#server/subscription-store/charges.ts'
import { findMandate, type MandateRow } from '#server/subscription-store/mandates.ts'
import type { PlannedMessage } from '#server/subscription-store/messages.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import type { Recurrence } from '#server/subscription-store/terms.ts'
import { upcomingOf } from '#server/subscription-store/upcoming.ts'
import { readChange, readPaymentAmount } from './queries.ts'
import { issueManageLink } from './manage-link.ts'

/** What a message says. Amounts are in minor units of `currency`. */
export interface Told {
  language: Language
  /** The customer's. */
  timeZone: string
  environment: Environment
  /** The time of its test clock, else null. */
  simulatedAt: Date | null
  merchant: string
  customer: string
  /** What is subscribed to. */
  plan: string
  currency: Currency
  recurrence: Recurrence | null
  /** The most of one charge on demand. */
  mostMinor: bigint | null
  /** The method by which it is paid, as it may be shown; empty without one. */
  method: string
  /** The last day on which it is good, in words; empty without one. */
  methodUntil: string
  next: { at: Date; minor: bigint } | null
  /** The page of the customer, and the link to what they may do there. */
  address: string
  manage: string
  linkUntil: Date
  pausedUntil: Date | null
  endReason: string
  charge: ChargeRow | null
  /** The payment that it is about, and where its receipt is; empty without one. */
  payment: { ref: string; minor: bigint; receipt: string } | null
  /** Of a change of what is paid. */
  change: { old: Recurrence; new: Recurrence; at: Date | null } | null
  facts: Readonly<Record<string, string>>
}

/** Reads what a message says, and makes its link. @param then by the subscription's own time. */
export async function readTold(
  ctx: Ctx,
  then: Ctx,
  subscription: SubscriptionRow,
  { facts }: PlannedMessage,
): Promise<Told> {
  const { order_ref: ref, currency } = subscription
  const [merchant, mandate, credits, charge, payment, change] = await Promise.all([
    merchantOf(ctx),
    subscription.mandate_ref ? findMandate(ctx, subscription.mandate_ref) : undefined,
    creditsLeft(ctx, subscription),
    facts['charge_ref'] ? findCharge(ctx, facts['charge_ref']) : undefined,
    facts['order_ref'] ? readPaymentAmount(ctx, facts['order_ref']) : undefined,
    facts['change_id'] ? readChange(ctx, ref, facts['change_id']) : undefined,
  ])
  const language = mandate?.language ?? subscription.language
  const [next] = upcomingOf(subscription, credits)
  return {
    language,
    timeZone: subscription.customer_time_zone,
    environment: ctx.owner.environment,
    simulatedAt: subscription.clock_ref ? then.now : null,
    merchant: merchant.brand_name || merchant.name,
    customer: subscription.customer_name,
    plan: subscription.description || subscription.price_name || subscription.merchant_order_ref,
    currency,
    recurrence: recurrenceOf(subscription),
    mostMinor: subscription.max_minor,
    method: mandate ? methodName(mandate) : '',
    methodUntil: mandate ? lastDayText(mandate, language) : '',
    next: next && !subscription.paused_at ? { at: next.at, minor: next.toPayMinor } : null,
    address: payAddress(ctx, charge?.charge_ref ?? ref),
    manage: issueManageLink(ctx, ref, language),
    linkUntil: subscription.expires_at,
    pausedUntil: subscription.paused_until,
    endReason: subscription.end_reason,
    charge: charge ?? null,
    payment: payment
      ? {
          ref: payment.order_ref,
          minor: payment.amount_minor,
          receipt: `${payAddress(ctx, payment.payable_ref)}/receipts/${payment.order_ref}?lang=${language}`,
        }
      : null,
    change: change ? changeOf(change, subscription) : null,
    facts,
  }
}

const recurrenceOf = (subscription: SubscriptionRow): Recurrence | null => {
  const { currency, frequency, period } = subscription
  return frequency === null || period === null
    ? null
    : { minor: recurringMinor(subscription), currency, frequency, period }
}

/** What the customer knows their method by: 'Visa •••• 4242'. */
export const methodName = ({ brand, masked }: Pick<MandateRow, 'brand' | 'masked'>): string =>
  brand ? `${brandName(brand)} •••• ${masked.slice(-4)}` : masked

/** The last day on which a method is good, as it may be read off a card: its end is the moment by which that day is over everywhere. */
export const lastDayText = ({ expires_at }: Pick<MandateRow, 'expires_at'>, language: Language): string =>
  expires_at ? dateText(new Date(expires_at.getTime() - 86_400_000), language, 'UTC') : ''

type Change = NonNullable<Awaited<ReturnType<typeof readChange>>>

const changeOf = (change: Change, { currency, next_due_at }: SubscriptionRow): Told['change'] => ({
  old: {
    minor: change.old_unit_minor * BigInt(change.old_quantity),
    currency,
    frequency: change.old_frequency,
    period: change.old_period,
  },
  new: {
    minor: change.unit_minor * BigInt(change.quantity),
    currency,
    frequency: change.frequency,
    period: change.period,
  },
  at: change.state === 'scheduled' ? next_due_at : null,
})
