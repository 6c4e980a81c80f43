import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#console/kit/ui/message-screen.module.css'
import { GetHelp } from './get-help.tsx'
import { ChunkError } from '#console/kit/routing/lazy-screen.tsx'
import { CallError } from '#console/kit/api/send-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'

/** Shown in place of a screen that failed to render: the failure, the request's id for support and buttons to go on. */
export function ErrorScreen({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation()
  useEffect(() => reportError(error), [error])
  const fetching = error instanceof ChunkError
  useEffect(() => {
    if (!fetching) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [fetching])
  const requestId = error instanceof CallError ? error.requestId : ''
  return (
    <div role="alert" className={styles['message']}>
      <h1>{fetching ? t(($) => $.errors.chunkTitle) : t(($) => $.errors.title)}</h1>
      <p>{error instanceof CallError ? failureText(error) : t(($) => (fetching ? $.errors.chunk : $.errors.defect))}</p>
      {requestId && (
        <p>
          {t(($) => $.errors.requestId)} <bdi dir="ltr">{requestId}</bdi> <GetHelp requestId={requestId} />
        </p>
      )}
      <div className={styles['actions']}>
        {/* Browsers keep the failure of a module's fetch, so only a reload fetches it again. */}
        <Button onClick={reload}>{fetching ? t(($) => $.errors.retry) : t(($) => $.errors.reload)}</Button>
      </div>
    </div>
  )
}
const reload = () => location.reload()
