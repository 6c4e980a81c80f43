import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { imageFile } from './kit/file.ts'
import { machine } from './kit/machine.ts'
import { merchantRef } from './kit/refs.ts'
import { country, currency, environment, httpsUrl, secret, text, timestamp, timeZone } from './kit/wire.ts'
import { limits } from './limits.ts'

export const merchantStatuses = ['ACTIVE', 'INACTIVE'] as const
export const merchantKinds = ['single', 'master', 'managed', 'owned'] as const
/** Merchants hand in, somebody else decides; what is approved or rejected stays so. */
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
  kind: z.enum(merchantKinds),
  status: z.enum(merchantStatuses),
  kyc_status: z.enum(kycStatuses),
  /** The address of a picture that anybody may see, or empty. */
  logo: z.string(),
  isVerifyPayoutsEnabled: z.boolean(),
  master_merchant_access: z.boolean(),
  /** Whether each of its users has to have a second factor. */
  require_two_step: z.boolean(),
  created_at: timestamp,
  /** Counts the changes of the record. */
  revision: z.int(),
})
export type Merchant = z.input<typeof Merchant>

/** The merchant record. Every signed-in user may see their own; the secret is not part of it. */
export const readMerchant = call({
  at: 'GET /merchants/{id}',
  params: { id: merchantRef() },
  answer: content(Merchant),
  access: 'anyUser',
})

/** The fields of the record that its own people may change. */
export const editableFields = [
  'name',
  'brand_name',
  'website_url',
  'time_zone',
  'logo',
  'isVerifyPayoutsEnabled',
  'master_merchant_access',
] as const
/** What the record's story tells changes of: also what others than its own people decide. */
export const toldFields = [...editableFields, 'require_two_step', 'master', 'status', 'kyc_status'] as const

/**
 * Changes what is sent of the record, and nothing else. With the `revision` that the sender has seen, a change that
 * somebody else made meanwhile is not overwritten.
 */
export const updateMerchant = call({
  at: 'POST /merchants/{id}',
  params: { id: merchantRef() },
  body: z.strictObject({
    name: text(120).optional(),
    /** What shoppers read; empty: the name. */
    brand_name: text(120, 0).optional(),
    website_url: z.union([httpsUrl, z.literal('')]).optional(),
    time_zone: timeZone.optional(),
    /** Empty takes it away; a new one is uploaded. */
    logo: z.literal('').optional(),
    isVerifyPayoutsEnabled: z.boolean().optional(),
    /** Of a managed merchant: whether its master may change things for it. Only its own people may say so. */
    master_merchant_access: z.boolean().optional(),
    environment: environment.optional(),
    revision: z.int().min(0).optional(),
  }),
  answer: content(Merchant),
  access: 'administration',
  faults: ['notFound', 'changedMeanwhile'],
  notice: 'Settings saved',
  audit: 'merchant.update',
  onFailure: 'inline',
})

/** Takes a new logo: a square PNG, JPEG or SVG of at least 256 pixels and at most 1 MB. It is drawn anew. */
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
 * Says whether each user of the merchant has to have a second factor; whoever asks for it has one. Who has none sets one
 * up before they do anything else.
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

/** What was changed of the record and by whom, newest first; the latest 50 times. */
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

/** Shows the merchant's secret, which signs server-to-server requests; asks for the password again. */
export const revealSecret = call({
  at: 'POST /api/merchants/{id}/reveal-secret',
  params: { id: merchantRef() },
  answer: content(z.object({ iamportSecret: secret(z.string()) })),
  access: 'webhooks',
  repeat: 'safe',
  stepUp: true,
  audit: 'merchant.reveal-secret',
})

/** The payment channels that are set up, as choices for filters. */
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
 * The ways that a shopper can pay a link of this country and currency, the merchant's own unless said otherwise, by
 * method, as the merchant's enabled channels offer them: the first of the first is what the page begins with.
 */
export const listPayMethods = call({
  at: 'GET /merchants/{merchantKey}/paymethodsbyKey',
  params: { merchantKey: merchantRef() },
  query: z.strictObject({
    environment: environment.optional(),
    currency: currency.optional(),
    country_code: country.optional(),
    /** What is to be paid, in major units of the currency. */
    amount: text(20).optional(),
    /** What is paid: `subscription` has ways of its own, all else the ways that pay once. */
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
          /** Its own name, or empty where it is called as its method is. */
          display_name: z.string(),
          is_enabled: z.boolean(),
          is_default: z.boolean(),
          tokenization_possible: z.boolean(),
          collect_payslip: z.boolean(),
          /** Separated by commas; empty is any. */
          country: z.string(),
          currency: z.string(),
        }),
      ),
    ),
  ),
  access: 'transactionsList',
  faults: ['invalidAmount'],
})

/** The merchants that the session may name, as choices: its own and, for a master, those that it has accepted. */
export const listMerchantChoices = call({
  at: 'GET /api/merchants/{id}/choices',
  params: { id: merchantRef() },
  answer: content(
    z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** Whether the session may also change what is theirs. */
        writable: z.boolean(),
      }),
    ),
  ),
  access: 'transactionsList',
})
