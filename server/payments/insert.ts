import type { Currency } from '#contract/kit/money.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod, Way } from '#contract/methods.ts'
import { countPayment } from '#server/rollups/deltas.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import type { RoutingReason } from '#contract/routing.ts'
import type { Route } from '#server/routing/choose.ts'
import type { PayableRef } from '#server/payables/payable.ts'
import { deviceOf, type Device } from './device-of.ts'
import { authorisedDays } from './lapse.ts'
import { traitsOf } from './traits.ts'

export interface NewPayment {
  orderRef: string
  payable: PayableRef & { part: number; sourceRef: string }
  merchantOrderRef: string
  amountMinor: bigint
  currency: Currency
  /** The country of the payable, ISO 3166-1 alpha-2. */
  country: string
  channelKey: string
  /** The token of a card; null for a method without one. */
  channelToken: string | null
  method: OfferedMethod
  subType: string
  details: MethodDetails
  expiresAt: Date
  /** `gaveEmail`: the address came with the form in which they paid, so they get receipts there. */
  shopper: { name: string; email: string; gaveEmail: boolean; phone: string; address: string }
  description: string
  source: string
  /** The merchant's server is asked before the payment is captured, where its channel can authorise first. */
  confirms: boolean
  /** The money is only authorised until its merchant captures it. */
  authorisesOnly?: boolean
  /** The mandate by which it is charged; absent where its shopper is there. */
  mandateRef?: string
  /** The moment of the test clock by which it is made. */
  simulatedAt?: Date
  /** An attempt to pay the same failed before. */
  follows?: boolean
  /** Why it is at its channel; absent where nothing was decided. */
  route?: Omit<Route, 'channelKey'>
}

/** The expiry of an attempt: the method's own limit, but not beyond the payable's expiry, after which money is late. */
export function expiryOf(way: Pick<Way, 'minutes'>, payableExpiresAt: Date | null, now: Date): Date {
  const own = new Date(now.getTime() + way.minutes * 60_000)
  return payableExpiresAt && payableExpiresAt < own ? payableExpiresAt : own
}

/** Notes which attempt follows one that failed by the provider's fault. */
export const nameNext = (ctx: Ctx, orderRef: string, next: string): void =>
  ctx.write(
    ctx.own
      .update('payments')
      .set({ failover_next: next })
      .where('order_ref', '=', orderRef)
      .where('failover_next', '=', ''),
  )

/** Inserts the payment. Where another attempt of the same payable is in flight the transaction fails with `inFlight`. */
export function insertPayment(ctx: Ctx, payment: NewPayment): void {
  const { payable, shopper, details, follows = false, route = unrouted, ...columns } = payment
  // The request of a merchant's server is not its shopper's.
  const client = ctx.actor.kind === 'server' ? { address: '', userAgent: '' } : ctx.client
  const device = deviceOf(client.userAgent)
  const shopperCountry = ctx.services.countryOf?.(client.address) ?? ''
  const { channelKey, method: type, subType } = payment
  const row = newPayment({
    ...ctx.owner,
    ...columns,
    ...device,
    firstAttempt: !follows,
    confirms: payment.confirms && authorisedDays({ channelKey, type, subType }) !== undefined,
    authorisesOnly: payment.authorisesOnly ?? false,
    payableKind: payable.kind,
    payableRef: payable.ref,
    part: payable.part,
    sourceRef: payable.sourceRef,
    routingRef: route.routingRef,
    routingVersion: route.version,
    rank: route.rank,
    reason: route.reason,
    skipped: route.skipped.length > 0 ? JSON.stringify(route.skipped) : null,
    failoverFrom: route.failoverFrom,
    tries: route.tries,
    details: JSON.stringify(details),
    mandateRef: payment.mandateRef ?? '',
    simulatedAt: payment.simulatedAt ?? null,
    shopperName: shopper.name,
    shopperEmail: shopper.email,
    emailLower: shopper.email.toLowerCase(),
    nameLower: shopper.name.toLowerCase(),
    gaveEmail: shopper.gaveEmail,
    shopperPhone: shopper.phone,
    shopperAddress: shopper.address,
    shopperIp: client.address,
    shopperCountry,
    deviceInfo: client.userAgent,
    now: ctx.realNow,
  })
  ctx.write(row)
  ctx.write(markAbroad({ ...ctx.owner, orderRef: payment.orderRef, currency: payment.currency }))
  if (route.rollout) {
    const { rolloutId: rollout_id, arm } = route.rollout
    ctx.write(ctx.own.insert('rollout_payments', { rollout_id, order_ref: payment.orderRef, arm }))
  }
  countPayment(ctx, {
    status: 'Initiated',
    previous_status: '',
    currency: payment.currency,
    payment_method: payment.method,
    channel_key: payment.channelKey,
    amount_minor: payment.amountMinor,
    fee_minor: 0n,
    fee_tax_minor: 0n,
    held: false,
    created_at: ctx.realNow,
    traits: traitsOf({
      source: payment.source,
      payment_sub_type: payment.subType,
      country: payment.country,
      shopper_country: shopperCountry,
      method_details: details,
      ...device,
      first_attempt: !follows,
    }),
  })
  ctx.afterCommit(() => metrics.payments.inc({ state: 'Initiated' }))
}
const unrouted = {
  routingRef: '',
  version: 0,
  rank: 0,
  reason: '',
  skipped: [],
  failoverFrom: '',
  tries: false,
  rollout: null,
} as const
type PaymentFacts =
  | 'payableKind'
  | 'payableRef'
  | 'sourceRef'
  | 'details'
  | 'shopperName'
  | 'shopperEmail'
  | 'emailLower'
  | 'nameLower'
  | 'shopperPhone'
  | 'shopperAddress'
  | 'shopperIp'
  | 'shopperCountry'
  | 'deviceInfo'
