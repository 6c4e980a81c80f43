import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { country, currency, entity, environment, money, record, text, timestamp } from './kit/wire.ts'
import { declineReasons } from './declines.ts'
import { limits } from './limits.ts'
import { payMethodSources } from './merchants.ts'
import { offeredMethods } from './methods.ts'
import { paymentStates } from './payment-states.ts'

/** Why routing chose a channel: by a rule, or without one. */
export const routingReasons = [
  /** The first of the rule's channels that can take the payment. */
  'rank',
  /** Drawn by weight among channels of the same rank. */
  'weight',
  /** By the default rule, as no other rule had a channel left. */
  'default',
  /** No rule had a channel left: the default channel of the way to pay, or the first by key. */
  'order',
  /** The shopper's page was made for this channel. */
  'page',
  /** Every other channel was left or rests. */
  'last',
] as const
export type RoutingReason = (typeof routingReasons)[number]

/** Why routing passed a channel of a rule over. */
export const skipReasons = [
  /** The channel is not enabled, or no longer connected. */
  'disabled',
  /** The rule does not use it at present. */
  'switched_off',
  /** It only reconciles. */
  'external',
  /** It does not take this way to pay. */
  'way',
  'country',
  'currency',
  /** The amount is outside its bounds. */
  'amount',
  /** It failed too often by the provider's fault. */
  'resting',
  /** An earlier attempt at it failed by the provider's fault. */
  'left',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Why an attempt was left: empty while it is under way and when it paid. */
export const leftReasons = ['', 'provider_fault', 'declined', 'expired'] as const

const hour = (most: number) => z.int().min(0, { error: 'too_small' }).max(most, { error: 'too_big' })
const conditions = {
  currencies: z.array(currency).min(1, { error: 'required' }).max(50).optional(),
  /** The countries of orders, ISO 3166-1 alpha-2. */
  countries: z.array(country).min(1, { error: 'required' }).max(250).optional(),
  methods: z
    .array(
      z.strictObject({
        type: z.enum(offeredMethods),
        /** Absent or empty for every sub-type of the method. */
        sub_type: text(40, 0).optional(),
      }),
    )
    .min(1, { error: 'required' })
    .max(100)
    .optional(),
  sources: z.array(z.enum(payMethodSources)).min(1, { error: 'required' }).max(10).optional(),
  /** ISO 8601: 1 is Monday, 7 is Sunday, in the merchant's time zone. */
  weekdays: z
    .array(z.int().min(1, { error: 'too_small' }).max(7, { error: 'too_big' }))
    .min(1, { error: 'required' })
    .max(7)
    .optional(),
  /** From this hour, in the merchant's time zone. */
  from_hour: hour(23).optional(),
  /** Until this hour. An hour before `from_hour` is of the next day, and belongs to the weekday on which the stretch began. */
  to_hour: hour(24).optional(),
}
const bounds = {
  min: money('currency', { min: 'zero' }).nullable(),
  max: money('currency', { min: 'zero' }).nullable(),
}

/** All conditions that are given have to hold; a rule without any is for every order. */
const Conditions = z.strictObject({
  ...conditions,
  /** Orders in another currency than these do not fit. Bounds are inclusive; absent or null for none. */
  amount: z
    .array(record({ currency, min: bounds.min.optional(), max: bounds.max.optional() }))
    .min(1, { error: 'required' })
    .max(50)
    .optional(),
})
const ShownConditions = z.object({ ...conditions, amount: z.array(entity({ currency, ...bounds })).optional() })

const channel = {
  channel_key: text(64).meta({ examples: ['SIMULATOR'] }),
  /** The method for which the rule uses the channel; empty for each. */
  method_key: z.union([z.enum(offeredMethods), z.literal('')]),
  /** Channels are tried from the lowest rank to the highest. */
  rank: z.int().min(1, { error: 'too_small' }).max(100, { error: 'too_big' }),
  /** The share of the orders among channels of the same rank; 0 only when no other of them can take the payment. */
  weight: z.int().min(0, { error: 'too_small' }).max(limits.routingWeight, { error: 'too_big' }),
  is_enabled: z.boolean(),
}
const RuleChannel = z.strictObject({
  ...channel,
  method_key: channel.method_key.optional(),
  weight: channel.weight.optional(),
  is_enabled: z.boolean().optional(),
})

const rule = {
  name: text(80),
  conditions: Conditions.optional(),
  channels: z.array(RuleChannel).min(1, { error: 'required' }).max(limits.routingChannels, { error: 'too_long' }),
  /** By default true. */
  is_enabled: z.boolean().optional(),
  /** Rules are tried from the lowest position to the highest, the older first where two are the same. By default the last. */
  position: z.int().min(0, { error: 'too_small' }).max(1_000, { error: 'too_big' }).optional(),
  environment: environment.optional(),
}
const routingRef = ref('routingRule')
/** The revision of the rule that the sender has seen. */
const revision = z
  .int()
  .min(1, { error: 'too_small' })
  .meta({ examples: [1] })

export const RoutingRule = z.object({
  routing_ref: z.string(),
  name: z.string(),
  conditions: ShownConditions,
  channels: z.array(z.object(channel)),
  is_enabled: z.boolean(),
  /** The rule for orders for which no other rule has a channel left. */
  is_default: z.boolean(),
  position: z.int(),
  /** The version of the rule; each change makes the next one. */
  revision: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type RoutingRule = z.input<typeof RoutingRule>

/** The routing rules in the order in which they are tried, the default rule last. */
export const listRoutes = call({
  at: 'GET /merchants/txn-router/{key}/routes',
  params: { key: merchantRef() },
  answer: content(z.object({ data: z.array(RoutingRule) })),
  access: 'paymentChannels',
})

/** Makes a routing rule. `tooMany` beyond 100 rules. */
export const createRoute = call({
  at: 'POST /merchants/txn-router/create',
  body: record({ ...rule, ...merchantKeyFields }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['tooMany'],
  audit: 'route.create',
  notice: 'Routing rule created',
  onFailure: 'inline',
})

/** Replaces a routing rule. Payments that were routed before keep the version by which they were. */
export const updateRoute = call({
  at: 'PUT /merchants/txn-router/{key}/update/{routing_ref}',
  params: { key: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({ ...rule, revision }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile'],
  audit: 'route.update',
  notice: 'Routing rule saved',
  onFailure: 'inline',
})

/** Deletes a routing rule. `wrongState` for the default rule. */
export const deleteRoute = call({
  at: 'PUT /merchants/txn-router/{key}/delete/{routing_ref}',
  params: { key: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({ revision, environment: environment.optional() }),
  answer: nothing,
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  audit: 'route.delete',
  notice: 'Routing rule deleted',
  onFailure: 'inline',
})

/** Makes a rule the default rule, in place of the one that was. */
export const makeRouteDefault = call({
  at: 'PUT /merchants/txn-router/{key}/default/{routing_ref}',
  params: { key: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({ revision, environment: environment.optional() }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile'],
  audit: 'route.default',
  notice: 'Default rule changed',
  onFailure: 'inline',
})

const RoutedAttempt = z.object({
  order_ref: z.string(),
  channel_key: z.string(),
  channel_name: z.string(),
  status: z.enum(paymentStates.states),
  /** `declines.ts`, or empty. */
  status_reason: z.union([z.enum(declineReasons), z.literal('')]),
  /** The rank of the channel in the rule; 0 without a rule. */
  rank: z.int(),
  /** The rule that chose the channel, and its version; empty and 0 without one. */
  routing_ref: z.string(),
  rule_name: z.string(),
  rule_version: z.int(),
  /** Empty for attempts from before routing. */
  why_chosen: z.union([z.enum(routingReasons), z.literal('')]),
  why_left: z.enum(leftReasons),
  /** Channels of the rule that were passed over. */
  skipped: z.array(z.object({ channel_key: z.string(), why: z.enum(skipReasons) })),
  /** The attempt that failed by the provider's fault before this one, and the one that followed it; empty without. */
  failover_from: z.string(),
  failover_next: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type RoutedAttempt = z.input<typeof RoutedAttempt>

/** How the attempts of a payment's order were routed, the first attempt first, with the versions of the rules that did it. */
export const readFailover = call({
  at: 'GET /merchants/txn-router/failover/{key}/get-txn-details/{ref}',
  params: { key: merchantRef(), ref: ref('payment') },
  answer: content(
    z.object({
      merchant_order_ref: z.string(),
      attempts: z.array(RoutedAttempt),
      rules: z.array(
        z.object({
          routing_ref: z.string(),
          version: z.int(),
          name: z.string(),
          conditions: ShownConditions,
          channels: z.array(z.object(channel)),
        }),
      ),
    }),
  ),
  access: 'transactionDetails',
  faults: ['notFound'],
})
