import type { CSSProperties, ReactNode } from 'react'
import styles from './routing.module.css'

/** How orders are shared, as parts of a bar; the numbers stand beside it. */
export const ShareBar = ({ shares }: { shares: readonly number[] }): ReactNode => (
  <span className={styles['bar']} aria-hidden="true">
    {shares.map((share, at) => (
      <span key={at} data-part={at % 4} style={{ '--share': share } as CSSProperties} />
    ))}
  </span>
)
