import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { currency, environment, timestamp } from './kit/wire.ts'

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

/** The merchants that the session may name, as choices: its own and, for a master, those that it has accepted. */
export const listMerchantChoices = call({
  at: 'GET /api/merchants/{id}/choices',
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
