import type { ReactNode } from 'react'
import styles from './code-block.module.css'
import { CopyIcon } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  /** The accessible name. */
  label: string
  /** The text of the copy button and its label; without it there is no button. */
  copy?: { text: string; label: string }
}

/** Code or other machine text, left to right in every language, with scroll bars where it is too large. */
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
