import { funnelSteps, type FunnelStep } from '#contract/payment-page-states.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'

/** How many shoppers came to each step. */
export type Steps = Record<FunnelStep, number>
/** Such numbers of a day (UTC) and a language. */
export interface FunnelRow extends Steps {
  day: Day
  language?: string | undefined
}

const none = (): Steps => ({ opened: 0, began: 0, ordered: 0, attempted: 0, paid: 0 })

/** The sums of all rows. */
export function sumOf(rows: readonly Steps[]): Steps {
  const sums = none()
  for (const row of rows) for (const step of funnelSteps) sums[step] += row[step]
  return sums
}

/** The sums of each of `days` days to `last`, in order; a day on which nobody came has zeros. */
export function byDay(rows: readonly FunnelRow[], last: Day, days: number): ({ day: Day } & Steps)[] {
  return Array.from({ length: days }, (_, at) => dayAfter(last, at - days + 1)).map((day) => ({
    day,
    ...sumOf(rows.filter((row) => row.day === day)),
  }))
}

/** The sums of each language, the most opened first. */
export function byLanguage(rows: readonly FunnelRow[]): ({ language: string } & Steps)[] {
  return [...new Set(rows.map(({ language = '' }) => language))]
    .map((language) => ({ language, ...sumOf(rows.filter((row) => (row.language ?? '') === language)) }))
    .toSorted((a, b) => b.opened - a.opened || a.language.localeCompare(b.language))
}

export interface StepShare {
  step: FunnelStep
  count: number
  /** Of the largest step, for the length of a bar. */
  length: number
  /** Of the step before; null for the first, and where nobody was counted before. */
  ofBefore: number | null
}

/**
 * The steps with their shares. Shoppers of yesterday may pay today, and a page served from a cache is not counted as opened, so a
 * step may have more than the one before.
 */
export function sharesOf(steps: Steps): StepShare[] {
  const most = Math.max(1, ...funnelSteps.map((step) => steps[step]))
  return funnelSteps.map((step, at) => {
    const earlier = funnelSteps[at - 1]
    const before = earlier === undefined ? 0 : steps[earlier]
    return { step, count: steps[step], length: steps[step] / most, ofBefore: before > 0 ? steps[step] / before : null }
  })
}
