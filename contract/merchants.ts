import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { call, content } from './kit/call.ts'
import { imageFile } from './kit/file.ts'
import { machine } from './kit/machine.ts'
import { merchantRef } from './kit/refs.ts'
import { country, currency, environment, httpsUrl, secret, text, timestamp, timeZone } from './kit/wire.ts'
import { limits } from './limits.ts'

export const merchantStatuses = ['ACTIVE', 'INACTIVE'] as const
export const merchantKinds = ['single', 'master', 'managed', 'owned'] as const
/** The merchant submits, a reviewer decides; approved and rejected are final. */
export const kycStates = machine({
  states: ['PENDING', 'SUBMITTED', 'APPROVED', 'REJECTED', 'RESUBMIT'],
  actions: {
    submit: { from: ['PENDING', 'RESUBMIT'], to: 'SUBMITTED' },
    approve: { from: ['SUBMITTED'], to: 'APPROVED' },
    reject: { from: ['SUBMITTED'], to: 'REJECTED' },
    ask_again: { from: ['SUBMITTED'], to: 'RESUBMIT' },
  },
})
export const kycStatuses = kycStates.states
export type KycStatus = (typeof kycStatuses)[number]

export const Merchant = z.object({
  uuid: z.string(),
  key: z.string(),
  name: z.string(),
  brand_name: z.string(),
  website_url: z.string(),
  email_address: z.string(),
  country: z.string(),
  currency,
  time_zone: z.string(),
  /** The language of its users who have chosen none, and of mails to it; empty for none. */
  language: z.enum(['', ...languageTags]),
  kind: z.enum(merchantKinds),
  status: z.enum(merchantStatuses),
  kyc_status: z.enum(kycStatuses),
  /** The public address of an image, or empty. */
  logo: z.string(),
  isVerifyPayoutsEnabled: z.boolean(),
  /** Whether a change of `isVerifyPayoutsEnabled` waits for another administrator. */
  verification_waits: z.boolean(),
  /** Whether shoppers get a receipt by mail of what they paid, and of what is refunded. */
  send_receipts: z.boolean(),
  master_merchant_access: z.boolean(),
  /** Whether every user has to have a second factor. */
  require_two_step: z.boolean(),
  created_at: timestamp,
  /** The number of changes of the record. */
  revision: z.int(),
  /** The credentials of its channels by channel key, masked, for who may see its channels; for others none. */
  creds: z.record(z.string(), z.record(z.string(), z.string())),
})
export type Merchant = z.input<typeof Merchant>

/** The merchant's record, for every signed-in user; without the secret. */
export const readMerchant = call({
  at: 'GET /merchants/{id}',
  params: { id: merchantRef() },
  answer: content(Merchant),
  access: 'anyUser',
})

/** The fields of the record that its own users may change. */
export const editableFields = [
  'name',
  'brand_name',
  'website_url',
  'time_zone',
  'language',
  'logo',
  'isVerifyPayoutsEnabled',
  'send_receipts',
  'master_merchant_access',
] as const
/** The fields whose changes the record's history shows, with those that others decide. */
export const toldFields = [...editableFields, 'require_two_step', 'master', 'status', 'kyc_status'] as const

/**
 * Changes the fields that are sent, and no others. With the `revision` that the sender has seen, another user's
 * newer change is not overwritten.
 */
export const updateMerchant = call({
  at: 'POST /merchants/{id}',
  params: { id: merchantRef() },
  body: z.strictObject({
    name: text(120).optional(),
    /** The name on the shopper's page; when empty, `name`. */
    brand_name: text(120, 0).optional(),
    website_url: z.union([httpsUrl, z.literal('')]).optional(),
    time_zone: timeZone.optional(),
    language: z.enum(['', ...languageTags]).optional(),
    /** The empty text removes the logo; `uploadMerchantLogo` sets one. */
    logo: z.literal('').optional(),
    /** A change of the payouts' rules: with a second factor and a step-up, and where there is another administrator it waits for them. */
    isVerifyPayoutsEnabled: z.boolean().optional(),
    send_receipts: z.boolean().optional(),
    /** Whether a managed merchant's master may change its data; only its own users may set it. */
    master_merchant_access: z.boolean().optional(),
    environment: environment.optional(),
    revision: z.int().min(0).optional(),
  }),
  answer: content(Merchant),
  access: 'administration',
  faults: ['notFound', 'changedMeanwhile', 'secondFactorRequired', 'stepUpRequired'],
  notice: 'Settings saved',
  audit: 'merchant.update',
  onFailure: 'inline',
})

