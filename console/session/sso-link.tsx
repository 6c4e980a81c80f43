import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmSsoLink, type SsoOutcome } from '#contract/sso.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useFragment } from '#console/kit/routing/fragment.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Outcome } from './sso-outcome.tsx'

/**
 * The screen of the mail that links an identity. It confirms only by a button, since mail scanners open links.
 */
export default function SsoLink(): ReactNode {
  const { t } = useTranslation()
  const mailToken = useFragment('token')
  const { act, pending, error } = useAction(confirmSsoLink)
  const [outcome, setOutcome] = useState<SsoOutcome | null>(null)
  if (outcome) return <Outcome outcome={outcome} tenant="" />
  const confirm = async () => {
    const done = await act({ body: { mailToken } })
    if (done.ok) setOutcome(done.answer)
  }
  if (mailToken === '')
    return (
      <Entry title={t(($) => $.screens.ssoLink)}>
        <p role="alert">{wireWord('reasons', 'LINK_NOT_VALID')}</p>
        <div className={styles['others']}>
          <ScreenLink to="findTenant">{t(($) => $.sso.signIn)}</ScreenLink>
        </div>
      </Entry>
    )
  return (
    <Entry title={t(($) => $.screens.ssoLink)}>
      <div className={styles['fields']}>
        <p>{t(($) => $.sso.confirmText)}</p>
        <FieldFailure error={error} />
        <Button loading={pending} onClick={() => void confirm()} fullWidth>
          {t(($) => $.sso.confirmLink)}
        </Button>
      </div>
    </Entry>
  )
}
