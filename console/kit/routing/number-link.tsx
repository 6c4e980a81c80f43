import type { ReactNode } from 'react'
import styles from './number-link.module.css'
import { ScreenLink, type AnyDestination } from './screen-link.tsx'

/** A number that leads to the list of what it counts. */
export const NumberLink = ({ to, children }: { to: AnyDestination; children: ReactNode }): ReactNode => (
  <ScreenLink {...(to as { to: 'payments'; search: Record<string, string> })} className={styles['number']}>
    {children}
  </ScreenLink>
)
