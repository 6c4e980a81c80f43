import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import styles from './channels.module.css'
import { useLenderName } from './use-lender.ts'
import type { Connected, Entry } from './use-channels.ts'

/** What somebody has to know before anything else: whose channel it is, or that its credentials do not work. */
export function Says({ connection, entry }: { connection: Connected; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const { is_lent: lent, credentials_state: state, check } = connection
  const merchant = useLenderName(lent)
  const name = isolated(entry.name)
  if (lent)
    return (
      <Notice title={t(($) => $.payChannels.lentTitle, { merchant })}>
        {t(($) => $.payChannels.lentText, { merchant })}
      </Notice>
    )
  if (entry.type === 'External') return <Notice>{t(($) => $.payChannels.onlyReconciles)}</Notice>
  if (state === 'unverified') return <Notice>{t(($) => $.payChannels.outcome.unverified, { name })}</Notice>
  if (state !== 'refused') return null
  return (
    <Notice title={t(($) => $.payChannels.outcome.refused, { name })}>
      {check.text && t(($) => $.payChannels.providerSays, { name, text: isolated(check.text) })}
    </Notice>
  )
}

function Notice({ title, children }: { title?: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['notice']} role="status">
      <Icon name="warning" />
      <div>
        {title && <strong>{title}</strong>}
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
