import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  readLatestTransactions,
  readNetTransactions,
  readPieCharts,
  readStatusStacks,
  readVolumeGraph,
  readVolumeSeasonality,
} from '#contract/analytics.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeFilter, type Shown } from './period.ts'

const questionOf = (shown: Shown, uuids: readonly string[] | null) => ({
  time_filter: timeFilter(shown),
  ...(uuids ? { uuids: [...uuids] } : {}),
})
const comparingOf = (shown: Shown, uuids: readonly string[] | null) => ({
  ...questionOf(shown, uuids),
  compare_filter: timeFilter(shown.compared),
})
const rest = { keepPrevious: true, everyMs: 30_000 }

/** The figures of each currency. */
export const useStats = (shown: Shown, uuids: readonly string[] | null) =>
  useCall(readNetTransactions, { body: comparingOf(shown, uuids) }, rest)

/**
 * The data of the dashboard beside the figures. It polls a cheap call often, and refetches the rest when that answer changes.
 * The newest payments are those of the currency; they wait while it is null.
 */
export function useDashboard(shown: Shown, uuids: readonly string[] | null, currency: Currency | 'all' | null) {
  const [question, comparing] = [questionOf(shown, uuids), comparingOf(shown, uuids)]
  const newest = currency === null || currency === 'all' ? question : { ...question, currency }
  const latest = useCall(
    readLatestTransactions,
    { body: newest },
    { enabled: currency !== null, keepPrevious: true, everyMs: limits.dashboardPollMs },
  )
  const volume = useCall(readVolumeGraph, { body: { ...comparing, period: shown.period } }, rest)
  const pies = useCall(readPieCharts, { body: question }, rest)
  const seasonality = useCall(readVolumeSeasonality, { body: question }, rest)
  const stacks = useCall(readStatusStacks, { body: { ...question, period: shown.period } }, rest)

  const client = useQueryClient()
  const happened = latest.isPlaceholderData
    ? undefined
    : latest.data?.transactions.map(({ order_ref, status }) => `${order_ref} ${status}`).join()
  const known = useRef<string>(undefined)
  const asked = JSON.stringify(newest)
  useEffect(() => {
    if (happened === undefined) return
    const before = known.current
    known.current = `${asked} ${happened}`
    if (!before?.startsWith(asked) || before === known.current) return
    for (const { at } of [readNetTransactions, readVolumeGraph, readPieCharts, readVolumeSeasonality, readStatusStacks])
      void client.invalidateQueries({ queryKey: [at] })
  }, [client, asked, happened])
  return { latest, volume, pies, seasonality, stacks }
}
export type Dashboard = ReturnType<typeof useDashboard>

/** The present moment, updated a few times a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
