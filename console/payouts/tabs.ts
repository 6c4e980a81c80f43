import type { RawSearch } from '#console/kit/routing/screen-link.tsx'

/** The tabs of the list, each with the filters that it is. */
export const filterTabs = {
  all: {},
  verify: { waits_for: 'verification' },
  approve: { waits_for: 'approval' },
  scheduled: { status: 'Scheduled' },
  queued: { status: 'Queued' },
  failed: { status: 'Failed,Returned' },
} as const satisfies Record<string, RawSearch>
export type FilterTab = keyof typeof filterTabs

/** The tab whose filters these are; with any other filter it is that of all payouts. */
export function tabOf({ status = '', waits_for: waits = '' }: RawSearch): FilterTab {
  const found = (Object.entries(filterTabs) as [FilterTab, RawSearch][]).find(
    ([tab, filters]) => tab !== 'all' && (filters['status'] ?? '') === status && (filters['waits_for'] ?? '') === waits,
  )
  return found?.[0] ?? 'all'
}
