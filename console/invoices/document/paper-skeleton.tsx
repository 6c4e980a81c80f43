import type { ReactNode } from 'react'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from './paper.module.css'

/** A sheet without its document: why there is none, or bars while it comes. */
export const PaperSkeleton = ({ children }: { children: string }): ReactNode => (
  <div className={styles['blank']}>{children ? <p>{children}</p> : <LinesSkeleton lines={12} />}</div>
)
