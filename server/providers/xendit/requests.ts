import { wayOf } from '#contract/methods.ts'
import type { AuthoriseRequest, RefundRequest } from '../provider.ts'

/** Whether a payment is an invoice, on whose page the card is entered; everything else is a payment request. */
export const isInvoice = (method: { type: string }): boolean => method.type === 'CARD'

/** Finds what a payment request or an invoice is named by us. */
export const listPath = (method: { type: string }, key: string): string =>
  isInvoice(method)
    ? `/v2/invoices?external_id=${encodeURIComponent(key)}`
    : `/payment_requests?reference_id=${encodeURIComponent(key)}`

export const paymentPath = (method: { type: string }, ref: string): string =>
  `/${isInvoice(method) ? 'v2/invoices' : 'payment_requests'}/${encodeURIComponent(ref)}`

/** The request that creates a payment; null for what Xendit does not take: a way, a bank of it, OVO without a telephone, a card to be captured later. */
export function creation(wished: AuthoriseRequest, amount: number, now: Date): { path: string; body: unknown } | null {
  if (isInvoice(wished.method)) {
    return wished.capture ? { path: '/v2/invoices/', body: invoice(wished, amount, now) } : null
  }
  const means = meansOf(wished)
  if (!means) return null
  const { key, currency, country } = wished
  return {
    path: '/payment_requests',
    body: {
      reference_id: key,
      amount,
      currency,
      country,
      // The reference of the method is the same, as some call-backs carry it in place of the payment's.
      payment_method: { reference_id: key, reusability: 'ONE_TIME_USE', ...means },
      capture_method: wished.capture ? 'AUTOMATIC' : 'MANUAL',
      description: described(wished),
      metadata: metadataOf(wished),
    },
  }
}

/** Refunds name their payment by the kind that it is. */
export const refundBody = ({ key, method, currency }: RefundRequest, paymentRef: string, amount: number) => ({
  ...paymentField(method, paymentRef),
  reference_id: key,
  amount,
  currency,
  reason: 'REQUESTED_BY_CUSTOMER',
})

export const refundsPath = (method: { type: string }, paymentRef: string, after = ''): string => {
  const query = new URLSearchParams({ ...paymentField(method, paymentRef), limit: '100' })
  if (after) query.set('after_id', after)
  return `/refunds?${query}`
}

const paymentField = (method: { type: string }, ref: string) =>
  isInvoice(method) ? { invoice_id: ref } : { payment_request_id: ref }

/** The payment method in Xendit's form: its type and, under the name of the type, its channel. */
function meansOf({ method, given, payerName, expiresAt, returnUrl }: AuthoriseRequest) {
  const number = mobileNumber(given.phone)
  const returns = { success_return_url: returnUrl, failure_return_url: returnUrl }
  const until = expiresAt ? { expires_at: expiresAt.toISOString() } : {}
  const named = { customer_name: customerName(payerName), ...until }
  switch (method.type) {
    case 'WALLET':
      if (wayOf(method.type, method.subType)?.asks.includes('phone') && !number) return null
      return {
        type: 'EWALLET',
        ewallet: {
          channel_code: method.subType,
          channel_properties: {
            ...returns,
            cancel_return_url: returnUrl,
            ...(number && { mobile_number: number }),
          },
        },
      }
    case 'QR_CODE':
      return { type: 'QR_CODE', qr_code: { channel_code: method.subType, channel_properties: until } }
    case 'VA_BANK_TRANSFER':
      if (!given.bank) return null
      return { type: 'VIRTUAL_ACCOUNT', virtual_account: { channel_code: given.bank, channel_properties: named } }
    case 'OTC':
      return { type: 'OVER_THE_COUNTER', over_the_counter: { channel_code: method.subType, channel_properties: named } }
    case 'NET_BANKING':
      if (!given.bank) return null
      return { type: 'DIRECT_DEBIT', direct_debit: { channel_code: `${given.bank}_FPX`, channel_properties: returns } }
    default:
      return null
  }
}

function invoice(wished: AuthoriseRequest, amount: number, now: Date) {
  const { key, currency, payerName, payerEmail, returnUrl, expiresAt } = wished
  return {
    external_id: key,
    amount,
    currency,
    description: described(wished),
    ...(payerEmail && { payer_email: payerEmail }),
    customer: { given_names: customerName(payerName), ...(payerEmail && { email: payerEmail }) },
    payment_methods: ['CREDIT_CARD'],
    success_redirect_url: returnUrl,
    failure_redirect_url: returnUrl,
    should_send_email: false,
    ...(expiresAt && {
      invoice_duration: Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)),
    }),
    metadata: metadataOf(wished),
  }
}

const described = ({ description }: AuthoriseRequest): string => description.slice(0, 1_000)

const metadataOf = ({ key, merchantKey, environment }: AuthoriseRequest) => ({
  order_ref: key,
  merchant_key: merchantKey,
  environment,
})

/** Xendit takes E.164 alone; a number that was given without its country is none. */
function mobileNumber(phone = ''): string | undefined {
  const number = phone.replaceAll(/[^+\d]/g, '')
  return /^\+\d{8,15}$/.test(number) ? number : undefined
}

/** Banks and counters print the name; they take letters, digits and blanks. */
const customerName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .slice(0, 40) || 'Customer'
