import { useEffect, useRef, type ReactNode } from 'react'
import styles from './over-screen.module.css'

interface OverScreenProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, closed by Escape or a click outside. The focus then returns to where it was. */
export function OverScreen({ label, onClose, children }: OverScreenProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles['over']}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles['inside']}>{children}</div>
    </dialog>
  )
}
