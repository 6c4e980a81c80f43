import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './message-screen.module.css'
import { ChunkError } from './lazy-screen.tsx'
import { CallError } from './send-call.ts'
import { failureText } from './words.ts'

/** What stands where a screen could not be drawn: what happened, the request's id for support, and a way on. */
export function ErrorScreen({ error, reset }: { error: unknown; reset?: () => void }): ReactNode {
  const { t } = useTranslation()
  useEffect(() => reportError(error), [error])
  const fetching = error instanceof ChunkError
  const requestId = error instanceof CallError ? error.requestId : ''
  return (
    <div role="alert" className={styles['message']}>
      <h1>{fetching ? t(($) => $.errors.chunkTitle) : t(($) => $.errors.title)}</h1>
      <p>{error instanceof CallError ? failureText(error) : t(($) => (fetching ? $.errors.chunk : $.errors.defect))}</p>
      {requestId && (
        <p>
          {t(($) => $.errors.requestId)} <bdi dir="ltr">{requestId}</bdi>
        </p>
      )}
      <div className={styles['actions']}>
        {fetching && reset && <Button onClick={reset}>{t(($) => $.errors.retry)}</Button>}
        <Button variant={fetching && reset ? 'default' : 'filled'} onClick={() => location.reload()}>
          {t(($) => $.errors.reload)}
        </Button>
      </div>
    </div>
  )
}
