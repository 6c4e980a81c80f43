import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionEnd } from '#console/kit/auth/session.ts'
import styles from '#console/kit/shell/entry.module.css'

/** Says at the sign-in why the last session of this tab ended. */
export function EndedNotice(): ReactNode {
  const { t } = useTranslation()
  const [end] = useState(sessionEnd)
  if (!end) return null
  return (
    <p role="status" className={styles['notice']}>
      {t(($) => $.session.ended[end])}
    </p>
  )
}
