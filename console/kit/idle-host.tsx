import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import entry from './entry.module.css'
import { Icon } from './icons.tsx'
import { watchIdle } from './idle.ts'
import styles from './idle-host.module.css'
import { useSessionState } from './session.ts'
import { UnlockForm } from './unlock-form.tsx'

/** Warns before the session locks for want of anybody there, and stands before everything while it is locked. */
export default function IdleHost(): ReactNode {
  const { t } = useTranslation()
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const locked = useSessionState().phase === 'locked'
  useEffect(() => watchIdle({ onWarning: setSecondsLeft }), [])
  if (locked) return <LockSheet />
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

/** Over the screen rather than in its place, so that what was typed there is still there afterwards. */
function LockSheet(): ReactNode {
  const { t } = useTranslation()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialogue = ref.current
    dialogue?.showModal()
    return () => dialogue?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles['lock']}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      onClose={() => ref.current?.isConnected && ref.current.showModal()}
    >
      <div className={entry['sheet']}>
        <h1 id="lock-title">{t(($) => $.session.lockedTitle)}</h1>
        <p>{t(($) => $.session.lockedText)}</p>
        <UnlockForm />
      </div>
    </dialog>
  )
}
