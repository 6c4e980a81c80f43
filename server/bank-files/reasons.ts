import type { PayoutDecline } from '#contract/payout-declines.ts'

/** ISO 20022's external codes of status and return reasons, as far as they say why. */
const reasons: Readonly<Record<string, PayoutDecline>> = {
  AC01: 'INVALID_ACCOUNT',
  AC02: 'INVALID_ACCOUNT',
  AC03: 'INVALID_ACCOUNT',
  AC13: 'INVALID_ACCOUNT',
  AC14: 'INVALID_ACCOUNT',
  AC04: 'ACCOUNT_CLOSED',
  AC07: 'ACCOUNT_CLOSED',
  AC06: 'ACCOUNT_BLOCKED',
  AG01: 'BANK_REFUSED',
  AG02: 'BANK_REFUSED',
  AGNT: 'UNSUPPORTED_BANK',
  RC01: 'UNSUPPORTED_BANK',
  RC03: 'UNSUPPORTED_BANK',
  RC04: 'UNSUPPORTED_BANK',
  AM02: 'LIMIT_EXCEEDED',
  AM14: 'LIMIT_EXCEEDED',
  AM21: 'LIMIT_EXCEEDED',
  AM03: 'CURRENCY_NOT_HELD',
  AM04: 'PROVIDER_FUNDS',
  AM05: 'DUPLICATE',
  DUPL: 'DUPLICATE',
  BE01: 'NAME_MISMATCH',
  BE22: 'NAME_MISMATCH',
  MS02: 'BANK_REFUSED',
  MS03: 'BANK_REFUSED',
  FRAD: 'COMPLIANCE',
  LEGL: 'COMPLIANCE',
  RR01: 'COMPLIANCE',
  RR02: 'COMPLIANCE',
  RR03: 'COMPLIANCE',
  RR04: 'COMPLIANCE',
}

export const reasonOf = (code: string): PayoutDecline => reasons[code] ?? 'OTHER'
