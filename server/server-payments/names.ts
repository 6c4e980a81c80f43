import { methodKeyOf } from '#contract/method-keys.ts'

/** What the names for merchants' servers are made of. */
interface Paid {
  payment_channel_name: string
  channel_key: string
  payment_method: string
  payment_sub_type: string
  actual_payment_method: string
  shopper_name: string
  shopper_email: string
  shopper_phone: string
  shopper_address: string
  link_ref: string
  page_ref: string
  status: string
  amount: bigint
  refunded: bigint
  refunding: bigint
}

/** A payment under the names that merchants' servers know. */
export function serverNames(payment: Paid, merchant: { key: string }) {
  const isRefundable = payment.status === 'Success' && payment.refunded + payment.refunding < payment.amount
  return {
    channel_name: payment.payment_channel_name,
    method_name: payment.payment_method,
    method_key: methodKeyOf(payment.channel_key, { type: payment.payment_method, subType: payment.payment_sub_type }),
    method_sub_type: payment.payment_sub_type,
    payment_method_used: payment.actual_payment_method || payment.payment_method,
    buyer_name: payment.shopper_name,
    buyer_email: payment.shopper_email,
    buyer_phone: payment.shopper_phone,
    buyer_address1: payment.shopper_address,
    payment_link_ref: payment.link_ref,
    payment_page_ref: payment.page_ref,
    is_refund_allowed: isRefundable,
    is_multi_refund_allowed: isRefundable,
    merchant_key: merchant.key,
  }
}

/** The five fields of the merchant's own, from their column. */
export const ownFieldsOf = (kept: readonly string[]) => ({
  user_configured_field1: kept[0] ?? '',
  user_configured_field2: kept[1] ?? '',
  user_configured_field3: kept[2] ?? '',
  user_configured_field4: kept[3] ?? '',
  user_configured_field5: kept[4] ?? '',
})
