import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beginSso, readTenant } from '#contract/sso.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { ScreenLink, useGo, useScreenParam, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { EndedNotice } from './ended-notice.tsx'

/**
 * The sign-in of a tenant, at its own provider. It needs a press of the button: an automatic redirect would sign a
 * user in again right after signing out.
 */
export default function TenantSignIn(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const tenant = useScreenParam('tenant')
  const { redirectFrom } = useScreenSearch('tenantSignIn')
  const { data, error: unread } = useCall(readTenant, { path: { tenant } })
  const { act, pending, error } = useAction(beginSso)
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    const outcome = await act({ path: { tenant }, body: redirectFrom ? { redirectFrom } : {} })
    if (outcome.ok) {
      setLeaving(true)
      location.assign(outcome.answer.url)
    } else if (outcome.error.reason === 'SSO_FAILED')
      await go({ to: 'authError', search: { tenant, request: outcome.error.requestId } })
  }
  const absent = unread?.status === 404
  return (
    <Entry
      title={data ? t(($) => $.sso.tenantTitle, { company: data.company_name }) : t(($) => $.screens.tenantSignIn)}
    >
      <EndedNotice />
      {absent ? (
        <p>{t(($) => $.sso.noTenant)}</p>
      ) : (
        <div className={styles['fields']}>
          <p>{t(($) => $.sso.tenantText)}</p>
          <Button loading={pending || leaving} disabled={!data} onClick={() => void leave()} fullWidth>
            {t(($) => $.sso.signIn)}
          </Button>
          <FieldFailure error={unread ?? error} />
        </div>
      )}
      <div className={styles['others']}>
        <ScreenLink to="signIn" search={redirectFrom ? { redirectFrom } : {}}>
          {t(($) => $.sso.byPassword)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
