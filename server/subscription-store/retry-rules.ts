import { declines, type DeclineReason } from '#contract/declines.ts'
import { retryLimits, type RetryRules } from '#contract/subscription-retries.ts'

/** When a charge that was declined is tried again. */

/** A charge after its first try. */
export interface DeclinedCharge {
  /** Why the last try failed. A charge may be refused for a passing reason first, and for good after that. */
  reason: DeclineReason
  firstTriedAt: Date
  /** The start of the next period, at which another charge is due; null for a deduction. */
  nextBoundary: Date | null
  /** The customer's. */
  timeZone: string
  /** When the mandate was declined, by any charge, the first try of this one too. Only the last thirty days count. */
  declinedTries: readonly Date[]
}

/**
 * The tries to come after a moment, if each fails for the same reason: at 09:00 in the customer's zone, so many days after the first
 * try. None for a reason that time does not mend. What would fall at or after the next boundary is dropped, and so is what the mandate
 * has no try left for.
 */
export function retriesOf(charge: DeclinedCharge, { days }: Pick<RetryRules, 'days'>, after: Date): Date[] {
  if (declines[charge.reason].retry !== 'soft') return []
  const { nextBoundary } = charge
  const tries = [...charge.declinedTries]
  return days.flatMap((day) => {
    const at = morningAfter(charge, day)
    if (at <= after || (nextBoundary && at >= nextBoundary) || !isTryLeft(tries, at)) return []
    tries.push(at)
    return [at]
  })
}

/** Whether a mandate that was declined at these moments may be tried again: ten times at most in any thirty days. */
export function isTryLeft(declinedTries: readonly Date[], at: Date): boolean {
  const from = at.getTime() - retryLimits.mandateDays * 86_400_000
  return declinedTries.filter((tried) => tried.getTime() > from && tried <= at).length < retryLimits.triesOfMandate
}

/** The moment at which what is unpaid is given up: that of the last retry, whether or not there is one. */
export const givesUpAt = (
  charge: Pick<DeclinedCharge, 'firstTriedAt' | 'timeZone'>,
  { days }: Pick<RetryRules, 'days'>,
): Date => (days.length === 0 ? charge.firstTriedAt : morningAfter(charge, days.at(-1) as number))

/** 09:00 of the day that is so many days after that of the first try. */
function morningAfter(
  { firstTriedAt, timeZone }: Pick<DeclinedCharge, 'firstTriedAt' | 'timeZone'>,
  days: number,
): Date {
  const first = Temporal.Instant.fromEpochMilliseconds(firstTriedAt.getTime()).toZonedDateTimeISO(timeZone)
  const morning = first.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: '09:00' })
  return new Date(morning.epochMilliseconds)
}
