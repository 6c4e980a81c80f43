import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  tone?: 'notice' | 'good'
  /** `alert` for what has happened while the screen was open. */
  role?: 'status' | 'alert'
  title?: string
  children?: ReactNode
}

/** What has to be known before anything else of a screen. */
export const Notice = ({ tone = 'notice', role = 'status', title, children }: NoticeProps): ReactNode => (
  <div className={styles['notice']} data-tone={tone} role={role}>
    <Icon name={tone === 'good' ? 'check' : 'warning'} />
    <div>
      {title && <strong>{title}</strong>} {children}
    </div>
  </div>
)
