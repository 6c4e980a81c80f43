/** How a payment stood when the provider was last asked. */
interface Standing {
  /** How often it has been asked already. */
  asks: number
  /** The provider has said that it is the shopper's turn. */
  waitsForShopper: boolean
  /** The money is set aside; nothing captures it yet. */
  authorised: boolean
  ageSeconds: number
  /** Until the shopper's time is over; null without a limit. */
  leftSeconds: number | null
}

/**
 * When to ask the provider again, in seconds. What is not known is asked for at most 40 s later, so that it is known
 * within a minute of the provider's return even if the last question ran into its time-out; after a day it is every ten
 * minutes. What waits for its shopper is news that the provider brings by itself: it is asked for ever more seldom, and
 * once more when the time is over.
 */
export function nextAskSeconds({ asks, waitsForShopper, authorised, ageSeconds, leftSeconds }: Standing): number {
  const at = (waits: readonly number[]): number => waits[Math.min(asks, waits.length - 1)] as number
  if (authorised) return at(seldom)
  if (!waitsForShopper) return ageSeconds > 86_400 ? 600 : at([5, 15, 30, 40])
  if (leftSeconds === null) return at(seldom)
  // Its time is over and the provider could not end it: something is under way there.
  return leftSeconds <= 0 ? 40 : Math.min(at(seldom), Math.ceil(leftSeconds) + 1)
}
const seldom = [10, 30, 60, 120, 300, 600, 1_800, 3_600] as const
