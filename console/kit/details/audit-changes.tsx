import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit-log.ts'
import { changedFieldWord, changedValueWord } from './audit-words.ts'
import styles from './audit.module.css'
import { Time } from './values.tsx'

/** The changed fields of an act, each with its value before and after. */
export function AuditChanges({
  entry: { action, changes },
}: {
  entry: Pick<AuditEntry, 'action' | 'changes'>
}): ReactNode {
  const { t } = useTranslation()
  return (
    <table className={styles['changes']}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.auditLog.changes)}</th>
          <th scope="col">{t(($) => $.auditLog.before)}</th>
          <th scope="col">{t(($) => $.auditLog.after)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([field, { before, after }]) => (
          <tr key={field}>
            <th scope="row">{changedFieldWord(field)}</th>
            <td data-side="before">
              <Value {...{ action, field }} value={before} />
            </td>
            <td data-side="after">
              <Value {...{ action, field }} value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ action, field, value }: { action: string; field: string; value: string | boolean }): ReactNode {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return <Time at={value.slice(0, 19).replace('T', ' ')} zoned />
  if (value === '') return <span className={styles['nothing']}>{changedValueWord(action, field, value)}</span>
  return <bdi>{changedValueWord(action, field, value)}</bdi>
}
