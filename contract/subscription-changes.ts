import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, timestamp } from './kit/wire.ts'
import { languageTags } from '#i18n/languages.ts'
import { Subscription } from './subscription-answers.ts'
import { ChargeLineRow, UpcomingCharge } from './subscription-parts.ts'
import { calendarRule } from './subscription-periods.ts'
import { retryRules } from './subscription-retries.ts'

/** What a merchant does with a subscription that goes on: changes, pauses, tries, forgiveness. */

const of = { params: { ref: ref('subscription') }, access: 'subscriptions' } as const
const changed = { ...of, answer: content(Subscription) } as const
const inEnvironment = { environment: environment.optional() }

const change = record({
  ...inEnvironment,
  /** Another price of the same currency; absent: the one that it has. */
  price_order_ref: ref('price').optional(),
  quantity: z.number({ error: 'not_a_number' }).optional(),
  when: z.enum(['now', 'at_next_period']).optional(),
})
const amount = money('currency', { min: 'zero' })

/** What a change comes to: nothing is changed. */
export const previewSubscriptionChange = call({
  at: 'POST /api/subscriptions/{ref}/preview-change',
  ...of,
  body: change,
  answer: content(
    entity({
      old_amount: amount,
      new_amount: amount,
      /** Of the moment: what is taken now, or becomes credit. */
      lines: z.array(ChargeLineRow),
      to_pay: amount,
      to_credit: amount,
      remaining_seconds: z.number(),
      period_seconds: z.number(),
      /** Another rhythm begins a new period now. */
      new_period: z.boolean(),
      rule: calendarRule,
      upcoming: z.array(UpcomingCharge),
      currency,
    }),
  ),
  faults: ['subscriptionUnknown', 'priceUnknown', 'invalidQuantity', 'wrongState', 'inFlight'],
  repeat: 'safe',
  onFailure: 'log',
})

/**
 * Changes price or quantity, now or with the next period. What is more to pay is charged first, and the change happens only when that
 * is paid; what is less is credit for charges to come.
 */
export const changeSubscription = call({
  at: 'POST /api/subscriptions/{ref}/change',
  ...changed,
  body: change,
  faults: ['subscriptionUnknown', 'priceUnknown', 'invalidQuantity', 'wrongState', 'inFlight'],
  repeat: 'required',
  audit: 'subscription.change',
  onFailure: 'inline',
})

/** Takes back a change that is scheduled for the next period. */
export const cancelSubscriptionChange = call({
  at: 'DELETE /api/subscriptions/{ref}/change',
  ...changed,
  faults: ['subscriptionUnknown', 'wrongState'],
  audit: 'subscription.cancel-change',
})

/** Charges and counts nothing until it is resumed, or until a moment. The anchor stays. */
export const pauseSubscription = call({
  at: 'POST /api/subscriptions/{ref}/pause',
  ...changed,
  body: z.strictObject({ ...inEnvironment, until: timestamp.optional() }),
  faults: ['subscriptionUnknown', 'wrongState'],
  repeat: 'safe',
  audit: 'subscription.pause',
})

/** Ends a pause. What was due before it is tried once; nothing else is charged before the next boundary. */
export const resumeSubscription = call({
  at: 'POST /api/subscriptions/{ref}/resume',
  ...changed,
  body: z.strictObject(inEnvironment),
  faults: ['subscriptionUnknown', 'wrongState'],
  repeat: 'safe',
  audit: 'subscription.resume',
})

/** Takes back a cancel at the period's end. */
export const keepSubscription = call({
  at: 'POST /api/subscriptions/{ref}/keep',
  ...changed,
  body: z.strictObject(inEnvironment),
  faults: ['subscriptionUnknown', 'wrongState'],
  repeat: 'safe',
  audit: 'subscription.keep',
})

/** Charges what is due and unpaid now. */
export const retrySubscription = call({
  at: 'POST /api/subscriptions/{ref}/retry',
  ...changed,
  body: z.strictObject(inEnvironment),
  faults: ['subscriptionUnknown', 'wrongState', 'inFlight'],
  repeat: 'required',
  audit: 'subscription.retry',
})

/** A one-time link by which the customer changes the method; sent by mail where `send` says so. */
export const linkToSubscriptionMethod = call({
  at: 'POST /api/subscriptions/{ref}/method-link',
  ...of,
  body: z.strictObject({ ...inEnvironment, send: z.boolean().optional(), language: z.enum(languageTags).optional() }),
  answer: content(z.object({ link: z.string(), valid_until: timestamp, sent_to: z.string() })),
  faults: ['subscriptionUnknown', 'wrongState', 'recipientMissing'],
  repeat: 'required',
  audit: 'subscription.method-link',
})

/** Lets a charge that is due and unpaid be: it is never charged, and its period counts as written off. */
export const forgiveSubscriptionCharge = call({
  at: 'POST /api/subscriptions/{ref}/forgive',
  ...changed,
  body: z.strictObject({ ...inEnvironment, charge_ref: ref('subscriptionCharge'), reason: optionalText(200) }),
  faults: ['subscriptionUnknown', 'notFound', 'wrongState', 'inFlight'],
  repeat: 'safe',
  audit: 'subscription.forgive',
})

const RetryRulesAnswer = z.object({ ...retryRules.shape, revision: z.number() })
/** When declined charges are tried again. */
export const readRetryRules = call({
  at: 'GET /api/subscriptions/{id}/retry-rules',
  params: { id: merchantRef() },
  query: z.strictObject(inEnvironment),
  answer: content(RetryRulesAnswer),
  access: 'subscriptions',
})

/** Charges that wait for a next try keep the one that they have. `changedMeanwhile` for another revision than the latest. */
export const saveRetryRules = call({
  at: 'PUT /api/subscriptions/{id}/retry-rules',
  params: { id: merchantRef() },
  body: z.strictObject({ ...inEnvironment, ...retryRules.shape, revision: z.int().min(0) }),
  answer: content(RetryRulesAnswer),
  access: 'subscriptions',
  faults: ['changedMeanwhile'],
  audit: 'subscription-settings.update',
  onFailure: 'inline',
})
