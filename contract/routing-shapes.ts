import { z } from 'zod'
import { country, currency, entity, environment, money, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payMethodSources } from './merchants.ts'
import { offeredMethods } from './methods.ts'

export const hour = (most: number) => z.int().min(0, { error: 'too_small' }).max(most, { error: 'too_big' })
export const weekday = z.int().min(1, { error: 'too_small' }).max(7, { error: 'too_big' })
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
  weekdays: z.array(weekday).min(1, { error: 'required' }).max(7).optional(),
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
export const Conditions = z.strictObject({
  ...conditions,
  /** Orders in another currency than these do not fit. Bounds are inclusive; absent or null for none. */
  amount: z
    .array(record({ currency, min: bounds.min.optional(), max: bounds.max.optional() }))
    .min(1, { error: 'required' })
    .max(50)
    .optional(),
})
export const ShownConditions = z.object({ ...conditions, amount: z.array(entity({ currency, ...bounds })).optional() })

/** A channel of a rule. */
export const ruleChannel = {
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
  ...ruleChannel,
  method_key: ruleChannel.method_key.optional(),
  weight: ruleChannel.weight.optional(),
  is_enabled: z.boolean().optional(),
})

/** What a version of a rule says. */
export const ruleContent = {
  name: text(80),
  conditions: Conditions.optional(),
  channels: z.array(RuleChannel).min(1, { error: 'required' }).max(limits.routingChannels, { error: 'too_long' }),
}
/** Rules are tried from the lowest position to the highest, the older first where two are the same. By default the last. */
export const position = z.int().min(0, { error: 'too_small' }).max(limits.positionMost, { error: 'too_big' }).optional()
/** What is sent of a rule. */
export const ruleFields = {
  ...ruleContent,
  /** By default true. */
  is_enabled: z.boolean().optional(),
  position,
  environment: environment.optional(),
}

export const RoutingRule = z.object({
  routing_ref: z.string(),
  name: z.string(),
  conditions: ShownConditions,
  channels: z.array(z.object(ruleChannel)),
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

/** Of a roll-out, the part of the orders that goes by the version that is tried, and the part that does not. */
export const rolloutArms = ['candidate', 'control'] as const
export type RolloutArm = (typeof rolloutArms)[number]
