import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './form.module.css'
import { GetHelp } from '#console/kit/shell/get-help.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import type { CallError } from '#console/kit/api/send-call.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'

/** A failure below the fields that it concerns. */
export function FieldFailure({ error }: { error: CallError | null }): ReactNode {
  useLanguage()
  return (
    <div role="alert" className={styles['live']}>
      {error && (
        <div className={styles['failure']}>
          <Icon name="warning" />
          <span>
            {failureText(error)} <WhereInstead error={error} />
            <GetHelp requestId={error.status >= 500 ? error.requestId : ''} />
          </span>
        </div>
      )}
    </div>
  )
}

/** The link to the tenant's sign-in, for a user whose password opens no session. */
function WhereInstead({ error }: { error: CallError }): ReactNode {
  const { t } = useTranslation()
  const tenant = error.errors.find(({ reason }) => reason === 'sso_required')?.text
  if (!tenant) return null
  return (
    <>
      {' '}
      <ScreenLink to="tenantSignIn" params={{ tenant }} search={{ redirectFrom: comingFrom() }}>
        {t(($) => $.session.tenantSignIn)}
      </ScreenLink>
    </>
  )
}
/** The wanted address, or the present one behind the lock. */
function comingFrom(): string {
  const asked = new URLSearchParams(location.search).get('redirectFrom')
  const entry = /^\/(login|lock-screen|auth)(\/|$)/.test(location.pathname)
  return asked ?? (entry ? '' : location.pathname + location.search)
}
