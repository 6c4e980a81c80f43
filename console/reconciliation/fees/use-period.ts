import { dayAfter, dayAt, dayStart } from '#contract/kit/zoned-day.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'

/** The last days that sums are of; `all` for whatever there is. */
export const periods = ['30', '90', '365', 'all'] as const
export type Period = (typeof periods)[number]
export const usualPeriod: Period = '90'

/** The period of the address: for the call that sums, and as the filter of the list that has the same rows. */
export function usePeriod(): { period: Period; asked: { from?: string }; filter: { at?: string } } {
  const { days } = useScreenSearch('reconFees') as RawSearch
  const zone = useTimeZone()
  const period = periods.find((one) => one === days) ?? usualPeriod
  if (period === 'all') return { period, asked: {}, filter: {} }
  const today = dayAt(new Date(), zone)
  const first = dayAfter(today, 1 - Number(period))
  return { period, asked: { from: dayStart(first, zone) }, filter: { at: `${first}..${today}` } }
}
