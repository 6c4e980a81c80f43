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
import { limits } from '#contract/limits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeFilter, type Shown } from './period.ts'

/**
 * The data of the dashboard. It polls a cheap call often, and refetches the rest when that answer changes.
 */
export function useDashboard(shown: Shown, uuids: readonly string[] | null) {
  const of = uuids ? { uuids: [...uuids] } : {}
  const question = { time_filter: timeFilter(shown), ...of }
  const comparing = { ...question, compare_filter: timeFilter(shown.compared) }
  const rest = { keepPrevious: true, everyMs: 30_000 }
  const latest = useCall(
    readLatestTransactions,
    { body: question },
    { keepPrevious: true, everyMs: limits.dashboardPollMs },
  )
  const stats = useCall(readNetTransactions, { body: comparing }, rest)
  const volume = useCall(readVolumeGraph, { body: { ...comparing, period: shown.period } }, rest)
  const pies = useCall(readPieCharts, { body: question }, rest)
  const seasonality = useCall(readVolumeSeasonality, { body: question }, rest)
  const stacks = useCall(readStatusStacks, { body: { ...question, period: shown.period } }, rest)

  const client = useQueryClient()
  const happened = latest.isPlaceholderData
    ? undefined
    : latest.data?.transactions.map(({ order_ref, status }) => `${order_ref} ${status}`).join()
  const known = useRef<string>(undefined)
  const asked = JSON.stringify(question)
  useEffect(() => {
    if (happened === undefined) return
    const before = known.current
    known.current = `${asked} ${happened}`
    if (!before?.startsWith(asked) || before === known.current) return
    for (const { at } of [readNetTransactions, readVolumeGraph, readPieCharts, readVolumeSeasonality, readStatusStacks])
      void client.invalidateQueries({ queryKey: [at] })
  }, [client, asked, happened])
  return { latest, stats, volume, pies, seasonality, stacks }
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
