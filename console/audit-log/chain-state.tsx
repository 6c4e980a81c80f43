import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readAuditChain } from '#contract/audit-log.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeWords } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import styles from './audit-log.module.css'

/** The state of the audit log's verification: verified up to an entry, or the first broken entry as an alarm. */
export function ChainState(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time_zone: timeZone } = useUser()
  const { data } = useCall(readAuditChain, {}, { everyMs: 30_000 })
  if (!data || data.rows === 0) return null
  const { rows: end, verified_rows: row, verified_at, finding } = data
  if (finding)
    return (
      <p role="alert" className={styles['broken']}>
        {t(($) => $.auditLog.broken, { row: finding.row, finding: wireWord('auditFindings', finding.what) })}
      </p>
    )
  if (verified_at === null) return <span className={styles['chain']}>{t(($) => $.auditLog.notVerified)}</span>
  const at = timeWords(verified_at, { language, timeZone })
  return <span className={styles['chain']}>{t(($) => $.auditLog.verified, { row, end, at })}</span>
}