/** Uploads a logo: a square PNG, JPEG or SVG of at least 256 pixels and at most 1 MB. It is rendered to a new image. */
export const uploadMerchantLogo = call({
  at: 'POST /api/merchants/{id}/logo',
  params: { id: merchantRef() },
  file: imageFile(limits.logoBytes),
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(Merchant),
  access: 'administration',
  faults: ['notFound', 'tooMany'],
  notice: 'Logo saved',
  audit: 'merchant.logo',
  onFailure: 'inline',
})

/**
 * Sets whether every user of the merchant has to have a second factor. Only a user with a second factor may require
 * it. A user without one has to set it up first.
 */
export const requireTwoStep = call({
  at: 'POST /api/merchants/{id}/require-two-step',
  params: { id: merchantRef() },
  body: z.strictObject({ required: z.boolean(), environment: environment.optional() }),
  answer: content(Merchant),
  access: 'administration',
  faults: ['notFound', 'ownTwoStepFirst'],
  notice: 'Settings saved',
  stepUp: true,
  audit: 'merchant.require-two-step',
})

/** The latest 50 changes of the record, newest first. */
export const listMerchantChanges = call({
  at: 'GET /api/merchants/{id}/changes',
  params: { id: merchantRef() },
  answer: content(
    z.array(
      z.object({
        at: timestamp,
        actor: z.string(),
        changes: z.record(
          z.string(),
          z.object({ before: z.union([z.string(), z.boolean()]), after: z.union([z.string(), z.boolean()]) }),
        ),
      }),
    ),
  ),
  access: 'anyUser',
})

/** Reveals the merchant's secret, which signs requests of its servers; needs a step-up. */
export const revealSecret = call({
  at: 'POST /api/merchants/{id}/reveal-secret',
  params: { id: merchantRef() },
  answer: content(z.object({ iamportSecret: secret(z.string()) })),
  access: 'webhooks',
  repeat: 'safe',
  stepUp: true,
  audit: 'merchant.reveal-secret',
})

/** The merchant's payment channels, as choices for filters. */
export const listPayChannels = call({
  at: 'GET /merchants/{id}/list-paychannels',
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(z.object({ key: z.string(), name: z.string(), is_enabled: z.boolean() }))),
  access: 'transactionsList',
})

export const payMethodSources = [
  'default',
  'payment_link',
  'payment_page',
  'invoice',
  'checkout',
  'subscription',
] as const

/**
 * The ways to pay for a country, a currency (by default the merchant's own) and an amount, by method, as the merchant's
 * enabled channels offer them. For an amount they name the channels that routing would choose. The shopper's page starts with
 * the first way of the first method.
 */
export const listPayMethods = call({
  at: 'GET /merchants/{merchantKey}/paymethodsbyKey',
  params: { merchantKey: merchantRef() },
  query: z.strictObject({
    environment: environment.optional(),
    currency: currency.optional(),
    country_code: country.optional(),
    /** The amount in major units of the currency. */
    amount: text(20).optional(),
    /** The kind of payment: `subscription` has ways of its own, all others the ways that pay once. */
    source: z.enum(payMethodSources).optional(),
  }),
  answer: content(
    z.record(
      z.string(),
      z.array(
        z.object({
          payment_channel_key: z.string(),
          payment_method_key: z.string(),
          sub_type: z.string(),
          /** The name of its own; empty where the method's name applies. */
          display_name: z.string(),
          is_enabled: z.boolean(),
          is_default: z.boolean(),
          tokenization_possible: z.boolean(),
          collect_payslip: z.boolean(),
          /** The months of the instalment plans that are open to the amount; of a way without plans none. */
          plan_months: z.array(z.int()),
          /** Countries, separated by commas; empty for any. */
          country: z.string(),
          currency: z.string(),
        }),
      ),
    ),
  ),
  access: 'transactionsList',
  faults: ['invalidAmount'],
})

/** The merchants that the session may name, as choices: its own and, for a master, its sub-merchants. */
export const listMerchantChoices = call({
  at: 'GET /api/merchants/{id}/choices',
  params: { id: merchantRef() },
  answer: content(
    z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** Whether the session may also change its data. */
        writable: z.boolean(),
      }),
    ),
  ),
  access: 'transactionsList',
})
