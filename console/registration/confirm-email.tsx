import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { verifyEmail } from '#contract/registration.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useFragment } from '#console/kit/routing/fragment.ts'
import { HomeLink } from '#console/kit/routing/home-link.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/**
 * The screen of a verification link, on any device. It confirms only by a button, since mail scanners open links
 * before the reader does.
 */
export default function ConfirmEmail(): ReactNode {
  const { t } = useTranslation()
  const token = useFragment('token')
  const { act, pending, error } = useAction(verifyEmail, { quiet: true })
  const [done, setDone] = useState(false)
  const confirm = async () => setDone((await act({ body: { verifyToken: token } })).ok)
  if (done)
    return (
      <Entry title={t(($) => $.registration.confirmedTitle)}>
        <p role="status">{wireWord('notices', verifyEmail.notice)}</p>
        <HomeLink fullWidth />
      </Entry>
    )
  return (
    <Entry title={t(($) => $.registration.confirmTitle)}>
      {token === '' ? (
        <p>{wireWord('reasons', 'LINK_NOT_VALID')}</p>
      ) : (
        <>
          <p>{t(($) => $.registration.confirmText)}</p>
          <div className={styles['fields']}>
            <FieldFailure error={error} />
            <Button onClick={() => void confirm()} loading={pending} fullWidth>
              {t(($) => $.registration.confirm)}
            </Button>
          </div>
        </>
      )}
      <div className={styles['others']}>
        <ScreenLink to="verifyEmail" search={{}}>
          {t(($) => $.registration.again)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
