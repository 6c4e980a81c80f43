import { z } from 'zod'
import { requestShape } from './kit/fields.ts'
import { moment } from './kit/moment.ts'
import { country, currency, email, optionalText, phone, record, text, webUrl, environment } from './kit/wire.ts'
import { merchantNames } from './merchant-names.ts'
import { paymentLinkFields } from './payment-link-fields.ts'

/** What merchants' servers send about an order, in the fields that they know. */

const word = optionalText(200)
const optionalUrl = z.union([webUrl, z.literal('')]).optional()
const optionalEmail = z.union([email, z.literal('')]).optional()
/** Read where it is a telephone number; servers send numbers in every form. */
const anyPhone = optionalText(40)
const address = z.strictObject({
  city: word,
  country_code: word,
  country_name: word,
  locale: word,
  line_1: word,
  line_2: word,
  postal_code: word,
  state: word,
})
const flag = z.boolean().optional()

/** The customer of an order. */
export const customer = {
  billing_details: z
    .strictObject({
      billing_name: word,
      billing_surname: word,
      billing_email: optionalEmail,
      billing_phone: anyPhone,
      billing_address: address.optional(),
    })
    .optional(),
  customer_details: z.strictObject({ name: word, email_address: optionalEmail, phone_number: anyPhone }).optional(),
}

const anything = z.record(text(60), z.unknown())
/** What earlier integrations send and nothing here depends on: it is taken, and not kept. */
export const unused = {
  shipping_details: anything.optional(),
  order_details: z.array(anything).max(100, { error: 'too_many' }).optional(),
  pending_url: optionalUrl,
}
const looks = {
  mobile_redirect_url: optionalUrl,
  show_shipping_details: flag,
  show_back_button: flag,
  show_items: flag,
  show_saved_cards: flag,
  is_checkout_embed: flag,
  is_billing_shipping_same: flag,
  default_guest_checkout: flag,
}

/** A link to be made: all that the console sends, and the names of before. */
export const serversLinkBody = record({
  ...merchantNames,
  environment: environment.optional(),
  ...requestShape(paymentLinkFields),
  country_code: country.optional(),
  expiry_date: moment.optional(),
  ...customer,
  ...unused,
  ...looks,
  signature_hash: text(100),
})

const ownField = optionalText(200)
/** What a merchant keeps with an order for itself. */
export const ownFields = {
  user_configured_field1: ownField,
  user_configured_field2: ownField,
  user_configured_field3: ownField,
  user_configured_field4: ownField,
  user_configured_field5: ownField,
}
/** What of a link may be changed; what is not sent stays. */
export const serversLinkChange = record({
  environment: environment.optional(),
  /** In major units of the link's currency, or of the one that is sent. */
  amount: z.number({ error: 'not_a_number' }).optional(),
  currency: currency.optional(),
  country_code: country.optional(),
  description: optionalText(500),
  success_url: optionalUrl,
  failure_url: optionalUrl,
  expiry_date: moment.optional(),
  customer_name: optionalText(120),
  email: optionalEmail,
  phone: z.union([phone, z.literal('')]).optional(),
  ...ownFields,
  ...customer,
  ...unused,
  ...looks,
})
