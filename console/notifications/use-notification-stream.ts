import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anyChange, changedEvent, changeWord, readChanges } from '#contract/changes.ts'
import { listNotifications, notificationsStream } from '#contract/notification-list.ts'
import { hearChanges } from '#console/kit/api/changes.ts'
import { followEvents } from '#console/kit/api/event-stream.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { onTabEvent, broadcast } from '#console/kit/auth/tabs.ts'

/**
 * Keeps the list of notifications and what the screen shows up to date. One tab of the browser holds the stream, since browsers
 * limit connections per server, and tells the other tabs of the same user, environment and roles. A burst causes one call.
 * Returns true when the list may be read for the first time: once the stream is open, so that no notification is missed, or
 * after a moment where another tab holds it or it fails.
 */
export function useNotificationStream(): boolean {
  const client = useQueryClient()
  const { subUserUuid, is_live_mode, viewing_as } = useUser()
  const by = `${subUserUuid} ${is_live_mode} ${String(viewing_as)}`
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
    const hearOf = (words: string[]) => hearChanges(readChanges(words))
    const stopHearing = onTabEvent((event) => {
      if (event === 'notified') hear()
      else if (typeof event === 'object' && event.by === by) hearOf(event.words)
    })
    const tell = (words: string[]) => {
      hearOf(words)
      broadcast({ by, words })
    }
    const ending = new AbortController()
    const { signal } = ending
    const follow = () => {
      let openings = 0
      const onEvent = (event: string) => {
        const [name, ...words] = event.split(' ')
        if (name === changedEvent) return tell(words)
        hear()
        broadcast('notified')
        // A stream that is opened again has missed what happened meanwhile.
        if (name === 'here' && openings++ > 0) tell(anyChange.map(changeWord))
      }
      return followEvents(notificationsStream, onEvent, signal)
    }
    // The tab with the Web Lock holds the stream; when it closes, another tab gets the lock. A change of language opens
    // the stream anew.
    void navigator.locks
      .request(`notifications ${by}`, { signal }, follow)
      .catch((error: unknown) => !signal.aborted && reportError(error))
    return () => {
      ending.abort()
      stopHearing()
      clearTimeout(timer)
      clearTimeout(patience)
    }
  }, [client, by, language])
  return started
}
const gatherMs = 250
const patienceMs = 1_000
