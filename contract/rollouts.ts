import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { revision, routingRef } from './routing.ts'
import { ruleContent } from './routing-shapes.ts'

/** `taken_back`: the rule is again what it was before. `whole`: the tried version is the rule for all orders. */
export const rolloutStates = ['running', 'taken_back', 'whole'] as const

const Arm = z.object({
  payments: z.int(),
  ended: z.int(),
  succeeded: z.int(),
  /** The share of the ended payments that succeeded, between 0 and 1, with its 95 % interval; all 0 before one has ended. */
  share: z.number(),
  low: z.number(),
  high: z.number(),
})

export const Rollout = z.object({
  rollout_id: z.string(),
  routing_ref: z.string(),
  /** The version of the rule that is tried. */
  version: z.int(),
  /** The version that the other orders go by; 0 where they go without the rule. */
  control_version: z.int(),
  /** The percentage of the orders that go by the tried version. */
  share: z.int(),
  state: z.enum(rolloutStates),
  candidate: Arm,
  control: Arm,
  /** How much worse the tried version does, in standard errors; null before both arms have payments that ended. */
  z: z.number().nullable(),
  began_at: timestamp,
  began_by: z.string(),
  compared_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  /** Whether the comparison of the arms ended it, and otherwise who did. */
  is_automatic: z.boolean(),
  ended_by: z.string(),
})
export type Rollout = z.input<typeof Rollout>

const params = { id: merchantRef() }
const rule = { routing_ref: routingRef, revision, environment: environment.optional() }

/**
 * Lets a share of the orders go by a new version of a rule: the rule that is sent, or the saved one where it is not enabled.
 * `wrongState` while another roll-out runs, and where an enabled rule is to be tried as it is.
 */
export const beginRollout = call({
  at: 'POST /api/routing/{id}/rollout',
  params,
  body: z.strictObject({
    ...rule,
    /** The percentage of the orders. */
    share: z.int().min(1, { error: 'too_small' }).max(99, { error: 'too_big' }),
    rule: z.strictObject(ruleContent).optional(),
  }),
  answer: content(Rollout),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  audit: 'route.begin-rollout',
  notice: 'Roll-out started',
  onFailure: 'inline',
})

/** The latest roll-out of a rule, null without one, and the rule of which one is running. */
export const readRollout = call({
  at: 'GET /api/routing/{id}/rollout',
  params,
  query: z.strictObject({ routing_ref: routingRef, environment: environment.optional() }),
  answer: content(z.object({ rollout: Rollout.nullable(), running_ref: z.string() })),
  access: 'paymentChannels',
  faults: ['notFound'],
})

const ending = {
  params,
  body: z.strictObject(rule),
  answer: content(Rollout),
  access: 'paymentChannels',
  faults: ['notFound', 'changedMeanwhile', 'wrongState'],
  onFailure: 'inline',
} as const

/** Takes the tried version back: all orders go by what the rule was before. `wrongState` when none is tried. */
export const takeBackRollout = call({
  at: 'POST /api/routing/{id}/rollout/take-back',
  ...ending,
  audit: 'route.take-back',
  notice: 'Roll-out taken back',
})

/** Makes the tried version the rule for all orders. `wrongState` when none is tried. */
export const completeRollout = call({
  at: 'POST /api/routing/{id}/rollout/complete',
  ...ending,
  audit: 'route.complete-rollout',
  notice: 'Rolled out to all orders',
})
