import type { DeclineReason } from '#contract/declines.ts'
import { errorCodes, type Meaning } from './error-codes.ts'

/** Why a bank or Stripe declined a card, by Stripe's published decline codes. */
export const declineCodes: Readonly<Record<string, DeclineReason>> = {
  approve_with_id: 'INVALID_CARD_DECLINED_ERROR',
  authentication_not_handled: 'INVALID_CARD_3DS_ERROR',
  authentication_required: 'INVALID_CARD_3DS_ERROR',
  call_issuer: 'INVALID_CARD_DECLINED_ERROR',
  card_not_supported: 'INVALID_CARD_NOT_SUPPORTED_ERROR',
  card_velocity_exceeded: 'EXCEEDED_MAX_LIMIT',
  currency_not_supported: 'INVALID_CARD_NOT_SUPPORTED_ERROR',
  do_not_honor: 'INVALID_CARD_DECLINED_ERROR',
  do_not_try_again: 'INVALID_CARD_DECLINED_ERROR',
  duplicate_transaction: 'INVALID_CARD_DECLINED_ERROR',
  expired_card: 'INVALID_CARD_EXPIRED_ERROR',
  fraudulent: 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR',
  generic_decline: 'INVALID_CARD_DECLINED_ERROR',
  incorrect_address: 'INVALID_CARD_DECLINED_ERROR',
  incorrect_cvc: 'INVALID_CARD_INFO_ERROR',
  incorrect_number: 'INVALID_CARD_INFO_ERROR',
  incorrect_pin: 'INVALID_CARD_DECLINED_ERROR',
  incorrect_zip: 'INVALID_CARD_INFO_ERROR',
  insufficient_funds: 'FUNDS_LIMIT_ERROR',
  invalid_account: 'INVALID_CARD_DECLINED_ERROR',
  invalid_amount: 'INVALID_CARD_DECLINED_ERROR',
  invalid_cvc: 'INVALID_CARD_INFO_ERROR',
  invalid_expiry_month: 'INVALID_CARD_INFO_ERROR',
  invalid_expiry_year: 'INVALID_CARD_INFO_ERROR',
  invalid_number: 'INVALID_CARD_INFO_ERROR',
  invalid_pin: 'INVALID_CARD_DECLINED_ERROR',
  issuer_not_available: 'INVALID_CARD_PROCESSING_ERROR',
  lost_card: 'INVALID_CARD_LOST_ERROR',
  merchant_blacklist: 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR',
  mobile_device_authentication_required: 'INVALID_CARD_DECLINED_ERROR',
  new_account_information_available: 'INVALID_CARD_DECLINED_ERROR',
  no_action_taken: 'INVALID_CARD_DECLINED_ERROR',
  not_permitted: 'INVALID_CARD_DECLINED_ERROR',
  offline_pin_required: 'INVALID_CARD_DECLINED_ERROR',
  online_or_offline_pin_required: 'INVALID_CARD_DECLINED_ERROR',
  pickup_card: 'INVALID_CARD_LOST_ERROR',
  pin_try_exceeded: 'INVALID_CARD_DECLINED_ERROR',
  processing_error: 'INVALID_CARD_PROCESSING_ERROR',
  reenter_transaction: 'INVALID_CARD_PROCESSING_ERROR',
  restricted_card: 'INVALID_CARD_BLOCKED_ERROR',
  revocation_of_all_authorizations: 'INVALID_CARD_DECLINED_ERROR',
  revocation_of_authorization: 'INVALID_CARD_DECLINED_ERROR',
  security_violation: 'INVALID_CARD_DECLINED_ERROR',
  service_not_allowed: 'INVALID_CARD_DECLINED_ERROR',
  stolen_card: 'INVALID_CARD_LOST_ERROR',
  stop_payment_order: 'INVALID_CARD_DECLINED_ERROR',
  testmode_decline: 'INVALID_CARD_DECLINED_ERROR',
  transaction_not_allowed: 'INVALID_CARD_DECLINED_ERROR',
  try_again_later: 'INVALID_CARD_PROCESSING_ERROR',
  withdrawal_count_limit_exceeded: 'EXCEEDED_MAX_LIMIT',
}

/** An error of Stripe as far as its meaning goes, in an answer or on a payment. */
export interface StripeFault {
  code?: string | null | undefined
  decline_code?: string | null | undefined
}

/** Finds the meaning of a fault. A code that no table has is a decline, and `unlisted` hears of it. */
export function meaningOf(fault: StripeFault, unlisted: (code: string) => void): Meaning {
  const { code, decline_code: decline } = fault
  if (code && code !== 'card_declined') {
    if (Object.hasOwn(errorCodes, code)) return errorCodes[code as keyof typeof errorCodes]
    unlisted(code)
    return genericDecline
  }
  const reason = decline && Object.hasOwn(declineCodes, decline) ? declineCodes[decline] : undefined
  if (decline && !reason) unlisted(decline)
  return reason ?? genericDecline
}

export const genericDecline = 'INVALID_CARD_DECLINED_ERROR'
