/** The state of a payment when the provider was last asked. */
interface Standing {
  /** The number of polls so far. */
  asks: number
  /** The provider has said that the shopper has to act. */
  waitsForShopper: boolean
  /** The money is authorised and not captured yet. */
  authorised: boolean
  ageSeconds: number
  /** Until the payment expires; null without a limit. */
  leftSeconds: number | null
}

/**
 * Seconds until the next poll. An unknown outcome is polled at most 40 s later, so that it is known within a minute of the
 * provider's return even if the last poll ran into its time-out; after a day the interval is ten minutes. For a payment
 * that waits for its shopper the provider sends a call-back, so the polls become ever more seldom; one more comes when the
 * payment expires.
 */
export function nextAskSeconds({ asks, waitsForShopper, authorised, ageSeconds, leftSeconds }: Standing): number {
  const at = (waits: readonly number[]): number => waits[Math.min(asks, waits.length - 1)] as number
  if (authorised) return at(seldom)
  if (!waitsForShopper) return ageSeconds > 86_400 ? 600 : at([5, 15, 30, 40])
  if (leftSeconds === null) return at(seldom)
  // The payment has expired and the provider could not end it: something is under way there.
  return leftSeconds <= 0 ? 40 : Math.min(at(seldom), Math.ceil(leftSeconds) + 1)
}
const seldom = [10, 30, 60, 120, 300, 600, 1_800, 3_600] as const
