/**
 * The reasons of declines, the same for every provider: an adapter maps its provider's codes to these.
 * `code` is the gateway's published status code. The words are in `i18n/<tag>`: the shopper's in `checkout.json`, the
 * merchant's in `console.json` under `declines.<reason>`.
 */
export const declines = {
  BANK_REFUSED_TRANSACTION: { code: '6001' },
  FUNDS_LIMIT_ERROR: { code: '6002' },
  INVALID_CARD_INFO_ERROR: { code: '6011' },
  INVALID_CARD_NOT_SUPPORTED_ERROR: { code: '6012' },
  INVALID_CARD_EXPIRED_ERROR: { code: '6013' },
  INVALID_CARD_DECLINED_ERROR: { code: '6014' },
  INVALID_CARD_BLOCKED_ERROR: { code: '6015' },
  INVALID_CARD_3DS_ERROR: { code: '6016' },
  INVALID_CARD_PROCESSING_ERROR: { code: '6017' },
  EXCEEDED_MAX_LIMIT: { code: '6019' },
  INVALID_CARD_LOST_ERROR: { code: '6022' },
  SUSPECTED_FRAUDULENT_TRANSACTION_ERROR: { code: '4100' },
  /** The provider could not take the payment, by a fault of its own. Nothing was taken. */
  PAYMENT_CHANNEL_UNAVAILABLE: { code: '4080' },
  /** The payer refused, or the shopper chose another way. */
  INVALID_TRANSACTION_ORDER_CANCELLED_ERROR: { code: '4071' },
  /** The merchant's own server refused the payment before it was captured. */
  MERCHANT_REFUSED_TRANSACTION: { code: '4071' },
  /** The time to pay was over. */
  TRANSACTION_EXPIRED: { code: '4072' },
} as const

export type DeclineReason = keyof typeof declines
export const declineReasons = Object.keys(declines) as [DeclineReason, ...DeclineReason[]]
