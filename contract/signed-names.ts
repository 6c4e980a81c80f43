/**
 * The names that `signature_hash` covers in outgoing messages. For requests, the call's own `signed` has them. The
 * types of signing code enforce the names, and the console shows them beside the merchant's secret.
 */
export const signedNames = {
  /** The return address of a shopper. */
  return: ['channel_order_ref', 'merchant_order_ref', 'order_ref', 'status'],
  /** The body of a webhook about a payment. */
  payment: [
    'amount',
    'channel_key',
    'channel_order_ref',
    'country_code',
    'currency',
    'merchant_order_ref',
    'method_name',
    'order_ref',
    'status',
  ],
  /** The body of a webhook about a payment link. */
  paymentLink: ['amount', 'country_code', 'currency', 'link_ref', 'merchant_order_ref', 'status'],
  /** The body of a webhook about a refund. */
  refund: ['amount', 'currency', 'payment_txn_ref', 'refund_id', 'refund_status'],
  /** A request for a payout. */
  payoutRequest: ['amount', 'client_key', 'currency', 'merchant_txn_ref', 'to_account_no', 'virtual_account_no'],
  /** The request by which people verify or approve payouts. */
  payoutDecision: ['action', 'client_key', 'environment', 'otp', 'txn_refs'],
  /** The body of a webhook about a payout. */
  payout: ['amount', 'channel_key', 'currency', 'merchant_txn_ref', 'status', 'to_account_no', 'txn_ref'],
  /** The body of a webhook about a deposit. */
  virtualAccount: ['amount', 'currency', 'txn_ref', 'txn_type', 'vaaccount_no'],
  /** The body of a webhook about a settlement of sales abroad. */
  remittance: ['base_currency', 'destination_currency', 'net_bc', 'settlement_ref', 'source_currency', 'status'],
  /** The body of a webhook about an invoice. */
  invoice: ['amount', 'currency', 'invoice_ref', 'merchant_invoice_ref', 'status'],
  /** The body of a webhook about a subscription. */
  subscription: ['currency', 'merchant_order_ref', 'order_ref', 'status'],
  /** The body of the request for a confirmation before capture. */
  confirmation: ['amount', 'currency', 'merchant_order_ref', 'portone_key', 'portone_order_ref'],
  /** The body of a webhook of type onboarding about the merchant's KYC. */
  onboarding: ['channel_key', 'merchant_id', 'onboarding_status', 'onboarding_type'],
  /** The body of a webhook of type onboarding about a channel. */
  channelOnboarding: ['channel_key', 'merchant_key', 'status'],
} as const

/** The parameters that a signature covers, no more and no fewer. */
export type Signed<What extends keyof typeof signedNames> = Record<(typeof signedNames)[What][number], string>
