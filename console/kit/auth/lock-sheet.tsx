import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import entry from '#console/kit/shell/entry.module.css'
import styles from './lock-sheet.module.css'
import { UnlockForm } from './unlock-form.tsx'

/** The lock, drawn over the screen so that the screen keeps its unsaved input. */
export default function LockSheet(): ReactNode {
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
