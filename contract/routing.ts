import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { country, currency, environment, money, record, text, timestamp } from './kit/wire.ts'
import { declineReasons } from './declines.ts'
import { payMethodSources } from './merchants.ts'
import { offeredMethods } from './methods.ts'
import { paymentStates } from './payment-states.ts'
import { hour, rolloutArms, RoutingRule, ruleChannel, ruleFields, ShownConditions, weekday } from './routing-shapes.ts'

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
  /** The merchant has switched the way off for the order's country. */
  'country_off',
  'currency',
  /** The amount is outside its bounds. */
  'amount',
  /** It failed too often by the provider's fault, a person lets it rest, or its provider refuses the credentials. */
  'resting',
  /** An earlier attempt at it failed by the provider's fault. */
  'left',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** The conditions of a rule by what they are about. */
export const routeConditions = ['method', 'currency', 'amount', 'country', 'source', 'time'] as const
export type RouteCondition = (typeof routeConditions)[number]

/** Why an attempt was left: empty while it is under way and when it paid. */
export const leftReasons = ['', 'provider_fault', 'declined', 'expired'] as const

export const routingRef = ref('routingRule')
/** The revision of the rule that the sender has seen. */
export const revision = z
  .int()
  .min(1, { error: 'too_small' })
  .meta({ examples: [1] })

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
  body: record({ ...ruleFields, ...merchantKeyFields }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['tooMany'],
  audit: 'route.create',
  notice: 'Routing rule created',
  onFailure: 'inline',
})

/**
 * Replaces a routing rule. Payments that were routed before keep the version by which they were. `wrongState` while a version of
 * it is rolled out.
 */
export const updateRoute = call({
  at: 'PUT /merchants/txn-router/{key}/update/{routing_ref}',
  params: { key: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({ ...ruleFields, revision }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  audit: 'route.update',
  notice: 'Routing rule saved',
  onFailure: 'inline',
})

/** Deletes a routing rule. `wrongState` for the default rule, and while a version of it is rolled out. */
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

/** Makes a rule the default rule, in place of the one that was. `wrongState` while a version of either is rolled out. */
export const makeRouteDefault = call({
  at: 'PUT /merchants/txn-router/{key}/default/{routing_ref}',
  params: { key: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({ revision, environment: environment.optional() }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  audit: 'route.default',
  notice: 'Default rule changed',
  onFailure: 'inline',
})

/**
 * Moves a rule before another one, or behind all that are not the default. Rules that only make room keep their revision.
 * `wrongState` for the default rule, and while a version of the rule is rolled out.
 */
export const moveRoute = call({
  at: 'PUT /api/routing/{id}/{routing_ref}/move',
  params: { id: merchantRef(), routing_ref: routingRef },
  body: z.strictObject({
    revision,
    /** The rule before which it is tried; absent for the last place. */
    before: routingRef.optional(),
    environment: environment.optional(),
  }),
  answer: content(RoutingRule),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  audit: 'route.move',
})

/** The versions of a rule, the newest first. */
export const listRouteVersions = call({
  at: 'GET /api/routing/{id}/{routing_ref}/versions',
  params: { id: merchantRef(), routing_ref: routingRef },
  answer: content(
    z.array(
      z.object({
        version: z.int(),
        name: z.string(),
        conditions: ShownConditions,
        channels: z.array(z.object(ruleChannel)),
        is_enabled: z.boolean(),
        is_default: z.boolean(),
        /** Who saved it. */
        created_by: z.string(),
        created_at: timestamp,
      }),
    ),
  ),
  access: 'paymentChannels',
  faults: ['notFound'],
})

const triedRule = { routing_ref: z.string(), name: z.string(), is_draft: z.boolean() }

/**
 * Which channels a payment would go to, as `decide` says with the rules and rests of this moment. Nothing is kept. A draft
 * takes the place of its rule, or is a further one.
 */
export const tryRoute = call({
  at: 'POST /api/routing/{id}/try',
  params: { id: merchantRef() },
  body: record({
    amount: money(),
    currency,
    country,
    type: z.enum(offeredMethods),
    /** Empty where the method has no sub-types. */
    sub_type: text(40, 0).meta({ examples: ['INT_CREDIT_DEBIT_CARD'] }),
    source: z.enum(payMethodSources).optional(),
    /** The order among channels that share a rank is drawn by it. */
    merchant_order_ref: text(64, 0).optional(),
    /** In the merchant's time zone; both absent for this moment. */
    weekday: weekday.optional(),
    hour: hour(23).optional(),
    /** The rule that the draft replaces; absent for a new one. */
    routing_ref: routingRef.optional(),
    draft: z.strictObject(ruleFields).optional(),
    environment: environment.optional(),
  }),
  answer: content(
    z.object({
      /** Whether payables of this country and currency can be paid in this way at all. */
      is_offered: z.boolean(),
      /** The channels in the order in which they are tried. `share`: how much of such orders the channel has in its rank. */
      choices: z.array(
        z.object({
          ...triedRule,
          channel_key: z.string(),
          channel_name: z.string(),
          reason: z.enum(routingReasons),
          rank: z.int(),
          share: z.number(),
        }),
      ),
      /** The rules in the order in which they are tried, and what kept each from deciding; empty for one that does. */
      rules: z.array(
        z.object({
          ...triedRule,
          is_default: z.boolean(),
          unmet: z.enum(['', 'disabled', 'earlier', ...routeConditions]),
        }),
      ),
      skipped: z.array(z.object({ channel_key: z.string(), channel_name: z.string(), why: z.enum(skipReasons) })),
    }),
  ),
  access: 'paymentChannels',
  faults: ['notFound'],
  repeat: 'safe',
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
  /** The roll-out that decided about the attempt, and the arm that its order got; null where none did. */
  rollout: z
    .object({
      routing_ref: z.string(),
      /** The version that is tried, and the rule's name in it. */
      version: z.int(),
      rule_name: z.string(),
      /** The version that the other orders go by; 0 where they go without the rule. */
      control_version: z.int(),
      /** The percentage of the orders that go by the tried version. */
      share: z.int(),
      arm: z.enum(rolloutArms),
    })
    .nullable(),
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
          channels: z.array(z.object(ruleChannel)),
        }),
      ),
    }),
  ),
  access: 'transactionDetails',
  faults: ['notFound'],
})
