import { type OfferedMethod, wayOf } from '#contract/methods.ts'
import { atChannel } from '#server/channels/at-channel.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import type { Channel } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payAddress, type Asking } from '#server/payables/payable.ts'
import type { AuthoriseRequest } from '#server/providers/provider.ts'
import type { ReadPayment } from './for-channel.ts'

/**
 * The request for a payment; null when the card's token has been deleted.
 * @param asking what its payable adds, of those with mandates.
 */
export function authoriseRequest(
  ctx: Ctx,
  payment: ReadPayment,
  channel: Channel,
  asking: Asking | null = null,
): AuthoriseRequest | null {
  const { order_ref: orderRef, channel_token: token, method_details: details } = payment
  const type = payment.payment_method as OfferedMethod
  const way = wayOf(type, payment.payment_sub_type)
  // The card's token is deleted when the payment ends. The page of a provider that asks for the card itself gives none.
  const isThere = !asking || 'setUp' in asking.mandate
  if (isThere && way && atChannel(way, channel.catalogueKey).asks.includes('card') && !token) return null
  const language = details.language ? `&lang=${details.language}` : ''
  return {
    key: orderRef,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    method: { type, subType: payment.payment_sub_type },
    given: {
      ...(token && { token }),
      ...(details.phone && { phone: details.phone }),
      ...(details.upi_id && { upiId: details.upi_id }),
      ...(details.plan_months && { planMonths: details.plan_months }),
      ...(details.bank && { bank: details.bank }),
    },
    payerName: payment.shopper_name,
    capture: !payment.confirms && !payment.authorises_only,
    description: payment.description,
    callbackUrl: callbackAddress(ctx.services, channel, ctx.owner.environment),
    returnUrl: `${payAddress(ctx, payment.payable_ref)}?returned=1${language}`,
    expiresAt: payment.expires_at,
    country: payment.country,
    payerEmail: payment.shopper_email,
    merchantKey: channel.merchantKey,
    environment: ctx.owner.environment,
    ...(asking && { mandate: asking.mandate }),
    ...(asking?.simulatedAt && { simulatedAt: asking.simulatedAt }),
  }
}
