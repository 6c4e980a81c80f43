import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listNotifications, notificationsStream } from '#contract/notifications.ts'
import { followEvents } from '#console/kit/api/event-stream.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { onTabNews, tellTabs } from '#console/kit/auth/tabs.ts'

/**
 * Keeps the list of notifications true without a reload: one tab of the browser holds the stream, since a browser has few
 * connections to a server, and tells the others. A burst is asked about once. Says when to ask for the first time: once
 * the stream is there, so that nothing comes between, or a moment later where another tab holds it or it cannot be had.
 */
export function useNews(): boolean {
  const client = useQueryClient()
  const { subUserUuid } = useUser()
  const { language } = useTranslation().i18n
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const patience = setTimeout(() => setStarted(true), patienceMs)
    let timer: number | undefined
    const refetch = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [listNotifications.at] })
      }, gatherMs)
    }
    const hear = () => {
      const queries = client.getQueryCache().findAll({ queryKey: [listNotifications.at] })
      if (queries.some(({ state }) => state.data !== undefined || state.fetchStatus !== 'idle')) refetch()
      setStarted(true)
    }
    const stopHearing = onTabNews((news) => news === 'notified' && hear())
    const ending = new AbortController()
    const { signal } = ending
    const follow = () => {
      const onNews = () => {
        hear()
        tellTabs('notified')
      }
      return followEvents(notificationsStream, onNews, signal)
    }
    // Whoever has the lock holds the stream; when its tab closes, the next one gets it. The language goes with it.
    void navigator.locks
      .request(`notifications ${subUserUuid}`, { signal }, follow)
      .catch((error: unknown) => !signal.aborted && reportError(error))
    return () => {
      ending.abort()
      stopHearing()
      clearTimeout(timer)
      clearTimeout(patience)
    }
  }, [client, subUserUuid, language])
  return started
}
const gatherMs = 250
const patienceMs = 1_000
