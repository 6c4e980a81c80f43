import { xendit } from '#contract/channel-catalogue/xendit.ts'
import { type Currency, isCurrency, toMajor, toMinor } from '#contract/kit/money.ts'

/**
 * An amount as Xendit's JSON has it: a number of major units, whole for IDR and VND. Null for what it cannot express:
 * another currency, a fraction of a whole one, more than 15 digits.
 */
export function amountOf(minor: bigint, currency: Currency): number | null {
  if (!xendit.currencies?.includes(currency) || minor <= 0n || minor >= beyondDigits) return null
  const major = toMajor(minor, currency)
  return xendit.wholeAmounts?.includes(currency) && !Number.isInteger(major) ? null : major
}
const beyondDigits = 10n ** 15n

/** Whether an amount of Xendit's is exactly this one. */
export const isAmount = (
  given: { amount?: number | null | undefined; currency?: string | null | undefined },
  asked: { amountMinor: bigint; currency: Currency },
): boolean =>
  isCurrency(given.currency) &&
  given.currency === asked.currency &&
  typeof given.amount === 'number' &&
  toMinor(given.amount, given.currency) === asked.amountMinor
