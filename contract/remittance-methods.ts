import { z } from 'zod'
import { Bounds } from './channel-shapes.ts'
import { countryCodes } from './countries.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, currency, environment, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import { offeredMethods, paymentMethods, type Asked } from './methods.ts'

/** A country, ISO 3166-1 alpha-2, or `GLOBAL` for every country without settings of its own. */
const place = z.enum(['GLOBAL', ...countryCodes]).meta({ examples: ['SG'] })

/** Why a way cannot be had. */
export const wayAbsences = [
  /** No channel of the merchant has it. */
  'no_channel',
  /** The channel, or the way at it, is off. */
  'disabled',
  /** The merchant has switched it off for the country. */
  'country_off',
  /** The channel takes no orders of the country in it. */
  'country',
  /** It does not take the currency. */
  'currency',
  /** The amount is outside its bounds. */
  'amount',
  /** The page has one card form, and that is of another channel. */
  'card_elsewhere',
] as const
export type WayAbsence = (typeof wayAbsences)[number]

/** A way to pay at a channel. */
const wayAtChannel = {
  type: z.enum(offeredMethods),
  /** Empty where the method has no sub-types. */
  sub_type: z.string(),
  /** A brand name, the same in every language; empty where the method's name applies. */
  display_name: z.string(),
  /** Empty where no channel of the merchant has the way. */
  payment_channel_key: z.string(),
  payment_channel_name: z.string(),
}

/** A way to pay as it is in a country. */
export const CountryMethod = z.object({
  ...wayAtChannel,
  /** Whether the country's settings leave it on. Off at the channel, it is off everywhere. */
  is_enabled: z.boolean(),
  /** Whether the channel is the first choice of the way here. */
  is_default: z.boolean(),
  tokenization_possible: z.boolean(),
  /** The public address of an image; empty where a tile with its letters stands for it. */
  logo: z.string(),
  /** The bounds that hold in the country's currency; for `GLOBAL` in every currency. */
  limits: Bounds,
  /** Why it cannot be had; null where new checkouts offer it. */
  why: z.enum(wayAbsences).nullable(),
})
export type CountryMethod = z.input<typeof CountryMethod>

/** A country that the merchant's channels can sell to. */
export const SoldCountry = z.object({
  country: place,
  /** Its own currency where we have it, else US dollars. */
  currency,
  /** Whether it has settings of its own. Without them those of `GLOBAL` hold. */
  is_own: z.boolean(),
  methods: z.array(CountryMethod),
})
export type SoldCountry = z.input<typeof SoldCountry>

/** What is to become of a way at a channel in a country; what is absent stays. */
const WantedCountryMethod = z.strictObject({
  type: z.enum(paymentMethods),
  /** Empty where the method has no sub-types. */
  sub_type: text(40, 0).optional(),
  payment_channel_key: ref('channel'),
  is_enabled: z.boolean().optional(),
  is_default: z.boolean().optional(),
})

/** `GLOBAL`, and each country that the merchant's channels can sell to, with its ways to pay. */
export const listSoldCountries = call({
  at: 'GET /merchants/{key}/cross-border/pay-methods/countries',
  params: { key: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(SoldCountry)),
  access: 'remittancesMethods',
})

/**
 * Sets ways to pay of one country; what is not sent stays. With its first change a country takes over what holds for `GLOBAL`,
 * and has settings of its own from then on. A setting limits what channels offer, and never switches on what they have off.
 * New checkouts offer the change at once. Throws `notFound` for a country that nothing is sold to, and `lastMethod` when a
 * country that is sold to would be left without a way.
 */
export const updateCountryMethods = call({
  at: 'POST /merchants/{uuid}/update-pay-methods/{country}',
  params: { uuid: merchantRef(), country: place },
  apartBy: 'country',
  body: z.strictObject({
    environment: environment.optional(),
    methods: z
      .array(WantedCountryMethod)
      .min(1, { error: 'required' })
      .max(limits.countryMethods, { error: 'too_many' }),
  }),
  answer: content(SoldCountry),
  access: 'remittancesMethods',
  faults: ['notFound', 'channelUnknown', 'methodUnknown', 'methodImpossible', 'lastMethod'],
  notice: 'New checkouts offer this at once; payments under way end as they began.',
  audit: 'country-methods.save',
})

/** A way that the shopper's page offers, in its place. */
const PreviewedWay = z.object({
  ...wayAtChannel,
  is_default: z.boolean(),
  /** What the page asks of the shopper. */
  asks: z.array(z.enum(['card', 'plan', 'phone', 'upi_id', 'bank'] satisfies Asked[])),
  /** The months of its instalment plans that are open to the amount; of a way without plans none. */
  plan_months: z.array(z.int()),
  /** The provider on whose own page the card is entered; empty for none. */
  card_page_of: z.string(),
  /** The banks among which the shopper chooses, by key; empty for none. */
  banks: z.record(z.string(), z.string()),
})
export type PreviewedWay = z.input<typeof PreviewedWay>

const MissingWay = z.object({ ...wayAtChannel, why: z.enum(wayAbsences), limits: Bounds })
export type MissingWay = z.input<typeof MissingWay>

/**
 * What the shopper's page offers for one payment in a country, and why it does not offer the other ways. Nothing is written,
 * and nothing can be paid.
 */
export const previewCheckout = call({
  at: 'GET /api/remittances/{key}/checkout-preview',
  params: { key: merchantRef() },
  query: z.strictObject({
    environment: environment.optional(),
    country,
    currency,
    /** The amount in major units of the currency. Without one, bounds are not looked at. */
    amount: text(20).optional(),
  }),
  answer: content(
    z.object({
      offered: z.array(PreviewedWay),
      missing: z.array(MissingWay),
    }),
  ),
  access: 'remittancesMethods',
  faults: ['invalidAmount'],
})
