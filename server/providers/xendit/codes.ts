import type { DeclineReason } from '#contract/declines.ts'

/**
 * Whose fault a code is. `declined`: the shopper's or the bank's. `provider`: Xendit's or its partner's, and certainly not
 * taken. `ours`: a request that Xendit does not understand, a defect of this adapter. `unsure`: the code does not tell
 * whether there was an effect.
 */
export type Fault =
  | { side: 'declined'; reason: DeclineReason }
  | { side: 'provider' }
  | { side: 'ours' }
  | { side: 'unsure' }

const provider = { side: 'provider' } as const
const ours = { side: 'ours' } as const
const unsure = { side: 'unsure' } as const
const declined = (reason: DeclineReason) => ({ side: 'declined', reason }) as const
const refused = declined('BANK_REFUSED_TRANSACTION')

/** Every code that Xendit publishes for errors of requests and for failures of payments and refunds. */
export const codes: Readonly<Record<string, Fault>> = {
  // Errors of requests.
  API_VALIDATION_ERROR: ours,
  INVALID_VALUE_ERROR: ours,
  INVALID_JSON_FORMAT: ours,
  UNSUPPORTED_CONTENT_TYPE: ours,
  UNSUPPORTED_CURRENCY: ours,
  INVALID_PAYMENT_METHOD: ours,
  CUSTOMER_NOT_FOUND_ERROR: ours,
  INVALID_API_KEY: provider,
  UNAUTHORIZED: provider,
  FORBIDDEN: provider,
  REQUEST_FORBIDDEN_ERROR: provider,
  INVALID_MERCHANT_CREDENTIALS: provider,
  INVALID_MERCHANT_SETTINGS: provider,
  SKIP_3DS_FORBIDDEN: provider,
  CALLBACK_URL_NOT_FOUND: provider,
  CHANNEL_NOT_ACTIVATED: provider,
  CHANNEL_UNAVAILABLE: provider,
  TEMPORARILY_UNAVAILABLE: provider,
  PAYMENT_REQUEST_RATE_LIMITED: provider,
  CHARGE_LIMIT_EXCEEDED: provider,
  RATE_LIMIT_EXCEEDED: provider,
  DATA_NOT_FOUND: unsure,
  DUPLICATE_ERROR: unsure,
  DUPLICATE_TRANSACTION_ERROR: unsure,
  IDEMPOTENCY_ERROR: unsure,
  INACTIVE_PAYMENT_REQUEST: unsure,
  SERVER_ERROR: unsure,
  // Failures of payments.
  INSUFFICIENT_BALANCE: declined('FUNDS_LIMIT_ERROR'),
  INVALID_PAYMENT_DETAILS: declined('INVALID_CARD_INFO_ERROR'),
  INVALID_ACCOUNT_DETAILS: declined('INVALID_CARD_INFO_ERROR'),
  INVALID_CVV: declined('INVALID_CARD_INFO_ERROR'),
  CARD_EXPIRED: declined('INVALID_CARD_EXPIRED_ERROR'),
  EXPIRED_CARD: declined('INVALID_CARD_EXPIRED_ERROR'),
  CARD_DECLINED: declined('INVALID_CARD_DECLINED_ERROR'),
  DECLINED_BY_ISSUER: declined('INVALID_CARD_DECLINED_ERROR'),
  DECLINED_BY_PROCESSOR: declined('INVALID_CARD_DECLINED_ERROR'),
  INACTIVE_OR_UNAUTHORIZED_CARD: declined('INVALID_CARD_BLOCKED_ERROR'),
  STOLEN_CARD: declined('INVALID_CARD_LOST_ERROR'),
  SUSPECTED_FRAUDULENT: declined('SUSPECTED_FRAUDULENT_TRANSACTION_ERROR'),
  AUTHENTICATION_FAILED: declined('INVALID_CARD_3DS_ERROR'),
  ISSUER_UNAVAILABLE: declined('INVALID_CARD_PROCESSING_ERROR'),
  PROCESSOR_ERROR: declined('INVALID_CARD_PROCESSING_ERROR'),
  PAYMENT_AMOUNT_LIMITS_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  MAX_AMOUNT_LIMIT_ERROR: declined('EXCEEDED_MAX_LIMIT'),
  PAYMENT_ATTEMPT_COUNTS_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  USER_DECLINED_PAYMENT: declined('INVALID_TRANSACTION_ORDER_CANCELLED_ERROR'),
  USER_DID_NOT_AUTHORIZE: declined('INVALID_TRANSACTION_ORDER_CANCELLED_ERROR'),
  PAYMENT_REQUEST_EXPIRED: declined('TRANSACTION_EXPIRED'),
  ACCOUNT_ACCESS_BLOCKED: refused,
  ACCOUNT_NOT_ACTIVATED: refused,
  ACCOUNT_NOT_FOUND: refused,
  USER_DEVICE_UNREACHABLE: refused,
  INVALID_TOKEN: refused,
  BLOCKED_TOKEN: refused,
  EXPIRED_OTP: refused,
  INVALID_OTP: refused,
  OTP_DELIVERY_ERROR: refused,
  OTP_ATTEMPT_COUNTS_EXCEEDED: refused,
  PARTNER_TIMEOUT_ERROR: refused,
  TIMEOUT_ERROR: refused,
  FAILURE_DETAILS_UNAVAILABLE: refused,
  // Refusals of captures and refunds.
  CAPTURE_AMOUNT_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  REFUND_AMOUNT_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  MAXIMUM_REFUND_AMOUNT_REACHED: declined('EXCEEDED_MAX_LIMIT'),
  PARTIAL_REFUND_COUNTS_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  MAXIMUM_USER_BALANCE_EXCEEDED: declined('EXCEEDED_MAX_LIMIT'),
  REFUND_FAILED: refused,
  REFUND_IN_PROGRESS: refused,
  REFUND_NOT_SUPPORTED: refused,
  REFUND_TEMPORARILY_UNAVAILABLE: refused,
  PARTIAL_REFUND_NOT_SUPPORTED: refused,
  INELIGIBLE_TRANSACTION: refused,
  INELIGIBLE_TRANSACTION_STATUS: refused,
  TRANSACTION_NOT_FOUND: refused,
}

