/**
 * The reasons of declines, the same for every provider: an adapter maps its provider's codes to these.
 * `code` is the gateway's published status code. `retry` says what helps a charge that nobody is there to confirm: `soft`, time;
 * `hard`, another way to pay alone; `ask`, that the holder confirms it. The words are in `i18n/<tag>`: the shopper's in `checkout.json`, the
 * merchant's in `console.json` under `declines.<reason>`.
 */
export const declines = {
  BANK_REFUSED_TRANSACTION: { code: '6001', retry: 'soft' },
  FUNDS_LIMIT_ERROR: { code: '6002', retry: 'soft' },
  INVALID_CARD_INFO_ERROR: { code: '6011', retry: 'hard' },
  INVALID_CARD_NOT_SUPPORTED_ERROR: { code: '6012', retry: 'hard' },
  INVALID_CARD_EXPIRED_ERROR: { code: '6013', retry: 'hard' },
  INVALID_CARD_DECLINED_ERROR: { code: '6014', retry: 'soft' },
  INVALID_CARD_BLOCKED_ERROR: { code: '6015', retry: 'hard' },
  INVALID_CARD_3DS_ERROR: { code: '6016', retry: 'ask' },
  INVALID_CARD_PROCESSING_ERROR: { code: '6017', retry: 'soft' },
  EXCEEDED_MAX_LIMIT: { code: '6019', retry: 'soft' },
  INVALID_CARD_LOST_ERROR: { code: '6022', retry: 'hard' },
  SUSPECTED_FRAUDULENT_TRANSACTION_ERROR: { code: '4100', retry: 'hard' },
  /** The holder, or their bank, took back what lets the merchant charge without them. */
  MANDATE_REVOKED: { code: '6023', retry: 'hard' },
  /** The provider could not take the payment, by a fault of its own. Nothing was taken. */
  PAYMENT_CHANNEL_UNAVAILABLE: { code: '4080', retry: 'soft' },
  /** The payer refused, or the shopper chose another way. */
  INVALID_TRANSACTION_ORDER_CANCELLED_ERROR: { code: '4071', retry: 'soft' },
  /** The merchant's own server refused the payment before it was captured. */
  MERCHANT_REFUSED_TRANSACTION: { code: '4071', retry: 'soft' },
  /** The time to pay was over. */
  TRANSACTION_EXPIRED: { code: '4072', retry: 'soft' },
} as const

export type DeclineReason = keyof typeof declines
/** What helps after a decline. */
export type DeclineClass = (typeof declines)[DeclineReason]['retry']
export const declineReasons = Object.keys(declines) as [DeclineReason, ...DeclineReason[]]
