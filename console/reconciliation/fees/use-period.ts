import { dayAfter, dayStart } from '#contract/kit/zoned-day.ts'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useReconDays } from '../days.ts'

/** The days that are shown: for the call that sums, and as the filter of the list that has the same rows. */
export function usePeriod(): { period: string; asked: { from?: string; to?: string }; filter: { at?: string } } {
  const { days: address } = useScreenSearch('reconFees') as RawSearch
  const zone = useTimeZone()
  const { chosen, days } = useReconDays(address)
  if (!days.from || !days.to) return { period: chosen, asked: {}, filter: {} }
  return {
    period: chosen,
    asked: { from: dayStart(days.from, zone), to: dayStart(dayAfter(days.to, 1), zone) },
    filter: { at: `${days.from}..${days.to}` },
  }
}
