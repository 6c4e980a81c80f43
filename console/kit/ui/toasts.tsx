import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { GetHelp } from '#console/kit/shell/get-help.tsx'
import { Icon } from './icons.tsx'
import { dismissToast, onToastsChange, shownToasts, type Toast } from './toast.ts'
import styles from './toasts.module.css'

/** The toasts at the top centre, for five seconds each, longer while the pointer or the focus is on one. */
export function Toasts(): ReactNode {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(onToastsChange, shownToasts)
  return (
    <section className={styles['toasts']} aria-label={t(($) => $.shell.notices)} aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} {...toast} />
      ))}
    </section>
  )
}

function OneToast({ id, kind, message, requestId }: Toast): ReactNode {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(id), limits.toastMs)
    return () => clearTimeout(timer)
  }, [id, held])
  return (
    <div
      className={styles['toast']}
      data-kind={kind}
      role={kind === 'failure' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'failure' ? 'warning' : 'check'} />
      <span>
        {message} {requestId && <bdi dir="ltr">({requestId})</bdi>} <GetHelp requestId={requestId} />
      </span>
      <button type="button" aria-label={t(($) => $.confirm.close)} onClick={() => dismissToast(id)}>
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}
