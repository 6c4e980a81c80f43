import { fieldFault } from '#contract/faults.ts'
import { isFrequency, periodOf, type Period } from '#contract/subscription-periods.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A rhythm that a request names: of a price, or of a trial. */
export interface Rhythm {
  period: Period
  frequency: number
}

/**
 * Reads a rhythm; a month where the period is left out. Throws `invalidPeriod` for another word, and for hours outside the sandbox,
 * `invalidFrequency` for a number that is none or makes more than five years.
 */
export function rhythmOf(
  { owner }: Pick<Ctx, 'owner'>,
  said: { period: string | undefined; frequency: number | undefined },
  at = { period: 'period', frequency: 'frequency' },
): Rhythm {
  const period = periodOf(said.period || 'M')
  if (!period) throw fieldFault('invalidPeriod', at.period, 'not_a_choice')
  if (period === 'H' && owner.environment === 'live')
    throw fieldFault('invalidPeriod', at.period, 'sandbox_only', 'Hours are for the sandbox only.')
  if (said.frequency === undefined) throw fieldFault('invalidFrequency', at.frequency, 'required', 'This is needed.')
  if (!isFrequency(said.frequency, period)) throw fieldFault('invalidFrequency', at.frequency, 'not_possible')
  return { period, frequency: said.frequency }
}
