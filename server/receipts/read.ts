import type { Receipt } from '#checkout/receipt-view.ts'
import { shownOrderId } from '#contract/made-order-id.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import { bestLanguage } from '#i18n/negotiate.ts'
import type { Language } from '#i18n/languages.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { payableOf } from '#server/payables/payable.ts'

/** The receipt of a payment, and who gets it by mail. */
export interface FoundReceipt {
  receipt: Receipt
  /** The reference of what was paid, in whose page's address the receipt is. */
  payableRef: string
  /** The address that the shopper gave; empty where they gave none. */
  recipient: string
  /** The language of the page that they paid on. */
  language: Language
  /** The domain of what was paid sends its own. */
  isSentByOthers: boolean
}

/** The receipt of a payment as it is now; undefined when the payment is absent or no money came. */
export async function readReceipt(ctx: Ctx, orderRef: string): Promise<FoundReceipt | undefined> {
  const payment = await findPaid(ctx, orderRef)
  if (!payment) return undefined
  const of = payment.payable_ref === '' ? undefined : payableOf(ctx, payment.payable_kind)
  const [standing, merchant, timeline, refunds] = await Promise.all([
    of?.read(ctx, payment.payable_ref),
    merchantOf(ctx),
    readTimeline(ctx, 'payment', orderRef),
    listRefunded(ctx, orderRef),
  ])
  const shop = standing?.page.merchant
  const returnTo = (standing && (await of?.returnTo(ctx, standing, payment))) || ''
  const receipt: Receipt = {
    environment: ctx.owner.environment,
    merchant: {
      name: shop?.name || merchant.brand_name || merchant.name,
      logo: shop?.logo || logoAddress(ctx.services, merchant.logo),
      backUrl: returnTo || shop?.backUrl || merchant.website_url,
    },
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    description: standing?.description ?? '',
    orderId: shownOrderId(payment.merchant_order_ref),
    reference: orderRef,
    method: {
      type: payment.payment_method as OfferedMethod,
      subType: payment.payment_sub_type,
      brand: payment.card_brand,
      lastFour: payment.masked_card_number.slice(-4),
    },
    paidAt: timeline.find(({ event }) => event.startsWith('captured'))?.at ?? payment.updated_at,
    timeZone: merchant.time_zone,
    refunds: refunds.map(({ refund_id, amount_minor, updated_at }) => ({
      refundId: refund_id,
      amountMinor: amount_minor,
      at: updated_at,
    })),
  }
  return {
    receipt,
    payableRef: payment.payable_ref,
    recipient: payment.shopper_gave_email ? payment.shopper_email : '',
    language: bestLanguage([payment.method_details.language ?? '']),
    isSentByOthers: of?.sendsReceipts === true,
  }
}

/** The columns of a payment that a receipt needs, once its money has come. Index: primary key. */
const findPaid = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payments')
    .select([
      'order_ref',
      'merchant_order_ref',
      'channel_order_ref',
      'payable_kind',
      'payable_ref',
      'amount_minor',
      'currency',
      'status',
      'status_reason',
      'payment_method',
      'payment_sub_type',
      'method_details',
      'masked_card_number',
      'card_brand',
      'shopper_email',
      'shopper_gave_email',
      'updated_at',
    ])
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'Success')
    .executeTakeFirst()

/** The refunds of a payment that have reached the shopper, oldest first. Index: refunds_by_payment. */
const listRefunded = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('refunds')
    .select(['refund_id', 'amount_minor', 'updated_at'])
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'SUCCESS')
    .orderBy('updated_at')
    .orderBy('refund_id')
    .limit(1_000)
    .execute()
