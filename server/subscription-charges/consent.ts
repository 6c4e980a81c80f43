import type { OfferedMethod } from '#contract/methods.ts'
import { amountText } from '#contract/kit/money.ts'
import { periodWords } from '#contract/subscription-periods.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { keepMandate, type MandateRow } from '#server/subscription-store/mandates.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

const texts = textsOf('checkout')
/** Raised when the texts change in what they say, so that what was agreed to can be told. */
export const consentVersion = 1

/** What the customer agrees to: who may charge how much, how often and until when, as the page shows it. */
export async function consentText(ctx: Ctx, subscription: SubscriptionRow, language: Language): Promise<string> {
  const { brand_name, name } = await merchantOf(ctx)
  const { currency, frequency, period, max_minor } = subscription
  const { consent } = texts[language].page
  const amount = (minor: bigint) => `${amountText(minor, currency, language)} ${currency}`
  const merchant = brand_name || name
  if (period === null || frequency === null)
    return max_minor === null
      ? filled(consent.onDemand, { merchant })
      : filled(consent.onDemandUpTo, { merchant, amount: amount(max_minor) })
  const words = consent[periodWords[period]]
  const rhythm = filled(frequency === 1 ? words.one : words.several, { count: String(frequency) })
  const text = filled(consent.regular, { merchant, amount: amount(recurringMinor(subscription)), rhythm })
  const count = subscription.recurrance_count
  return count === null ? text : `${text} ${filled(consent.count, { count: String(count) })}`
}

const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

interface Agreed {
  /** The key of the set-up at the provider, where it comes with a payment; its own reference otherwise. */
  paymentRef?: string
  channelKey: string
  channelToken: string | null
  method: OfferedMethod
  subType: string
  details: MethodDetails
  language: Language
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
  return mandate
}
