import type { OfferedMethod } from '#contract/methods.ts'
import { amountWithCode } from '#checkout/amount.ts'
import { paymentsWords } from '#i18n/calendar-words.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { keepMandate, type MandateRow } from '#server/subscription-store/mandates.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { recurrenceWords } from '#server/subscription-store/terms.ts'

const texts = textsOf('checkout')
const calendarTexts = textsOf('calendar')
/** Raised when the texts change in what they say, so that what was agreed to can be told. */
export const consentVersion = 1

/** What the customer agrees to: who may charge how much, how often and until when, as the page shows it. */
export async function consentText(ctx: Ctx, subscription: SubscriptionRow, language: Language): Promise<string> {
  const { brand_name, name } = await merchantOf(ctx)
  const { currency, frequency, period, max_minor, recurrance_count: count, additional_cost_minor: costs } = subscription
  const { consent } = texts[language].page
  const merchant = brand_name || name
  const amountOf = (minor: bigint) => amountWithCode(minor, currency, language)
  if (period === null || frequency === null)
    return max_minor === null
      ? fill(consent.onDemand, { merchant })
      : fill(consent.onDemandUpTo, { merchant, amount: amountOf(max_minor) })
  const terms = recurrenceWords({ minor: recurringMinor(subscription), currency, frequency, period }, language)
  return [
    fill(consent.regular, { merchant, terms }),
    ...(costs > 0n && !subscription.costs_charged ? [fill(consent.costs, { amount: amountOf(costs) })] : []),
    ...(count === null
      ? []
      : [fill(consent.end, { payments: paymentsWords(count, { language, texts: calendarTexts[language] }) })]),
  ].join(' ')
}

interface Agreed {
  /** The key of the set-up at the provider, where it comes with a payment; its own reference otherwise. */
  paymentRef?: string
  channelKey: string
  channelToken: string | null
  method: OfferedMethod
  subType: string
  details: MethodDetails
  language: Language
  /** The address that the customer gave; empty for none. */
  email: string
}

/** Writes down what a customer agreed to, when and from where, and that a mandate for it is asked for. */
export async function agree(ctx: Ctx, subscription: SubscriptionRow, agreed: Agreed): Promise<MandateRow> {
  const mandateRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const mandate: MandateRow = {
    mandate_ref: mandateRef,
    order_ref: subscription.order_ref,
    state: 'requested',
    channel_key: agreed.channelKey,
    method: agreed.method,
    method_sub_type: agreed.subType,
    provider_key: agreed.paymentRef ?? mandateRef,
    provider_ref: '',
    method_details: agreed.details,
    masked: '',
    brand: '',
    expires_at: null,
    consent: await consentText(ctx, subscription, agreed.language),
    language: agreed.language,
    consent_version: consentVersion,
    ip_address: ctx.client.address,
    user_agent: ctx.client.userAgent.slice(0, 300),
    agreed_at: ctx.now,
    asked_at: null,
    activated_at: null,
    ended_at: null,
    end_reason: '',
    revocation: '',
    updated_at: ctx.now,
  }
  keepMandate(ctx, mandate, agreed.channelToken)
  // By mail the customer sees to it later; what the merchant knows stays.
  const { email } = agreed
  if (email && !subscription.email) changeSubscription(ctx, subscription, { email, email_lower: email.toLowerCase() })
  return mandate
}
