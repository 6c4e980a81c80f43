import type { z } from 'zod'
import type { PaymentPage } from './payment-pages.ts'

/** What a page says and asks, apart from what has columns: the fields with `column: false` that a request may set. */
export type PageContent = Pick<
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

/** What a page says and asks where its merchant says nothing. */
export const emptyContent: PageContent = {
  merchant_name: '',
  description: [],
  custom_fields: [],
  name_field: 'optional',
  email_field: 'required',
  phone_field: 'off',
  button_text: '',
  terms: '',
  contact_email: '',
  contact_phone: '',
  social_icons: [],
  logo: '',
  pictures: [],
  theme: 'light',
  primary_color: '#1F4FD8',
  secondary_color: '#E8EEF9',
  payment_types: ['all'],
  after_payment: 'message',
  success_message: '',
  listed: false,
  notify_shopper: true,
  confirmation_emails: [],
  texts: {},
}
