import { Fault } from '#contract/faults.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { countPayment } from '#server/analytics/deltas.ts'
import { build, statement, type Places } from '#server/kit/build.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { isTaken } from '#server/kit/failure.ts'
import { metrics } from '#server/kit/metrics.ts'

export interface NewPayment {
  orderRef: string
  linkRef: string
  merchantOrderRef: string
  amountMinor: bigint
  currency: Currency
  channelKey: string
  /** Of a card; null for what needs none. */
  channelToken: string | null
  method: OfferedMethod
  subType: string
  details: MethodDetails
  expiresAt: Date
  shopper: { name: string; email: string; phone: string; address: string }
  description: string
  source: string
}

/** Makes the payment. Where another attempt of the same link is in flight the transaction fails with `inFlight`. */
export function insertPayment(ctx: Ctx, payment: NewPayment): void {
  const { shopper, details, ...told } = payment
  ctx.tx.later(
    newPayment({
      ...ctx.owner,
      ...told,
      details: JSON.stringify(details),
      shopperName: shopper.name,
      shopperEmail: shopper.email,
      emailLower: shopper.email.toLowerCase(),
      shopperPhone: shopper.phone,
      shopperAddress: shopper.address,
      shopperIp: ctx.client.address,
      deviceInfo: ctx.client.userAgent,
      now: ctx.now,
    }),
    (failure) => (isTaken(failure, 'payments_one_in_flight') ? new Fault('inFlight') : failure),
  )
  countPayment(ctx, {
    status: 'Initiated',
    previous_status: '',
    currency: payment.currency,
    payment_method: payment.method,
    channel_key: payment.channelKey,
    link_ref: payment.linkRef,
    amount_minor: payment.amountMinor,
    fee_minor: 0n,
    fee_tax_minor: 0n,
    late: false,
    created_at: ctx.now,
  })
  ctx.tx.afterCommit(() => metrics.payments.inc({ state: 'Initiated' }))
}
type PaymentFacts =
  | 'details'
  | 'shopperName'
  | 'shopperEmail'
  | 'emailLower'
  | 'shopperPhone'
  | 'shopperAddress'
  | 'shopperIp'
  | 'deviceInfo'
type NewRow = Owner & Omit<NewPayment, 'shopper' | 'details'> & Record<PaymentFacts, string> & { now: Date }
const newPayment = statement((row: Places<NewRow>) =>
  build.insertInto('payments').values({
    merchant_id: row.merchantId,
    environment: row.environment,
    order_ref: row.orderRef,
    merchant_order_ref: row.merchantOrderRef,
    link_ref: row.linkRef,
    amount_minor: row.amountMinor,
    currency: row.currency,
    status: 'Initiated',
    payment_method: row.method,
    payment_sub_type: row.subType,
    method_details: row.details,
    expires_at: row.expiresAt,
    cancel_asked_at: null,
    channel_key: row.channelKey,
    channel_token: row.channelToken,
    channel_asked_at: null,
    shopper_name: row.shopperName,
    shopper_email: row.shopperEmail,
    shopper_email_lower: row.emailLower,
    shopper_phone: row.shopperPhone,
    shopper_address: row.shopperAddress,
    shopper_ip: row.shopperIp,
    device_info: row.deviceInfo,
    description: row.description,
    source: row.source,
    created_at: row.now,
    updated_at: row.now,
  }),
)
