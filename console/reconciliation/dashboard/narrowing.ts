import { typesChosen } from '#contract/recon-dashboard-shapes.ts'
import type { FlowField, FlowId } from '#contract/recon-dashboard.ts'
import { outcomeStatuses } from '#contract/recon-outcomes.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { statusesAlone, statusesInMatch } from '#contract/recon-dashboard-shapes.ts'

/** Query parameters of the dashboard that are no filters of its lists. */
export const ownParams = ['tab', 'pair', 'days', 'by', 'measure'] as const
/** Those that the flow chart and the lists are narrowed by alike, each with the question of the choices that there are. */
export const narrowings = {
  brand_id: 'brands',
  marketplace_id: 'marketplaces',
  country: 'countries',
  currency: 'currencies',
} as const
export type Narrowing = keyof typeof narrowings
export const flowTypes = Object.keys(typesChosen) as (keyof typeof typesChosen)[]
export type FlowType = (typeof flowTypes)[number]

/** The types that the chart is of, from the filter of a list. */
export const flowTypeOf = (search: RawSearch): FlowType =>
  flowTypes.find((type) => type === (search['record_type'] ?? '').split(',')[0]) ?? 'payment'

/** The parts of an address that hold for the chart and each list. */
export function sharedSearch(search: RawSearch): RawSearch {
  const names: readonly string[] = [...ownParams.filter((name) => name !== 'tab'), ...Object.keys(narrowings)]
  return Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)))
}

/** The filters of a list that find exactly the records of a box. */
export function filtersOf({ record_filter: { status, mismatches } }: Pick<FlowField, 'record_filter'>): RawSearch {
  const statuses = Array.isArray(status)
    ? status
    : status === ''
      ? []
      : status === 'reconciled' || status === 'SankeyReconOrders'
        ? statusesInMatch
        : statusesAlone
  return {
    ...(statuses.length > 0 && statuses.length < outcomeStatuses.length && { status: statuses.join(',') }),
    ...(mismatches.length > 0 && { mismatches: mismatches.map((word) => word === 'mismatch_no' ? 'no_mismatch' : word.replace('mismatch_', '')).join(',') }),
    ...(status === 'SankeyUnmatchedSku' && { sku: 'spare' }),
  }
} // prettier-ignore

/** The side whose records a flow is of: that on which it begins. */
export const sideOf = (id: FlowId): 'a' | 'b' => (id.endsWith('_settlements') && id !== 'reconciled_sale_settlements' ? 'b' : 'a') // prettier-ignore
