import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { watchIdle } from './idle.ts'
import { useSessionState } from '#console/kit/auth/session.ts'
import styles from './shell.module.css'

const fetchLockSheet = withTexts(() => import('#console/kit/auth/lock-sheet.tsx'))
const LockSheet = lazy(fetchLockSheet)

/** Warns before the session is locked by idling, and covers the screen while it is locked. */
export function IdleHost(): ReactNode {
  const { t } = useTranslation()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const locked = useSessionState().phase === 'locked'
  useEffect(() => watchIdle({ onWarning: setSecondsLeft }), [])
  const warned = secondsLeft !== null
  useEffect(() => {
    // Fetched ahead, so that the lock shows without delay. A failed fetch is repeated when it is needed.
    if (warned) fetchLockSheet().catch(() => undefined)
  }, [warned])
  if (locked)
    return (
      <Suspense>
        <LockSheet />
      </Suspense>
    )
  if (secondsLeft === null) return null
  return (
    <div className={styles['warning']} role="alert">
      <Icon name="warning" />
      <span>{t(($) => $.session.lockWarning)}</span>
      <span aria-hidden="true" className={styles['seconds']}>
        {t(($) => $.session.secondsLeft, { seconds: secondsLeft })}
      </span>
    </div>
  )
}
