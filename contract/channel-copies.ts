import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment, text } from './kit/wire.ts'
import { ruleChannel, ShownConditions } from './routing-shapes.ts'

/** Why something of test mode cannot be copied to live mode. */
export const copyObstacles = [
  /** It is on the simulator, which takes no money. */
  'simulated',
  /** It is lent by the merchant's master, in test mode or in live mode. */
  'lent',
  /** This installation has no adapter for it. */
  'not_supported',
  /** In live mode its key is that of another channel. */
  'key_taken',
  /** It was removed in live mode. */
  'removed',
  /** In live mode another channel has its name. */
  'name_taken',
  /** Live mode has as many as it can have. */
  'no_place',
  /** The rule names a channel that is not there in live mode. */
  'channel_missing',
] as const
export type CopyObstacle = (typeof copyObstacles)[number]

/**
 * What becomes of something in live mode: it is made, changed or already the same; it cannot be copied (`blocked`); or test
 * mode has nothing like it, and it is left as it is (`left`).
 */
export const copyStates = ['make', 'change', 'same', 'blocked', 'left'] as const

const about = {
  state: z.enum(copyStates),
  /** Empty unless it cannot be copied. */
  why: z.union([z.enum(copyObstacles), z.literal('')]),
  name: z.string(),
  /** The fields that copying changes, as the audit log shows them; `WALLET.GRABPAY.limits` is one of a way to pay. */
  changes: z.record(z.string(), z.object({ before: z.string().or(z.boolean()), after: z.string().or(z.boolean()) })),
}
const RuleSaid = z.object({ conditions: ShownConditions, channels: z.array(z.object(ruleChannel)) })

const Difference = z.object({
  /** Names this difference; another one has another. */
  digest: z.string(),
  /** Channels for payments. One that is made has no credentials and is not enabled. */
  channels: z.array(
    z.object({
      channel_key: z.string(),
      catalogue_key: z.string(),
      ...about,
    }),
  ),
  rules: z.array(
    z.object({
      routing_ref: z.string(),
      ...about,
      /** What it says in live mode; null where live mode has not got it. */
      before: RuleSaid.nullable(),
      /** What it says in live mode after copying; of a rule that cannot be copied, what it says in test mode. */
      after: RuleSaid,
      /** The keys of the channels that it names and that live mode has not. */
      missing: z.array(z.string()),
    }),
  ),
})
export type CopyDifference = z.input<typeof Difference>

/**
 * What copying the channels for payments, their ways to pay and the routing rules from test mode to live mode would do.
 * Credentials are never copied.
 */
export const readCopy = call({
  at: 'GET /api/channels/{id}/copy',
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(Difference),
  access: 'paymentChannels',
})

/**
 * Does exactly what the difference says. Throws `changedMeanwhile` when the difference is another by now, `wrongState` in test
 * mode: only a session of live mode changes live mode.
 */
export const copyToLive = call({
  at: 'POST /api/channels/{id}/copy',
  params: { id: merchantRef() },
  body: z.strictObject({
    /** Of the difference that was seen. */
    digest: text(64)
      .regex(/^[0-9a-f]{64}$/, { error: 'not_a_choice' })
      .meta({ examples: ['0'.repeat(64)] }),
    environment: environment.optional(),
  }),
  /** What was done. */
  answer: content(Difference),
  access: 'paymentChannels',
  faults: ['wrongState', 'changedMeanwhile'],
  notice: 'Copied from test mode',
  stepUp: true,
  audit: 'channel.copy',
  onFailure: 'inline',
})
