import type { ReactNode } from 'react'
import styles from './form.module.css'
import { GetHelp } from './get-help.tsx'
import { Icon } from './icons.tsx'
import type { CallError } from './send-call.ts'
import { failureText, useLanguage } from './words.ts'

/** What went wrong, said under the fields that it is about. */
export function FieldFailure({ error }: { error: CallError | null }): ReactNode {
  useLanguage()
  return (
    <div role="alert">
      {error && (
        <div className={styles['failure']}>
          <Icon name="warning" />
          <span>
            {failureText(error)} <GetHelp requestId={error.status >= 500 ? error.requestId : ''} />
          </span>
        </div>
      )}
    </div>
  )
}
