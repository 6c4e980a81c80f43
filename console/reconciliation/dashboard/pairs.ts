import { listReconPairs, type ReconPair } from '#contract/recon-runs.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The pairs, asked again while a first answer is being worked out or a new one is due. */
export function usePairs() {
  const query = useCall(listReconPairs, { query: { environment: environmentOf(useUser()) } })
  const { data, refetch } = query
  useFresh(data?.some(({ wanted_at, answer_run_id }) => wanted_at !== null || answer_run_id === null) ?? false, () => void refetch())
  return query
} // prettier-ignore

export const pairWords = ({ data_source_a: a, data_source_b: b }: Pick<ReconPair, 'data_source_a' | 'data_source_b'>): string =>
  `${isolatedLtr(a)} – ${isolatedLtr(b)}` // prettier-ignore

/** The pair of an address; without one the first of transactions and settlements that has an answer. */
export const chosenPair = (pairs: readonly ReconPair[], msmId = ''): ReconPair | undefined =>
  pairs.find(({ msm_id }) => String(msm_id) === msmId) ??
  pairs.find(({ leg, answer_run_id }) => leg === 'settlement' && answer_run_id !== null) ??
  pairs.find(({ leg }) => leg === 'settlement') ??
  pairs[0]

export const recordTabs = ['transactions', 'settlements', 'bank'] as const
export type RecordTab = (typeof recordTabs)[number]
export interface TabSide {
  pair: ReconPair
  side: 'a' | 'b'
}
/** The side of a pair that a tab shows: the chosen pair's own, or that of the pair beyond the settlements. */
export function sideOfTab(pairs: readonly ReconPair[], chosen: ReconPair, tab: RecordTab): TabSide | undefined {
  if (chosen.leg === 'settlement') {
    if (tab !== 'bank') return { pair: chosen, side: tab === 'transactions' ? 'a' : 'b' }
    const bank = pairs.find(({ leg, data_source_a }) => leg === 'bank' && data_source_a === chosen.data_source_b)
    return bank && { pair: bank, side: 'b' }
  }
  if (tab !== 'transactions') return { pair: chosen, side: tab === 'settlements' ? 'a' : 'b' }
  const before = pairs.find(({ leg, data_source_b }) => leg === 'settlement' && data_source_b === chosen.data_source_a)
  return before && { pair: before, side: 'a' }
}
/** The tab of a side of a pair. */
export const tabOfSide = ({ leg }: ReconPair, side: 'a' | 'b'): RecordTab =>
  leg === 'settlement' ? (side === 'a' ? 'transactions' : 'settlements') : side === 'a' ? 'settlements' : 'bank'