type NewRow = Owner &
  Omit<
    NewPayment,
    'payable' | 'shopper' | 'details' | 'route' | 'mandateRef' | 'simulatedAt' | 'follows' | 'authorisesOnly'
  > &
  Device &
  Record<PaymentFacts, string> & {
    part: number
    firstAttempt: boolean
    gaveEmail: boolean
    authorisesOnly: boolean
    routingRef: string
    routingVersion: number
    rank: number
    reason: RoutingReason | ''
    skipped: string | null
    failoverFrom: string
    tries: boolean
    mandateRef: string
    simulatedAt: Date | null
    now: Date
  }
const newPayment = statement((row: Places<NewRow>) =>
  build.insertInto('payments').values({
    merchant_id: row.merchantId,
    environment: row.environment,
    order_ref: row.orderRef,
    merchant_order_ref: row.merchantOrderRef,
    payable_kind: row.payableKind,
    payable_ref: row.payableRef,
    payable_part: row.part,
    source_ref: row.sourceRef,
    amount_minor: row.amountMinor,
    currency: row.currency,
    country: row.country,
    status: 'Initiated',
    payment_method: row.method,
    payment_sub_type: row.subType,
    method_details: row.details,
    expires_at: row.expiresAt,
    cancel_asked_at: null,
    channel_key: row.channelKey,
    channel_token: row.channelToken,
    channel_asked_at: null,
    approved_at: null,
    complete_asked_at: null,
    finish_asked_at: null,
    confirms: row.confirms,
    authorises_only: row.authorisesOnly,
    capture_by: null,
    lapse_told_at: null,
    shopper_name: row.shopperName,
    shopper_email: row.shopperEmail,
    shopper_email_lower: row.emailLower,
    shopper_name_lower: row.nameLower,
    shopper_gave_email: row.gaveEmail,
    shopper_phone: row.shopperPhone,
    shopper_address: row.shopperAddress,
    shopper_ip: row.shopperIp,
    shopper_country: row.shopperCountry,
    device_info: row.deviceInfo,
    device: row.device,
    system: row.system,
    browser: row.browser,
    first_attempt: row.firstAttempt,
    description: row.description,
    source: row.source,
    routing_ref: row.routingRef,
    routing_version: row.routingVersion,
    routing_rank: row.rank,
    routing_reason: row.reason,
    routing_skipped: row.skipped,
    failover_from: row.failoverFrom,
    tries_channel: row.tries,
    mandate_ref: row.mandateRef,
    simulated_at: row.simulatedAt,
    created_at: row.now,
    updated_at: row.now,
  }),
)

/** A sale abroad, in another currency than the merchant's own, has yet to be settled. */
const markAbroad = statement((sale: Places<Owner & { orderRef: string; currency: Currency }>) =>
  build
    .updateTable('payments')
    .from('merchants')
    .set({ remit_status: 'UNSETTLED' })
    .where('payments.merchant_id', '=', sale.merchantId)
    .where('payments.environment', '=', sale.environment)
    .where('payments.order_ref', '=', sale.orderRef)
    .where('merchants.merchant_id', '=', sale.merchantId)
    .where('merchants.cross_border_enabled', '=', true)
    .where('merchants.currency', '<>', sale.currency),
)