/** The reason of a decline whose code is not among {@link codes}. */
export const genericDecline: DeclineReason = 'BANK_REFUSED_TRANSACTION'

/**
 * What a code means for a payment or refund that Xendit calls failed: it is over and nothing was taken, so a code that
 * does not tell as the error of a request is a plain decline here. A code without a row is reported once.
 */
export function faultOfFailure(
  code: string,
  report: (code: string) => void,
): Exclude<Fault, { side: 'unsure' | 'ours' }> {
  const fault = rowOf(code, report)
  return fault?.side === 'provider' || fault?.side === 'declined' ? fault : { side: 'declined', reason: genericDecline }
}

/**
 * What an error of a request means for what was asked. The code decides where it has a row, with one exception: an error 5xx
 * may hide an effect unless its code is the provider's.
 */
export function faultOfError(status: number, code: string, report: (code: string) => void): Fault {
  const fault = rowOf(code, report)
  if (status >= 500) return fault?.side === 'provider' ? fault : unsure
  if (fault) return fault
  if (status === 401 || status === 403 || status === 429) return provider
  if (status === 404 || status === 409 || status < 400) return unsure
  // Without a code the body is not Xendit's, and nobody knows who wrote it.
  return code === '' ? unsure : { side: 'declined', reason: genericDecline }
}

function rowOf(code: string, report: (code: string) => void): Fault | undefined {
  if (Object.hasOwn(codes, code)) return codes[code]
  if (code !== '') report(code)
  return undefined
}
