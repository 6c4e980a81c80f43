import type { ReactNode } from 'react'
import styles from './mark.module.css'

/** A word beside a heading, such as 'Default'. */
export const Mark = ({ children }: { children: ReactNode }): ReactNode => (
  <span className={styles['mark']}>{children}</span>
)
