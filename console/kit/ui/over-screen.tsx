import { useEffect, useRef, type ReactNode } from 'react'
import styles from './over-screen.module.css'

interface OverScreenProps {
  label: string
  /** At the foot of the window and as wide, as phones show choices. */
  sheet?: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, closed by Escape or a click outside. The focus then returns to where it was. */
export function OverScreen({ label, sheet, onClose, children }: OverScreenProps): ReactNode {
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
      data-sheet={sheet || undefined}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles['inside']}>{children}</div>
    </dialog>
  )
}
