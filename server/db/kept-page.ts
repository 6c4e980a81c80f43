import type { z } from 'zod'
import type { PaymentPage } from '#contract/payment-pages.ts'

/** A shopper's answers, by the ids of the page's fields. */
export type KeptAnswers = Record<string, string | boolean>

/** What a page says and asks, apart from what has columns: the fields with `column: false` that a request may set. */
export type KeptPageContent = Pick<
  z.output<typeof PaymentPage>,
  | 'merchant_name'
  | 'description'
  | 'custom_fields'
  | 'name_field'
  | 'email_field'
  | 'phone_field'
  | 'button_text'
  | 'terms'
  | 'contact_email'
  | 'contact_phone'
  | 'social_icons'
  | 'logo'
  | 'pictures'
  | 'theme'
  | 'primary_color'
  | 'secondary_color'
  | 'payment_types'
  | 'after_payment'
  | 'success_message'
  | 'listed'
  | 'notify_shopper'
  | 'confirmation_emails'
  | 'texts'
>

/** A version of a page: its content, and its columns as texts, numbers and null; amounts in minor units. */
export type KeptPage = KeptPageContent & Record<string, unknown>
