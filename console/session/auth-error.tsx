import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { ButtonLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

/**
 * A refused single sign-on, with one text for every reason; the request's id finds the real reason in the audit log.
 */
export default function AuthError(): ReactNode {
  const { t } = useTranslation()
  const { tenant, request } = useScreenSearch('authError')
  return (
    <Entry title={t(($) => $.screens.authError)}>
      <div className={styles['fields']}>
        <p role="alert">{wireWord('reasons', 'SSO_FAILED')}</p>
        {tenant ? (
          <ButtonLink to="tenantSignIn" params={{ tenant }} fullWidth>
            {t(($) => $.sso.tryAgain)}
          </ButtonLink>
        ) : (
          <ButtonLink to="signIn" fullWidth>
            {t(($) => $.sso.byPassword)}
          </ButtonLink>
        )}
        {request && (
          <p className={styles['request']}>
            {t(($) => $.errors.requestId)} <bdi dir="ltr">{request}</bdi>
          </p>
        )}
      </div>
    </Entry>
  )
}
