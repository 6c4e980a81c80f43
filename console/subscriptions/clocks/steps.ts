import { momentOf } from '#contract/kit/text-forms.ts'
import type { Period } from '#contract/subscription-periods.ts'

interface Step {
  frequency: number
  period: Period
}

/** How far a clock is advanced with one press. */
export const steps: readonly Step[] = [
  { frequency: 1, period: 'D' },
  { frequency: 1, period: 'W' },
  { frequency: 1, period: 'M' },
  { frequency: 1, period: 'Y' },
]

/** A moment that is later by a step and an hour, so that what is due at its end happens too; as a timestamp in UTC. */
export function laterBy(time: string, { frequency, period }: Step): string {
  const moment = momentOf(time)
  const day = moment.getUTCDate()
  if (period === 'D' || period === 'W') moment.setUTCDate(day + frequency * (period === 'W' ? 7 : 1))
  else moment.setUTCMonth(moment.getUTCMonth() + frequency * (period === 'Y' ? 12 : 1))
  // A day that the month lacks is its last.
  if (moment.getUTCDate() !== day && period !== 'D' && period !== 'W') moment.setUTCDate(0)
  moment.setUTCHours(moment.getUTCHours() + 1)
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}
