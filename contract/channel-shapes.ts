import { z } from 'zod'
import { channelTypes, payoutDestinations, payTypes } from './channel-catalogue/entry.ts'
import { currency, entity, money, record, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './methods.ts'
import { onboardingStates } from './onboarding-states.ts'

/**
 * What is known of a channel's credentials: `none` for a channel that has none of its own, `missing` for one that waits for
 * them, `unverified` until the provider has answered, then `working` or `refused`.
 */
export const credentialsStates = ['none', 'missing', 'unverified', 'working', 'refused'] as const
export type CredentialsState = (typeof credentialsStates)[number]

/**
 * How a channel, or one of its ways to pay, works: `none` when it takes no payments, `trying` after a rest, until a payment has
 * shown that it works, `refused` when its provider refuses the credentials. Of a channel, that of its worst way.
 */
export const channelHealths = ['none', 'working', 'trying', 'resting', 'refused'] as const
export type ChannelHealthState = (typeof channelHealths)[number]
/** How a channel was at a moment of the past, as far as its rests tell; `none` before it was connected. */
export const restStates = ['none', 'working', 'trying', 'resting'] as const satisfies readonly ChannelHealthState[]
export type RestState = (typeof restStates)[number]
/** In place of a channel's key: money that went past all channels, such as cash for an invoice, in payments and in the ledger. */
export const outsideChannel = 'OUTSIDE'
/** What began or ended a rest. */
export const restCauses = ['faults', 'try', 'person'] as const

/** The smallest and largest amount in one currency; null for no bound. */
const bounds = {
  currency,
  minimum: money('currency', { min: 'zero' }).nullable(),
  maximum: money().nullable(),
}
/** Bounds that a merchant sets. */
export const WayLimit = record({
  ...bounds,
  minimum: bounds.minimum.optional(),
  maximum: bounds.maximum.optional(),
})
export const Bounds = z.array(entity(bounds))

/** `none`, `whole` the whole amount once, `once` a part or all, `several` parts, up to `most` times; within `days`. */
const Refunds = z.object({
  kind: z.enum(['none', 'whole', 'once', 'several']),
  /** Days after the payment; null for no limit that is known. */
  days: z.number().nullable(),
  most: z.number().nullable(),
})
const way = {
  type: z.enum(paymentMethods),
  /** Empty where the method has no sub-types. */
  sub_type: z.string(),
  /** A brand name, the same in every language; empty where the method's name applies. */
  display_name: z.string(),
  /** ISO 3166-1 alpha-2; empty for any. */
  countries: z.array(z.string()),
  /** Empty for any. */
  currencies: z.array(currency),
  refunds: Refunds,
}

/** A rail by which a channel pays out. The first that takes a destination is a payout's. */
export const Rail = z.object({
  key: z.string(),
  name: z.string(),
  to: z.enum(payoutDestinations),
  /** Where the destinations are, ISO 3166-1 alpha-2; `GLOBAL` alone for anywhere. */
  countries: z.array(z.string()),
  /** Empty for any. */
  currencies: z.array(currency),
  /** Of one payout; a currency that is absent has no bounds. */
  limits: Bounds,
  /** max(minimum, amount × percent) + flat, and tax on that. */
  fee: z.object({
    /** Decimal numbers of percent. */
    percent: z.string(),
    tax_percent: z.string(),
    /** A currency that is absent has neither. */
    amounts: z.array(
      entity({ currency, minimum: money('currency', { min: 'zero' }), flat: money('currency', { min: 'zero' }) }),
    ),
  }),
  /** The working days until the money arrives; 0 for at once. */
  working_days: z.number(),
  /** When it takes payouts, by the clocks of its zone. */
  hours: z.object({
    /** 1 is Monday. */
    days: z.array(z.number()),
    /** `HH:mm`; at the cut-off nothing is taken any more. */
    opens: z.string(),
    cut_off: z.string(),
    time_zone: z.string(),
    /** The country whose holidays it keeps, or `EU` for the payment system of the euro; empty for none. */
    calendar: z.string(),
  }),
})
export type Rail = z.input<typeof Rail>

/** A channel of the catalogue, with whether the merchant has connected it. */
export const CatalogueChannel = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(channelTypes),
  pay_types: z.array(z.enum(payTypes)),
  /** Where it can be used, ISO 3166-1 alpha-2; `GLOBAL` alone for anywhere. */
  countries: z.array(z.string()),
  /** Empty for any. */
  currencies: z.array(currency),
  ways: z.array(z.object({ ...way, limits: Bounds, authorises: z.boolean() })),
  /** How it pays out; null for a channel that takes payments only. */
  payouts: z
    .object({
      /** Whether it keeps virtual accounts, which deposits come to and payouts leave from. */
      virtual_accounts: z.boolean(),
      rails: z.array(Rail),
    })
    .nullable(),
  /** What a merchant enters to connect it, in the words of the provider's own dashboard. */
  credentials: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      where: z.string(),
      is_secret: z.boolean(),
      /** What a value of this environment looks like, as a regular expression without anchors; empty for any text. */
      pattern: z.string(),
      is_multiline: z.boolean(),
      is_optional: z.boolean(),
    }),
  ),
  onboarding: z.array(z.enum(['keys', 'referral', 'form'])),
  /** How far the merchant is onboarded at the provider; null where it is connected by keys alone. */
  onboarding_state: z.enum(onboardingStates.states).nullable(),
  card_entry: z.enum(['fields', 'script', 'page']).nullable(),
  callbacks: z.enum(['registered', 'copied', 'none']),
  /** Whether this version can connect it: it has an adapter, or only reconciles. */
  is_supported: z.boolean(),
  /** The merchant has connected it for what is asked: payments or payouts. */
  is_set_up: z.boolean(),
  /** One of these connections is enabled. */
  is_enabled: z.boolean(),
  /** The keys of these connections. */
  connections: z.array(z.string()),
  /** It has as many connections, for payments and payouts together, as it can have. */
  is_full: z.boolean(),
})
export type CatalogueChannel = z.input<typeof CatalogueChannel>

