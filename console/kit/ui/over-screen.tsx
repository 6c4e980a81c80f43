import { useEffect, useRef, type ReactNode } from 'react'
import styles from './over-screen.module.css'

interface OverScreenProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** Lies over the screen until it is closed: by Escape, or by a press beside it. The focus goes back where it was. */
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
