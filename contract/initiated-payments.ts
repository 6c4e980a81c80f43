import { z } from 'zod'
import { attemptFaults } from './checkout.ts'
import { call, flat } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import {
  aliasOf,
  country,
  currency,
  environment,
  money,
  optionalText,
  record,
  secret,
  text,
  webUrl,
} from './kit/wire.ts'
import { limits } from './limits.ts'
import { merchantNames } from './merchant-names.ts'
import { createPaymentLink } from './payment-links.ts'
import { customer, ownFields, unused } from './server-link-body.ts'

const optionalUrl = z.union([webUrl, z.literal('')]).optional()
/** A channel's key, and a way to pay at it, such as `STRIPE_CARD`. */
const channelKey = text(64).meta({ examples: ['SIMULATOR'] })
const methodKey = text(80).meta({ examples: ['SIMULATOR_GRABPAY'] })

/** What is bought with a card: its token, which the provider gave the browser, and what the token is of. */
const tokenParams = z.strictObject({
  token: secret(text(200)),
  partial_card_number: optionalText(40),
  expiry_month: optionalText(4).meta({ examples: ['08'] }),
  expiry_year: optionalText(4).meta({ examples: ['2031'] }),
  type: optionalText(40),
  save_card: z.boolean().optional(),
})

/**
 * Makes a payment link of the source `api` and one attempt to pay it, and waits for the provider's first word. Signed, so that no token is
 * needed. An order id is taken once, unless the last attempt of its order has failed: then this is the order's next attempt.
 */
export const initiatePayment = call({
  at: 'POST /api/initiatePayment',
  body: record({
    ...merchantNames,
    key: aliasOf('chaipay_key', merchantRef()),
    environment: environment.optional(),
    merchant_order_id: text(100),
    amount: money(),
    currency,
    country_code: country.optional(),
    description: optionalText(500),
    success_url: optionalUrl,
    failure_url: optionalUrl,
    pmt_channel: channelKey.optional(),
    pmt_method: methodKey.optional(),
    /** `PREAUTH` only authorises: the money is taken by a capture. */
    transaction_type: z.enum(['PURCHASE', 'PREAUTH']).optional(),
    /** Without it `pmt_channel` alone takes the payment. */
    routing_enabled: z.boolean().optional(),
    routing_params: z
      .strictObject({
        type: z.literal('failover').optional(),
        /** A routing rule, whose channels alone are tried, by their ranks and weights; its conditions are not looked at. */
        route_ref: optionalText(64),
        /** The channels that alone are tried, by their ranks. */
        data: z
          .array(z.strictObject({ channel_key: channelKey, method_key: methodKey, rank: z.int().min(1).max(100) }))
          .min(1)
          .max(20, { error: 'too_many' })
          .optional(),
      })
      .optional(),
    token_params: tokenParams.optional(),
    ...ownFields,
    ...customer,
    ...unused,
    signature_hash: text(100),
  }),
  answer: flat(
    z.object({
      is_success: z.boolean(),
      /** Where the shopper goes next: the provider's page, the merchant's own after the end, or ours, which follows the payment. */
      redirect_url: z.string(),
      channel_order_ref: z.string(),
      merchant_order_ref: z.string(),
      order_ref: z.string(),
      link_ref: z.string(),
      message: z.string(),
      deep_link: z.string(),
      additional_data: z.null(),
      /** A picture of the code to pay by, as a data URL; empty without one. */
      qrcode_url: z.string(),
      expiry_in_minutes: z.string(),
    }),
  ),
  access: createPaymentLink.access,
  server: true,
  keyScope: 'payments',
  bySignature: true,
  errorKeys: ['message'],
  faults: [...createPaymentLink.faults, ...attemptFaults],
  signed: createPaymentLink.signed,
  waitMs: limits.firstWordMs,
  audit: 'payment.initiate',
})
