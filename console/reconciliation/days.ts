import { isDay } from '#contract/kit/text-forms.ts'
import { dayAfter, dayAt, type Day } from '#contract/kit/zoned-day.ts'
import { useKeptDays } from '#console/kit/auth/kept-days.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'

/** The last days up to today; `all` for whatever there is. */
export const periods = ['30', '90', '365', 'all'] as const
export const usualPeriod = '90'

/** Some days, both inclusive; without them all. */
export interface DaysShown {
  from?: Day
  to?: Day
}
/** The days of a choice as addresses have it: one of the periods, or two days `from..to`. Null for any other text. */
export function daysOf(chosen: string, today: Day): DaysShown | null {
  if (chosen === 'all') return {}
  if (periods.some((period) => period === chosen)) return { from: dayAfter(today, 1 - Number(chosen)), to: today }
  const [from = '', to = ''] = chosen.split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}

interface ReconDays {
  chosen: string
  days: DaysShown
  /** Keeps a choice for every screen of reconciliation, over signing out too. */
  keep: (chosen: string) => void
}
/** The days that the screens of reconciliation show: those of the address, else those that this user chose last in any of them. */
export function useReconDays(address = ''): ReconDays {
  const [kept, keep] = useKeptDays()
  const today = dayAt(new Date(), useTimeZone())
  const chosen = [address, kept].find((one) => daysOf(one, today) !== null) ?? usualPeriod
  return { chosen, days: daysOf(chosen, today) ?? {}, keep }
}
