import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { MessageLanguage } from '#contract/messages.ts'
import type { PaymentLink } from '#contract/payment-links.ts'
import { amountNumber } from '#console/kit/amount-input.tsx'

/** What the form holds: texts as they are typed. */
export interface LinkValues {
  amount: string
  currency: Currency
  merchant_order_id: string
  description: string
  customer_name: string
  email: string
  phone: string
  country: string | null
  expiry_hours: string
  late_payment: LatePayment
  notify_by_email: boolean
  notify_by_phone: boolean
  language: MessageLanguage
  success_url: string
  failure_url: string
  merchant_back_url: string
  source: string
  merchant_details: { name: string; logo: string; promo_code: string; promo_discount: string; shipping_charges: string }
  billing_address: { line_1: string; line_2: string; city: string; country_code: string | null }
  user_configured_field1: string
  user_configured_field2: string
  user_configured_field3: string
  user_configured_field4: string
  user_configured_field5: string
}

/** An empty form; the order's id is unique enough to begin with and may be overwritten. */
export const emptyLink = ({
  currency,
  now,
  language = 'en',
}: {
  currency: Currency
  now: Date
  language?: MessageLanguage
}): LinkValues => ({
  amount: '',
  currency,
  merchant_order_id: `MERCHANT${now.getTime()}`,
  description: '',
  customer_name: '',
  email: '',
  phone: '',
  country: null,
  expiry_hours: '',
  late_payment: 'accept',
  notify_by_email: false,
  notify_by_phone: false,
  language,
  success_url: '',
  failure_url: '',
  merchant_back_url: '',
  source: '',
  merchant_details: { name: '', logo: '', promo_code: '', promo_discount: '', shipping_charges: '' },
  billing_address: { line_1: '', line_2: '', city: '', country_code: null },
  user_configured_field1: '',
  user_configured_field2: '',
  user_configured_field3: '',
  user_configured_field4: '',
  user_configured_field5: '',
})

/** The form of a link like another one; only the order's id is new. The merchant's own logo comes by itself. */
export const linkLike = (link: PaymentLink, { now, ownLogo }: { now: Date; ownLogo: string }): LinkValues => ({
  ...emptyLink({ currency: link.currency, now, language: link.language }),
  amount: String(link.amount),
  description: link.description,
  customer_name: link.customer_name,
  email: link.email,
  phone: link.phone,
  country: link.country || null,
  expiry_hours: link.expiry_hours === null ? '' : String(link.expiry_hours),
  late_payment: link.late_payment,
  success_url: link.success_url,
  failure_url: link.cancel_url,
  merchant_back_url: link.merchant_back_url,
  source: link.source,
  merchant_details: {
    name: link.merchant_name,
    logo: link.merchant_logo === ownLogo ? '' : link.merchant_logo,
    promo_code: link.promo_code,
    promo_discount: link.promo_discount === 0 ? '' : String(link.promo_discount),
    shipping_charges: link.shipping_charges === 0 ? '' : String(link.shipping_charges),
  },
  billing_address: {
    line_1: link.line_1,
    line_2: link.line_2,
    city: link.city,
    country_code: link.countryCode || null,
  },
  user_configured_field1: link.user_configured_field1,
  user_configured_field2: link.user_configured_field2,
  user_configured_field3: link.user_configured_field3,
  user_configured_field4: link.user_configured_field4,
  user_configured_field5: link.user_configured_field5,
})

/** What is sent of the form; what is left empty goes on the way. */
export const linkBody = (
  values: LinkValues,
  { merchantKey, environment }: { merchantKey: string; environment: Environment },
): object => ({
  ...values,
  chaipay_key: merchantKey,
  environment,
  amount: amountNumber(values.amount),
  country: values.country ?? undefined,
  notify_by_email: values.notify_by_email && values.email.trim() !== '',
  notify_by_phone: values.notify_by_phone && values.phone.trim() !== '',
  expiry_hours: amountNumber(values.expiry_hours),
  merchant_details: {
    ...values.merchant_details,
    promo_discount: amountNumber(values.merchant_details.promo_discount),
    shipping_charges: amountNumber(values.merchant_details.shipping_charges),
  },
  billing_address: { ...values.billing_address, country_code: values.billing_address.country_code ?? undefined },
})

/** The form's field for a field of the body that goes by another name there. */
export const linkField = (path: string): string =>
  path === 'cancel_url' ? 'failure_url' : path === 'merchant_order_ref' ? 'merchant_order_id' : path
