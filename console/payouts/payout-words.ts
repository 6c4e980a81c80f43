import type { PayoutRow } from '#contract/payout-shapes.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { amountInText } from '#console/kit/i18n/amounts.ts'
import type { Language } from '#i18n/languages.ts'

/** The last four digits of an account's number. */
export const accountTail = (number: string): string => `•••• ${number.slice(-4)}`

/** A payout in one line: what, to whom, to which account. */
export const payoutInText = (payout: PayoutRow, language: Language): string =>
  `${amountInText(payout.amount, payout.currency, language)} · ${isolated(payout.beneficiary_name)} · ${isolatedLtr(accountTail(payout.to_account_no))}`
