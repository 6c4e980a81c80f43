import { z } from 'zod'
import { channelRules, channelTypes, payTypes } from './channel-catalogue/entry.ts'
import {
  CatalogueChannel,
  channelHealths,
  ChannelFee,
  credentialsStates,
  PayMethod,
  Rail,
  WantedMethod,
  WantedPlan,
} from './channel-shapes.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, environment, secret, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './methods.ts'

/** A channel that the merchant has connected. */
export const PayChannel = z.object({
  key: z.string(),
  catalogue_key: z.string(),
  name: z.string(),
  type: z.enum(channelTypes),
  /** ISO 3166-1 alpha-2 of the only country whose orders it takes; `GLOBAL` for any. */
  country: z.string(),
  pay_type: z.enum(payTypes),
  /** Whether it serves payouts by virtual accounts. */
  is_va_flow: z.boolean(),
  is_enabled: z.boolean(),
  /** Lent by the merchant's master, who alone may change it. */
  is_lent: z.boolean(),
  credentials_state: z.enum(credentialsStates),
  /** When the provider was last asked about the credentials; null before the first time. */
  checked_at: timestamp.nullable(),
  health: z.enum(channelHealths),
  /** When it last took a payment; null before the first. */
  last_payment_at: timestamp.nullable(),
  /** The payments of the merchant's day so far that ended, and how many of them were paid. */
  today: z.object({ ended: z.number(), paid: z.number() }),
})
export type PayChannel = z.input<typeof PayChannel>

/** A channel with what a merchant sees of its connection to the provider. */
export const Connection = PayChannel.extend({
  /** Connected by onboarding, without keys: the operator's partner account stands behind it. */
  by_partner: z.boolean(),
  /** Each credential that is kept, masked; publishable ones whole. */
  creds: z.record(z.string(), z.string()),
  /** The address at which the provider delivers call-backs; empty for a channel without them. */
  callback_url: z.string(),
  /**
   * `registered` at the provider by us, `pending` while that is under way, `copy` for one that a person enters at the
   * provider, `none`.
   */
  callback_state: z.enum(['none', 'copy', 'pending', 'registered']),
  /** What the provider said when it was last asked: `text` in its own words, the account, and each permission. */
  check: z.object({
    text: z.string(),
    account: z.string(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), text: z.string() })),
  }),
  /** What the provider keeps of each payment, by currency; a currency without an entry is free. */
  fees: z.array(ChannelFee),
  created_at: timestamp,
})
export type Connection = z.input<typeof Connection>

/** A channel for payouts has a rule of its own. The handler holds each channel to the rule of its pay type. */
const byPayType = { access: channelRules.PAYIN, orAccess: channelRules.PAYOUT } as const
const params = { id: merchantRef() }
const query = z.strictObject({ environment: environment.optional() })
const catalogueKey = text(40).meta({ examples: ['SIMULATOR'] })
const name = text(60)
const channelCountry = z.union([country, z.literal('GLOBAL')])
/** The credentials by their names in the catalogue. One that is absent, empty or its own mask stays what it is. */
const creds = z.record(
  text(40).regex(/^[a-z]\w*$/, { error: 'not_a_choice' }),
  secret(text(limits.credentialLength, 0)),
)

/** The channels of the catalogue that fit, those for payments unless payouts are asked for. */
export const listCatalogue = call({
  at: 'POST /merchants/{merchantId}/list-pay-channels',
  params: { merchantId: merchantRef() },
  body: z.strictObject({
    /** Those that can be used in any of these countries; all without. */
    countries: z.array(channelCountry).max(250).optional(),
    pmt_method: z.enum(paymentMethods).optional(),
    pmt_type: z.enum(payTypes).optional(),
    environment: environment.optional(),
  }),
  answer: content(z.array(CatalogueChannel)),
  ...byPayType,
  repeat: 'safe',
})

/** The merchant's own channels, of payments and payouts as far as the user may see them; lent ones too, by name. */
export const listOwnChannels = call({
  at: 'GET /merchants/{id}/paychannels',
  params,
  query,
  answer: content(z.array(PayChannel)),
  ...byPayType,
})

/**
 * The merchant's connections of one channel of the catalogue, the first one first; none is an empty list. Without a pay type
 * those that the user may see.
 */
export const listConnections = call({
  at: 'GET /merchants/{id}/pay-channels/{channel}',
  params: { ...params, channel: catalogueKey },
  query: query.extend({ payType: z.enum(payTypes).optional() }),
  answer: content(z.array(Connection)),
  ...byPayType,
  faults: ['channelUnknown'],
})

/**
 * Connects a channel of the catalogue, up to five times each under its own name. The provider is asked who the credentials
 * belong to: refused ones are not kept; of a provider that does not answer they are kept, unverified and not enabled. A channel
 * that only reconciles is connected without credentials.
 */
