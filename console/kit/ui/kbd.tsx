import type { ReactNode } from 'react'
import { useKept } from '#console/kit/api/kept.ts'
import styles from './kbd.module.css'

/** The single key of a button, where such keys are switched on; its button says it by `aria-keyshortcuts`. */
export function Kbd({ children }: { children: string }): ReactNode {
  const [isOff] = useKept('single-keys-off')
  return (
    !isOff && (
      <kbd aria-hidden="true" className={styles['key']}>
        {children}
      </kbd>
    )
  )
}
