import { z } from 'zod'
import {
  country,
  currency,
  email,
  environment,
  merchantRef,
  money,
  optionalText,
  phone,
  record,
  text,
  webUrl,
} from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { limits } from './limits.ts'
import { messageLanguages } from './messages.ts'

/** What a new link is made of; only the amount and its currency have to be said. */
export const NewPaymentLink = record({
  chaipay_key: merchantRef(),
  environment,
  /** Unique per merchant, environment and kind of order. `merchant_order_ref` is the same under another name. */
  merchant_order_id: text(100).optional(),
  merchant_order_ref: text(100).optional(),
  amount: money(),
  currency,
  country: country.optional(),
  customer_name: optionalText(120),
  email: z.union([email, z.literal('')]).optional(),
  phone: z.union([phone, z.literal('')]).optional(),
  description: optionalText(500),
  /** Hours until the link can no longer be paid; without it, it stays payable. */
  expiry_hours: z.int().min(1, { error: 'too_small' }).max(limits.linkExpiryHoursMost, { error: 'too_big' }).optional(),
  source: optionalText(40),
  success_url: z.union([webUrl, z.literal('')]).optional(),
  /** `cancel_url` is the same under another name. */
  failure_url: z.union([webUrl, z.literal('')]).optional(),
  cancel_url: z.union([webUrl, z.literal('')]).optional(),
  merchant_back_url: z.union([webUrl, z.literal('')]).optional(),
  merchant_details: z
    .strictObject({
      name: optionalText(120),
      logo: z.union([webUrl, z.literal('')]).optional(),
      back_url: z.union([webUrl, z.literal('')]).optional(),
      promo_code: optionalText(40),
      promo_discount: money('currency', { min: 'zero' }).optional(),
      shipping_charges: money('currency', { min: 'zero' }).optional(),
    })
    .optional(),
  billing_address: z
    .strictObject({
      line_1: optionalText(120),
      line_2: optionalText(120),
      city: optionalText(80),
      country_code: z.union([country, z.literal('')]).optional(),
    })
    .optional(),
  user_configured_field1: optionalText(200),
  user_configured_field2: optionalText(200),
  user_configured_field3: optionalText(200),
  user_configured_field4: optionalText(200),
  user_configured_field5: optionalText(200),
  /** Sends the link to its customer at once; needs `email`. */
  notify_by_email: z.boolean().optional(),
  /** The same by SMS; needs `phone`. */
  notify_by_phone: z.boolean().optional(),
  /** In which the customer is written to. */
  language: z.enum(messageLanguages).optional(),
  late_payment: z.enum(latePayments).optional(),
  signature_hash: text(100),
})
