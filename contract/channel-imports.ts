import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { country, environment, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './methods.ts'

/**
 * Whether a channel of the source can be imported: `ready`, `connected` already with the same credentials, `unknown` to the
 * catalogue, or `not_supported` by this installation.
 */
export const importStates = ['ready', 'connected', 'unknown', 'not_supported'] as const

/** A channel that the source has, with what can be chosen of it. */
export const ImportableChannel = z.object({
  /** The source's name for it, by which it is chosen. */
  id: z.string(),
  channel_key: z.string(),
  name: z.string(),
  /** The public address of an image; empty where a tile with its letters stands for it. */
  logo: z.string(),
  state: z.enum(importStates),
  /** The source's country, ISO 3166-1 alpha-2 or `GLOBAL`; empty where it is not among `countries`. */
  country: z.string(),
  countries: z.array(z.string()),
  /** Its ways to pay at the source; all ways of the channel where the source names none. */
  methods: z.array(
    z.object({
      type: z.string(),
      sub_type: z.string(),
      /** A brand name, the same in every language; empty where the method's name applies. */
      display_name: z.string(),
      /** Whether the channel has the way here; one that it has not is left out. */
      is_available: z.boolean(),
    }),
  ),
  creds: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      is_optional: z.boolean(),
      /** The id of the value that the source uses; empty where it is not among the `values`. */
      current: z.string(),
      /** The values that can be chosen: secrets masked, publishable ones whole. */
      values: z.array(z.object({ id: z.string(), value: z.string() })),
    }),
  ),
  /** The names of the merchant's own connections of the same channel, which stay as they are. */
  connections: z.array(z.string()),
})
export type ImportableChannel = z.input<typeof ImportableChannel>

/**
 * Why a chosen channel was not connected. `value_missing`: a credential or the country is not among what is available, at
 * `field`. `refused` and `silent` are what the provider said of the credentials.
 */
export const leftOutReasons = [
  'not_found',
  'unknown',
  'not_supported',
  'value_missing',
  'connected',
  'refused',
  'silent',
  'no_place',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

const params = { key: merchantRef() }
const query = z.strictObject({ environment: environment.optional() })

/**
 * The channels whose credentials another system of the operator has for the merchant. Without such a system the list is empty
 * and `is_set_up` false.
 */
export const listImportable = call({
  at: 'GET /merchants/list-creds/chaipay_kr/{key}',
  params,
  query,
  answer: content(z.object({ is_set_up: z.boolean(), channels: z.array(ImportableChannel) })),
  access: 'paymentChannels',
  faults: ['nothingToImport', 'providerSilent'],
  errorKeys: ['error'],
})

/**
 * Connects the chosen channels, each whole or not at all: its credentials are tested at the provider first. A channel that is
 * connected with the same credentials stays as it is, and so does every other connection.
 */
export const importChannels = call({
  at: 'POST /merchants/creds/chaipay_kr/{key}',
  params,
  query,
  body: z.strictObject({
    channels: z
      .array(
        z.strictObject({
          /** Of the list. */
          id: text(64),
          /** By default the source's. */
          country: z.union([country, z.literal('GLOBAL')]).optional(),
          /** The ways to pay to enable; by default those of the source. */
          methods: z
            .array(z.strictObject({ type: z.enum(paymentMethods), sub_type: text(40, 0).optional() }))
            .max(100)
            .optional(),
          /** The id of the value of each credential; by default the source's current one. */
          creds: z.record(text(40).regex(/^[a-z]\w*$/, { error: 'not_a_choice' }), text(64)).optional(),
        }),
      )
      .min(1, { error: 'required' })
      .max(limits.importedAtOnce),
    environment: environment.optional(),
  }),
  answer: content(
    z.object({
      connected: z.array(
        z.object({
          id: z.string(),
          channel_key: z.string(),
          /** The key and the name of the new connection. */
          key: z.string(),
          name: z.string(),
        }),
      ),
      left_out: z.array(
        z.object({
          id: z.string(),
          channel_key: z.string(),
          name: z.string(),
          reason: z.enum(leftOutReasons),
          /** The reason in English. */
          message: z.string(),
          /** The credential or other value at fault; empty for none. */
          field: z.string(),
          /** The provider's own words; empty without any. */
          text: z.string(),
        }),
      ),
    }),
  ),
  access: 'paymentChannels',
  faults: ['nothingToImport', 'providerSilent'],
  errorKeys: ['error'],
  stepUp: true,
  audit: 'channel.import',
  onFailure: 'inline',
})
