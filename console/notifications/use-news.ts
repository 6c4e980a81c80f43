import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listNotifications, notificationsStream } from '#contract/notifications.ts'
import { followEvents } from '#console/kit/event-stream.ts'
import { useUser } from '#console/kit/session.ts'
import { onTabNews, tellTabs } from '#console/kit/tabs.ts'

/**
 * Keeps the list of notifications true without a reload: one tab of the browser holds the stream, since a browser has few
 * connections to a server, and tells the others. A burst is asked about once.
 */
export function useNews(): void {
  const client = useQueryClient()
  const { subUserUuid } = useUser()
  const { language } = useTranslation().i18n
  useEffect(() => {
    let timer: number | undefined
    const refetch = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [listNotifications.at] })
      }, gatherMs)
    }
    const stopHearing = onTabNews((news) => news === 'notified' && refetch())
    const ending = new AbortController()
    const { signal } = ending
    const follow = () => {
      const onNews = () => {
        refetch()
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
    }
  }, [client, subUserUuid, language])
}
const gatherMs = 250
