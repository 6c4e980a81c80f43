import type { ManagedView } from '#checkout/subscriptions/manage-view.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Language } from '#i18n/languages.ts'
import { dateText, momentText } from '#i18n/moment.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lastDayText, methodName } from '#server/subscription-messages/told.ts'
import { readTerms } from '#server/subscription-charges/terms.ts'
import { isOpen, listCharges, type ChargeRow } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { findMandate } from '#server/subscription-store/mandates.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { payablesOf } from './queries.ts'

type Shown = Omit<ManagedView, 'language' | 'assets' | 'merchant' | 'environment' | 'manageUrl' | 'state'>

/** What its customer sees of a subscription, with the payments of the last years. */
export async function managedView(ctx: Ctx, subscription: SubscriptionRow, language: Language): Promise<Shown> {
  const { order_ref: ref, currency, customer_time_zone: timeZone, period_end } = subscription
  const then = await inTimeOf(ctx, subscription)
  const [terms, mandate, charges] = await Promise.all([
    readTerms(ctx, subscription, { language, act: 'method' }),
    subscription.mandate_ref ? findMandate(ctx, subscription.mandate_ref) : undefined,
    listCharges(ctx, ref, paymentsShown),
  ])
  const paidFor = await payablesOf(ctx, charges)
  const on = (at: Date | null | undefined) => (at ? momentText(at, language, timeZone) : '')
  const onDay = (at: Date) => (subscription.period === 'H' ? on(at) : dateText(at, language, timeZone))
  const goesOn = isCharged(subscription)
  const periodEnd = period_end && period_end > then.now ? period_end : null
  const receiptUrl = ({ payment_ref, state }: ChargeRow): string => {
    const payable = state === 'paid' ? paidFor.get(payment_ref) : undefined
    return payable ? `/pay/${payable}/receipts/${payment_ref}?lang=${language}` : ''
  }
  return {
    status: subscription.status,
    plan: subscription.description || subscription.price_name || subscription.merchant_order_ref,
    recurrence: terms.recurrence,
    currency,
    trialUntil: subscription.in_trial ? on(subscription.anchor) : '',
    isPaused: subscription.paused_at !== null,
    pausedUntil: on(subscription.paused_until),
    endsOn: subscription.cancels_at_period_end ? on(period_end) : '',
    due: charges
      .filter((charge) => goesOn && !subscription.paused_at && isDue(charge))
      .map((charge) => ({
        minor: charge.to_pay_minor,
        payUrl: `/pay/${charge.charge_ref}?lang=${language}`,
        asks: charge.reason === asksReason,
        again: on(charge.next_try_at),
      })),
    method: mandate?.state === 'active' ? methodName(mandate) : '',
    methodExpires: mandate?.state === 'active' ? lastDayText(mandate, language) : '',
    methodUrl: goesOn ? `/pay/manage/${ref}/method?lang=${language}` : '',
    upcoming: goesOn && !subscription.paused_at ? terms.upcoming : [],
    payments: charges.map((charge) => ({
      on: onDay(charge.paid_at ?? charge.due_at),
      minor: charge.to_pay_minor,
      state: charge.state,
      receiptUrl: receiptUrl(charge),
    })),
    mayCancel: goesOn,
    periodEnd: goesOn && subscription.status === 'active' && !subscription.cancels_at_period_end ? on(periodEnd) : '',
  }
}
/** The bank wants the customer to confirm. */
const asksReason: DeclineReason = 'INVALID_CARD_3DS_ERROR'
const paymentsShown = 100

/** Tried and unpaid, and no part of a later one. */
const isDue = (charge: ChargeRow): boolean => isOpen(charge) && charge.state === 'unpaid' && charge.to_pay_minor > 0n
