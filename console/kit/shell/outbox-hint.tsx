import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInstallation } from '#contract/registration.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import styles from './outbox-hint.module.css'

/** Where e-mails are read in a demo, which delivers none; nothing elsewhere. `several` where more than one was sent. */
export function OutboxHint({ several = false }: { several?: boolean }): ReactNode {
  const { t } = useTranslation()
  const { data } = useCall(readInstallation, {})
  if (!data?.has_outbox) return null
  return (
    <div className={styles['hint']}>
      {t(($) => $.installation.isDemo)}{' '}
      <a href="/sandbox/outbox" target="_blank" rel="noreferrer">
        {t(($) => (several ? $.installation.readMails : $.installation.readMail))}
      </a>
    </div>
  )
}
