import { z } from 'zod'
import { requestShape } from './kit/fields.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, environment, optionalText, record } from './kit/wire.ts'
import { paymentPageFields } from './payment-page-fields.ts'

/** In major units of the page's currency, which the request need not name: the server converts it. */
const amount = z.number({ error: 'not_a_number' }).min(0, { error: 'negative' }).optional()

/** What saving a page may change: every field of its creation, each left out to stay. */
export const PageUpdate = record({
  ...requestShape(paymentPageFields),
  key: merchantRef().optional(),
  environment: environment.optional(),
  page_ref: ref('paymentPage').optional(),
  /** The version that was seen. */
  version: z
    .int()
    .min(1)
    .meta({ examples: [1] }),
  status: z.enum(['activated', 'deactivated']).optional(),
  currency: currency.optional(),
  amount,
  min_amount: amount,
  max_amount: amount,
  merchant_details: z
    .strictObject({ name: optionalText(120), promo_discount: amount, shipping_charges: amount })
    .optional(),
})
