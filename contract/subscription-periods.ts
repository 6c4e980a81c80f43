import { z } from 'zod'

/** The rhythm of prices and trials. The calendar itself is reckoned by the server: not every browser can. */

/**
 * The units of a period. `H` is an hour of elapsed time, and for the sandbox only. The others are of the local calendar; a quarter is
 * three months.
 */
export const periods = ['H', 'D', 'W', 'M', 'Q', 'Y'] as const
export type Period = (typeof periods)[number]

/** What a request may say in place of the letter, and the key of the unit's words in texts. */
export const periodWords = { H: 'hour', D: 'day', W: 'week', M: 'month', Q: 'quarter', Y: 'year' } as const satisfies {
  [P in Period]: string
}

/** The most units that one period may have: five years. */
export const frequencyMost: Readonly<Record<Period, number>> = { H: 43_824, D: 1_826, W: 260, M: 60, Q: 20, Y: 5 }

/** The unit that a text means, a letter or a word in any case. */
export function periodOf(text: string): Period | undefined {
  const said = text.trim().toLowerCase()
  return periods.find((period) => said === period.toLowerCase() || said === periodWords[period])
}

/** Whether a period may have so many units. */
export const isFrequency = (frequency: number, period: Period): boolean =>
  Number.isInteger(frequency) && frequency >= 1 && frequency <= frequencyMost[period]

/**
 * When a subscription charges, as facts that screens put into words: 'every month on the 31st, or the last day of shorter months,
 * 12:00, Singapore'. What a rhythm does not fix is null.
 */
export const calendarRule = z.strictObject({
  frequency: z.int().min(1),
  period: z.enum(periods),
  time_zone: z.string(),
  /** `HH:mm` by the clocks of the zone; null for hours, which are counted without regard to clocks. */
  time: z.string().nullable(),
  /** Of weeks: 1 is Monday. */
  weekday: z.int().min(1).max(7).nullable(),
  /** 1–12, where each period begins in the same month of a year. */
  month: z.int().min(1).max(12).nullable(),
  /** Of months, quarters and years. */
  day: z.int().min(1).max(31).nullable(),
  /** Some months lack that day: there it is their last. */
  or_last_day: z.boolean(),
})
export type CalendarRule = z.infer<typeof calendarRule>
