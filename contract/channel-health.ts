import { z } from 'zod'
import { channelHealths, credentialsStates, restCauses } from './channel-shapes.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { offeredMethods } from './methods.ts'

/** Payments that a provider answered or was asked for, and those of them that failed by its fault. */
const Tries = z.object({ tries: z.int(), failed: z.int() })

const WayHealth = z.object({
  type: z.enum(offeredMethods),
  /** Empty where the method has no sub-types. */
  sub_type: z.string(),
  /** A brand name, the same in every language; empty where the method's name applies. */
  display_name: z.string(),
  health: z.enum(channelHealths),
  /** The rest that is not over: when it ends, whether by itself or a person it began, who, and why; null without one. */
  rest: z
    .object({
      until: timestamp,
      cause: z.enum(restCauses),
      /** The user's name; empty for a rest that began by itself. */
      actor: z.string(),
      reason: z.string(),
    })
    .nullable(),
  five_minutes: Tries,
  hour: Tries,
  day: Tries,
  /** The last 24 hours, the oldest first; empty without payments. */
  hours: z.array(Tries),
})

const RestEvent = z.object({
  channel_key: z.string(),
  type: z.enum(offeredMethods),
  sub_type: z.string(),
  display_name: z.string(),
  at: timestamp,
  event: z.enum(['begun', 'ended']),
  /**
   * `faults` when half of the latest tries failed by the provider's fault, `try` by the payment that tried the channel after a
   * rest, `person` by hand.
   */
  cause: z.enum(restCauses),
  /** Of a beginning: when the rest was to end; null of an end. */
  until: timestamp.nullable(),
  /** Of `faults`: the tries that were counted. */
  ...Tries.shape,
  actor: z.string(),
  reason: z.string(),
})
export type RestEvent = z.input<typeof RestEvent>

export const ChannelHealth = z.object({
  key: z.string(),
  catalogue_key: z.string(),
  name: z.string(),
  is_enabled: z.boolean(),
  is_lent: z.boolean(),
  health: z.enum(channelHealths),
  credentials_state: z.enum(credentialsStates),
  /** When the provider was last asked about the credentials; null before the first time. */
  checked_at: timestamp.nullable(),
  /** What the provider said when it refused them, in its own words; empty otherwise. */
  provider_text: z.string(),
  /** Its ways to pay that are enabled or rest, in the order of the shopper's page. */
  ways: z.array(WayHealth),
})
export type ChannelHealth = z.input<typeof ChannelHealth>

const params = { id: merchantRef() }

/**
 * How the merchant's channels for payments work at this moment: the rests, the tries of the last five minutes, hour and day with
 * the share that failed by the provider's fault, the last check of the credentials, and what rests began and ended lately.
 */
export const readChannelHealth = call({
  at: 'GET /api/channels/{id}/health',
  params,
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(
    z.object({
      /** From when on payments were counted: a day ago, or later where there were very many. */
      since: timestamp,
      channels: z.array(ChannelHealth),
      /** Rests that began and ended, the newest first. */
      events: z.array(RestEvent),
    }),
  ),
  access: 'paymentChannels',
})

const way = {
  /** With `sub_type` the way to pay; absent for each that the channel takes. */
  type: z.enum(offeredMethods).optional(),
  sub_type: text(40, 0).optional(),
}
const reason = text(limits.restReasonLength)
const resting = {
  params: { ...params, channelKey: ref('channel') },
  answer: content(ChannelHealth),
  access: 'paymentChannels',
  onFailure: 'inline',
} as const

/**
 * Lets a channel rest by hand: other channels take its payments, as long as there are any. Afterwards one payment at a time tries
 * it. A rest that it has is replaced.
 */
export const restChannel = call({
  ...resting,
  at: 'POST /api/channels/{id}/{channelKey}/rest',
  body: z.strictObject({
    ...way,
    minutes: z
      .int()
      .min(1, { error: 'too_small' })
      .max(limits.handRestMinutes, { error: 'too_big' })
      .meta({ examples: [60] }),
    reason,
    environment: environment.optional(),
  }),
  faults: ['channelUnknown', 'channelNotSupported', 'methodUnknown'],
  audit: 'channel.rest',
  notice: 'Channel rests',
})

/** Ends the rests of a channel by hand, those that began by themselves too. `wrongState` when it does not rest. */
export const endChannelRest = call({
  ...resting,
  at: 'POST /api/channels/{id}/{channelKey}/end-rest',
  body: z.strictObject({ ...way, reason, environment: environment.optional() }),
  faults: ['channelUnknown', 'wrongState'],
  audit: 'channel.end-rest',
  notice: 'Channel takes payments again',
})
