import type Stripe from 'stripe'
import type { OfferedMethod } from '#contract/methods.ts'
import type { AuthoriseRequest } from '../provider.ts'

type IntentParams = Stripe.PaymentIntentCreateParams
type MethodParams = Pick<IntentParams, 'payment_method' | 'payment_method_data' | 'payment_method_options'>

/** The request that creates a payment and confirms it in one; `amount` is in Stripe's own units. */
export function intentParams(wished: AuthoriseRequest, amount: number): IntentParams {
  const { key, currency, method, capture, description, returnUrl, merchantKey, environment } = wished
  const type = methodTypeOf(method)
  return {
    amount,
    currency: currency.toLowerCase(),
    confirm: true,
    capture_method: capture ? 'automatic' : 'manual',
    allowed_payment_method_types: [type],
    ...methodParams(type, wished),
    return_url: returnUrl,
    ...(description && { description: description.slice(0, 1_000) }),
    metadata: { order_ref: key, merchant_key: merchantKey, environment },
  }
}

const methodTypes = {
  GRABPAY: 'grabpay',
  ALIPAY: 'alipay',
  PAYNOW: 'paynow',
  PROMPTPAY: 'promptpay',
  FPX: 'fpx',
  KONBINI: 'konbini',
} as const
type MethodType = 'card' | (typeof methodTypes)[keyof typeof methodTypes]

function methodTypeOf({ type, subType }: { type: OfferedMethod; subType: string }): MethodType {
  if (type === 'CARD') return 'card'
  if (Object.hasOwn(methodTypes, subType)) return methodTypes[subType as keyof typeof methodTypes]
  throw new Error(`Stripe does not take ${type} ${subType}`)
}

function methodParams(type: MethodType, { given, payerName, payerEmail, expiresAt }: AuthoriseRequest): MethodParams {
  if (type === 'card') return { payment_method: given.token ?? '' }
  const billing = { ...(payerName && { name: payerName }), ...(payerEmail && { email: payerEmail }) }
  const data = { type, ...(Object.keys(billing).length > 0 && { billing_details: billing }) }
  if (type === 'fpx') return { payment_method_data: { ...data, fpx: { bank: given.bank ?? '' } } }
  if (type !== 'konbini') return { payment_method_data: data }
  const konbini = expiresAt ? { expires_at: Math.floor(expiresAt.getTime() / 1_000) } : {}
  return { payment_method_data: data, payment_method_options: { konbini } }
}
