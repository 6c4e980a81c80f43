import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listNotifications, notificationsStream } from '#contract/notifications.ts'
import { followEvents } from '#console/kit/api/event-stream.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { onTabEvent, broadcast } from '#console/kit/auth/tabs.ts'

/**
 * Keeps the list of notifications up to date. One tab of the browser holds the stream, since browsers limit
 * connections per server, and tells the other tabs. A burst causes one call. Returns true when the list may be read
 * for the first time: once the stream is open, so that no notification is missed, or after a moment where another tab
 * holds it or it fails.
 */
export function useNotificationStream(): boolean {
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
    const stopHearing = onTabEvent((event) => event === 'notified' && hear())
    const ending = new AbortController()
    const { signal } = ending
    const follow = () => {
      const onNews = () => {
        hear()
        broadcast('notified')
      }
      return followEvents(notificationsStream, onNews, signal)
    }
    // The tab with the Web Lock holds the stream; when it closes, another tab gets the lock. A change of language opens
    // the stream anew.
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