export const addChannel = call({
  at: 'POST /merchants/{id}/add-paychannel/{channelId}',
  params: { ...params, channelId: catalogueKey },
  body: z.strictObject({
    creds,
    /** Whether it is for payments or for payouts. By default for payments, where the channel takes any. */
    pay_type: z.enum(payTypes).optional(),
    /** By default `GLOBAL`. */
    country: channelCountry.optional(),
    /** Only of a channel for payouts that keeps virtual accounts. */
    is_va_flow: z.boolean().optional(),
    /** By default the catalogue's. */
    name: name.optional(),
    environment: environment.optional(),
  }),
  answer: content(Connection),
  ...byPayType,
  faults: [
    'channelUnknown',
    'channelNotSupported',
    'methodImpossible',
    'credentialsRefused',
    'providerSilent',
    'duplicateName',
    'tooMany',
  ],
  notice: 'Payment Channel Creds added successfully!',
  stepUp: true,
  audit: 'channel.add',
  onFailure: 'inline',
})

/**
 * Changes a channel's credentials, name, country or virtual accounts; what is not sent stays. Changed credentials are tested first, and refused
 * ones are not kept. Those that are not certainly of the same account wait until nothing of the channel is under way (`inFlight`).
 */
export const updateChannel = call({
  at: 'POST /merchants/{id}/update-paychannel/{channelId}',
  params: { ...params, channelId: ref('channel') },
  body: z.strictObject({
    creds: creds.optional(),
    country: channelCountry.optional(),
    is_va_flow: z.boolean().optional(),
    name: name.optional(),
    environment: environment.optional(),
  }),
  answer: content(Connection),
  ...byPayType,
  faults: [
    'channelUnknown',
    'channelLent',
    'channelNotSupported',
    'methodImpossible',
    'credentialsRefused',
    'providerSilent',
    'duplicateName',
    'changedMeanwhile',
    'inFlight',
  ],
  notice: 'Payment Channel Creds updated successfully!',
  stepUp: true,
  audit: 'channel.update',
  onFailure: 'inline',
})

/**
 * Switches a channel on or off. Off, it begins no payment; what is under way is completed, refunded and called back as
 * before.
 */
export const switchChannel = call({
  at: 'POST /merchants/{id}/paychannel/{channel}',
  params: { ...params, channel: ref('channel') },
  body: z.strictObject({ is_enabled: z.boolean(), environment: environment.optional() }),
  answer: content(PayChannel),
  ...byPayType,
  faults: [
    'channelUnknown',
    'channelLent',
    'channelNotSupported',
    'credentialsRefused',
    'providerSilent',
    'changedMeanwhile',
  ],
  stepUp: true,
  audit: 'channel.switch',
})

/**
 * Asks the provider who the credentials belong to and what they allow. The answer says what it found; `credentialsRefused` is
 * for a channel that waits for its credentials.
 */
export const testChannel = call({
  at: 'POST /api/channels/{id}/{channelKey}/test',
  params: { ...params, channelKey: ref('channel') },
  body: query,
  answer: content(
    Connection.extend({
      tested: z.enum(['working', 'refused', 'silent']),
      /** The credential at fault, by its name in the catalogue; empty unless one was refused. */
      field: z.string(),
    }),
  ),
  ...byPayType,
  faults: ['channelUnknown', 'channelLent', 'channelNotSupported', 'credentialsRefused', 'changedMeanwhile'],
  repeat: 'safe',
  audit: 'channel.test',
})

/** Each way to pay of a channel, as the merchant has set it, in the order of the shopper's page; none of one for payouts. */
export const listChannelMethods = call({
  at: 'GET /merchants/{id}/pay-methods/{channelKey}',
  params: { ...params, channelKey: ref('channel') },
  query,
  answer: content(z.array(PayMethod)),
  ...byPayType,
  faults: ['channelUnknown'],
})

/**
 * Sets ways to pay of a channel; what is not sent stays. A way that becomes the default ceases to be that of every other
 * channel. Throws `methodUnknown` for a way that the channel has not, `methodImpossible` for a setting that it cannot have.
 */
export const updateChannelMethods = call({
  at: 'POST /merchants/{id}/update-pay-methods/{channelKey}',
  params: { ...params, channelKey: ref('channel') },
  body: z.strictObject({
    methods: z.array(WantedMethod).max(100).optional(),
    /** All instalment plans of the channel. */
    instalments: z.array(WantedPlan).max(limits.instalmentPlans).optional(),
    environment: environment.optional(),
  }),
  answer: content(z.array(PayMethod)),
  ...byPayType,
  faults: ['channelUnknown', 'channelLent', 'channelNotSupported', 'methodUnknown', 'methodImpossible'],
  notice: 'Payment methods saved',
  audit: 'methods.update',
  onFailure: 'inline',
})

/** A channel for payouts, with its rails. */
export const PayoutChannel = PayChannel.extend({ rails: z.array(Rail) })
export type PayoutChannel = z.input<typeof PayoutChannel>
/** Who makes payouts has to see by which channels, and who configures the channels too. */
const forPayouts = { access: 'payouts', orAccess: channelRules.PAYOUT } as const

/** The merchant's own channels for payouts, by name. */
export const listPayoutChannels = call({
  at: 'GET /merchants/{id}/payout-channels',
  params,
  query,
  answer: content(z.array(PayoutChannel)),
  ...forPayouts,
})

/** The channels of the catalogue that can be connected for payouts. */
export const listPayoutCatalogue = call({
  at: 'GET /merchants/{id}/list-payout-channels',
  params,
  query,
  answer: content(z.array(CatalogueChannel)),
  ...forPayouts,
})
