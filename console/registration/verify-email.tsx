import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { sendVerifyEmailLink } from '#contract/registration.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { refreshUser, useHasUser, useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The only screen of a user with an unconfirmed address: they can ask for another link. */
export default function VerifyEmail(): ReactNode {
  return useHasUser() ? <Waiting /> : null
}

function Waiting(): ReactNode {
  const { t } = useTranslation()
  const { email } = useUser().email_address
  const { act, pending, error } = useAction(sendVerifyEmailLink, { quiet: true })
  const [sent, setSent] = useState(false)
  const [wait, setWait] = useState(0)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  useEffect(() => {
    // The link is often opened in another tab or on another device, so the visible tab polls the user's record.
    const look = () => void (document.visibilityState === 'visible' && refreshUser())
    const timer = setInterval(look, 5_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  const again = async () => {
    const outcome = await act({ body: { emailId: email } })
    if (!outcome.ok) return
    setSent(true)
    setWait(limits.linkAgainSeconds)
  }
  return (
    <Entry title={t(($) => $.registration.verifyTitle)}>
      <p>
        {t(($) => $.registration.verifyText)} <bdi dir="ltr">{email}</bdi>
      </p>
      <OutboxHint />
      <div className={styles['fields']}>
        <div role="status">{sent && wireWord('notices', sendVerifyEmailLink.notice)}</div>
        <FieldFailure error={error} />
        <Button onClick={() => void again()} loading={pending} disabled={wait > 0} fullWidth>
          {wait > 0 ? t(($) => $.registration.againIn, { seconds: wait }) : t(($) => $.registration.again)}
        </Button>
        <ScreenLink to="signOut" search={{}} className={styles['other']}>
          {t(($) => $.session.otherUser)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
