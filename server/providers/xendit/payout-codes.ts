import type { PayoutDecline } from '#contract/payout-declines.ts'

/** Why a payout failed or was not taken, by the codes that Xendit publishes for both. */
const reasons: Readonly<Record<string, PayoutDecline>> = {
  // Failures of payouts.
  INSUFFICIENT_BALANCE: 'PROVIDER_FUNDS',
  INVALID_DESTINATION: 'INVALID_ACCOUNT',
  REJECTED_BY_BANK: 'BANK_REFUSED',
  REJECTED_BY_CHANNEL: 'BANK_REFUSED',
  TRANSFER_ERROR: 'BANK_REFUSED',
  SWITCHING_NETWORK_ERROR: 'BANK_OFFLINE',
  TEMPORARY_BANK_NETWORK_ERROR: 'BANK_OFFLINE',
  TEMPORARY_TRANSFER_ERROR: 'BANK_OFFLINE',
  UNKNOWN_BANK_NETWORK_ERROR: 'BANK_OFFLINE',
  // Errors of requests, by which nothing was taken.
  CHANNEL_CODE_NOT_SUPPORTED_ERROR: 'UNSUPPORTED_BANK',
  RECIPIENT_ACCOUNT_NUMBER_ERROR: 'INVALID_ACCOUNT',
  RECIPIENT_AMOUNT_ERROR: 'LIMIT_EXCEEDED',
  MAXIMUM_TRANSFER_LIMIT_ERROR: 'LIMIT_EXCEEDED',
  MINIMUM_TRANSFER_LIMIT_ERROR: 'LIMIT_EXCEEDED',
}

/** The reason of a code; undefined for one that has no row. */
export const payoutReason = (code: string): PayoutDecline | undefined =>
  Object.hasOwn(reasons, code) ? reasons[code] : undefined
