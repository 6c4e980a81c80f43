/**
 * Why a payout failed or came back, in one vocabulary over all providers. `again` says whether paying it again can help, once what the
 * text advises has been done. The texts are under `payoutDeclines`.
 */
export const payoutDeclines = {
  INVALID_ACCOUNT: { again: true },
  ACCOUNT_CLOSED: { again: true },
  ACCOUNT_BLOCKED: { again: true },
  NAME_MISMATCH: { again: true },
  UNSUPPORTED_BANK: { again: true },
  BANK_OFFLINE: { again: true },
  BANK_REFUSED: { again: true },
  LIMIT_EXCEEDED: { again: true },
  CURRENCY_NOT_HELD: { again: false },
  COMPLIANCE: { again: false },
  PROVIDER_FUNDS: { again: true },
  DUPLICATE: { again: false },
  FILE_WITHDRAWN: { again: true },
  OTHER: { again: true },
} as const satisfies Record<string, { again: boolean }>
export type PayoutDecline = keyof typeof payoutDeclines
export const payoutDeclineReasons = Object.keys(payoutDeclines) as [PayoutDecline, ...PayoutDecline[]]
