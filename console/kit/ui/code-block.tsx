import type { ReactNode } from 'react'
import styles from './code-block.module.css'
import { CopyIcon } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  /** What it is, for those who cannot see what stands around it. */
  label: string
  /** What is copied and under which name; without it there is nothing to copy. */
  copy?: { text: string; label: string }
}

/** Text of a machine: written from left to right in every language, scrolled where it is too large. */
export function CodeBlock({ code, label, copy }: CodeBlockProps): ReactNode {
  return (
    <div className={styles['block']}>
      <pre dir="ltr" tabIndex={0} role="group" aria-label={label} className={styles['code']}>
        {code}
      </pre>
      {copy && (
        <div className={styles['copy']}>
          <CopyIcon {...copy} />
        </div>
      )}
    </div>
  )
}
