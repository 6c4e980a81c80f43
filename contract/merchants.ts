import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { country, currency, environment, text, timestamp } from './kit/wire.ts'

export const merchantStatuses = ['ACTIVE', 'INACTIVE'] as const
export const merchantKinds = ['single', 'master', 'managed', 'owned'] as const
export const kycStatuses = ['PENDING', 'SUBMITTED', 'APPROVED', 'REJECTED', 'RESUBMIT'] as const

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
  /** A data URL, or empty. */
  logo: z.string(),
  isVerifyPayoutsEnabled: z.boolean(),
  master_merchant_access: z.boolean(),
  created_at: timestamp,
})
export type Merchant = z.input<typeof Merchant>

/** The merchant record. Every signed-in user may see their own; the secret is not part of it. */
export const readMerchant = call({ at: 'GET /merchants/{id}', answer: content(Merchant), access: 'anyUser' })

/** Shows the merchant's secret, which signs server-to-server requests; asks for the password again. */
export const revealSecret = call({
  at: 'POST /api/merchants/{id}/reveal-secret',
  answer: content(z.object({ iamportSecret: z.string() })),
  access: 'webhooks',
  repeat: 'safe',
  stepUp: true,
  audit: 'merchant.reveal-secret',
})

/** The payment channels that are set up, as choices for filters. */
export const listPayChannels = call({
  at: 'GET /merchants/{id}/list-paychannels',
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(z.object({ key: z.string(), name: z.string(), is_enabled: z.boolean() }))),
  access: 'transactionsList',
})

/**
 * The ways that a shopper can pay a link of this country and currency, the merchant's own unless said otherwise, by
 * method, as the merchant's enabled channels offer them: the first of the first is what the page begins with.
 */
export const listPayMethods = call({
  at: 'GET /merchants/{merchantKey}/paymethodsbyKey',
  query: z.strictObject({
    environment: environment.optional(),
    currency: currency.optional(),
    country_code: country.optional(),
    amount: text(20).optional(),
    source: text(40).optional(),
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
})