/** An instalment plan of a channel. */
export const InstalmentPlan = entity({
  months: z.number(),
  minimum: money('currency', { min: 'zero' }).nullable(),
  currency,
  interest_percent: z.string(),
  is_merchant_sponsored: z.boolean(),
  bank_code: z.string(),
})

/** What is to become of a way to pay; what is absent stays. */
export const WantedMethod = z.strictObject({
  type: z.enum(paymentMethods),
  /** Empty where the method has no sub-types. */
  sub_type: text(40, 0).optional(),
  is_enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
  /** All bounds of the way; a currency that is not among them has none but the channel's own. */
  limits: z.array(WayLimit).max(limits.wayLimits).optional(),
})
/** A plan as a merchant sets it. */
export const WantedPlan = record({
  months: z.int().min(1, { error: 'too_small' }).max(60, { error: 'too_big' }),
  /** The smallest amount that can be paid in this plan; none without. */
  minimum: money('currency', { min: 'zero' }).nullable().optional(),
  currency,
  /** What the shopper pays for the plan, as a decimal number of percent: `1.25`. */
  interest_percent: text(8)
    .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'not_a_number' })
    .meta({ examples: ['1.25'] }),
  /** Whether the merchant pays the interest in the shopper's place. */
  is_merchant_sponsored: z.boolean(),
  /** The bank that offers the plan; empty for any. */
  bank_code: text(40, 0).optional(),
})

/** A way to pay of a connected channel. */
export const PayMethod = z.object({
  ...way,
  payment_channel_key: z.string(),
  is_enabled: z.boolean(),
  is_default: z.boolean(),
  tokenization_possible: z.boolean(),
  /** The public address of an image; empty where a tile with its letters stands for it. */
  logo: z.string(),
  /** The bounds that hold: the merchant's within the channel's. */
  limits: Bounds,
  /** What the channel itself allows. */
  channel_limits: Bounds,
  /** The plans of an instalment way; of others none. */
  instalments: z.array(InstalmentPlan),
})
export type PayMethod = z.input<typeof PayMethod>

/** The terms of a channel in one currency: max(minimum, amount × percent) + flat, and tax on that. */
export const ChannelFee = entity({
  currency,
  /** A decimal number of percent. */
  percent_fee: z.string(),
  minimum_fee: money('currency', { min: 'zero' }),
  flat_fee: money('currency', { min: 'zero' }),
  tax_percent: z.string(),
})
