import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { newOrderId } from '#contract/made-order-id.ts'
import { paymentLinkFields } from '#contract/payment-link-fields.ts'
import type { PaymentLink } from '#contract/payment-links.ts'
import { emptyForm, formBody, formLike, formPath, type FormValues } from '#console/kit/form/fields.ts'

/** The values of the form; amounts are texts as typed. */
export type LinkValues = FormValues<typeof paymentLinkFields> & { currency: Currency }

/** An empty form. The suggested order id is made from the time and may be overwritten. */
export const emptyLink = ({ currency, now }: { currency: Currency; now: Date }): LinkValues => ({
  ...emptyForm(paymentLinkFields),
  currency,
  merchant_order_id: newOrderId(now),
})

/**
 * The form filled from another link, with a new order id. The merchant's own logo is left out, since the server adds
 * it.
 */
export function linkLike(link: PaymentLink, { now, ownLogo }: { now: Date; ownLogo: string }): LinkValues {
  const like = formLike(paymentLinkFields, link)
  const logo = link.merchant_logo === ownLogo ? '' : link.merchant_logo
  return {
    ...like,
    currency: link.currency,
    merchant_order_id: newOrderId(now),
    merchant_details: { ...like.merchant_details, logo },
  }
}

/** The request's body of the form; empty texts are left out when it is sent. */
export const linkBody = (
  values: LinkValues,
  { merchantKey, environment }: { merchantKey: string; environment: Environment },
): object => ({
  ...formBody(paymentLinkFields, values),
  chaipay_key: merchantKey,
  environment,
  currency: values.currency,
  notify_by_email: values.notify_by_email && values.email.trim() !== '',
  notify_by_phone: values.notify_by_phone && values.phone.trim() !== '',
})

/** The form's field for a path of the body. */
export const linkField = (path: string): string => formPath(paymentLinkFields, path)
