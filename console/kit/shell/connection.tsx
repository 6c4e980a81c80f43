import { Button } from '@mantine/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerWait } from '#console/kit/auth/server-wait.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import message from '#console/kit/ui/message-screen.module.css'
import { ScreenSkeleton } from '#console/kit/ui/skeletons.tsx'
import banners from './banners.module.css'

const events = ['online', 'offline'] as const
const subscribe = (listener: () => void) => {
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

/** The line at the top while the browser has no network. */
export function OfflineLine(): ReactNode {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div aria-live="polite" className={banners['connection']}>
      {!online && (
        <div className={banners['banner']}>
          <Icon name="warning" />
          <span>{t(($) => $.errors.offline)}</span>
        </div>
      )}
    </div>
  )
}

/** Shown while a screen waits: a skeleton, or that the server has not said yet whether the user is signed in. */
export function Pending(): ReactNode {
  const { t } = useTranslation()
  const wait = useServerWait()
  if (!wait) return <ScreenSkeleton />
  return (
    <div role="alert" className={message['message']}>
      <h1>{t(($) => $.errors.unreachedTitle)}</h1>
      <p>{t(($) => $.errors.unreached)}</p>
      <div className={message['actions']}>
        <Button onClick={wait.retry}>{t(($) => $.errors.retry)}</Button>
      </div>
    </div>
  )
}
