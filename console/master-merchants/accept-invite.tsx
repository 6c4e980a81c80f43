import { Button, Checkbox } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptInvite, declineInvite, readInvite } from '#contract/master-merchants.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import entry from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { forgetToken, useKeptToken } from '#console/kit/auth/kept-token.ts'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import type { CurrentUser } from '#contract/session.ts'
import { refreshUser, settledSession, useSessionState } from '#console/kit/auth/session.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import styles from './master-merchants.module.css'

/** The screen of an invite link: the master, the consequences, and the choice to accept or decline. */
export default function AcceptInvite(): ReactNode {
  const { t } = useTranslation()
  const token = useKeptToken('invite')
  const invite = useCall(readInvite, { body: { invite_token: token } }, { enabled: token !== '' })
  const session = useSessionState()
  const [done, setDone] = useState<'accepted' | 'declined' | null>(null)
  useEffect(() => void settledSession(), [])
  if (done)
    return (
      <Entry title={t(($) => $.invited.doneTitle[done])}>
        <p role="status">{wireWord('notices', (done === 'accepted' ? acceptInvite : declineInvite).notice)}</p>
        {done === 'accepted' && (
          <ButtonLink to="generalSettings" fullWidth>
            {t(($) => $.session.goHome)}
          </ButtonLink>
        )}
      </Entry>
    )
  if (token === '' || invite.error)
    return (
      <Entry title={t(($) => $.screens.acceptInvite)}>
        <p role="alert">{invite.error ? failureText(invite.error) : wireWord('reasons', 'LINK_NOT_VALID')}</p>
        <p>{t(($) => $.users.askAgain)}</p>
        <div className={entry['others']}>
          <ScreenLink to="generalSettings">{t(($) => $.session.goHome)}</ScreenLink>
        </div>
      </Entry>
    )
  if (!invite.data)
    return (
      <Entry title={t(($) => $.screens.acceptInvite)}>
        <LinesSkeleton lines={6} />
      </Entry>
    )
  const { master_merchant_name: master, merchant_name: merchant, merchant_type: type, email } = invite.data
  const user = session.phase === 'signedIn' ? session.session.user : null
  const owned = type === 'OWNED'
  return (
    <Entry title={owned ? t(($) => $.invited.ownedTitle, { master, merchant }) : t(($) => $.invited.title, { master })}>
      <p>
        {t(($) => $.invited.to)} <bdi dir="ltr">{email}</bdi>
      </p>
      {!owned && (
        <>
          <p>{t(($) => $.invited.means, { master })}</p>
          <ul className={styles['consent']}>
            {(['read', 'status', 'review'] as const).map((what) => (
              <li key={what}>{t(($) => $.invited.consent[what])}</li>
            ))}
          </ul>
          {type === 'CROSS_BORDER' && <p>{t(($) => $.invited.crossBorder)}</p>}
          <p>{t(($) => $.invited.leave)}</p>
        </>
      )}
      <div className={styles['buttons']}>
        {user && !owned ? (
          <Accept user={user} token={token} email={email} onDone={() => setDone('accepted')} />
        ) : (
          <>
            <ButtonLink to="register" search={{ invite: '1' }} fullWidth>
              {t(($) => $.invited.register)}
            </ButtonLink>
            {!owned && (
              <ButtonLink to="signIn" search={{ redirectFrom: '/invite' }} variant="default" fullWidth>
                {t(($) => $.invited.signIn)}
              </ButtonLink>
            )}
          </>
        )}
        <Decline token={token} onDone={() => setDone('declined')} />
      </div>
    </Entry>
  )
}

function Accept(props: { user: CurrentUser; token: string; email: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { user, token, email, onDone } = props
  const { act, pending, error } = useAction(acceptInvite, { quiet: true })
  const [access, setAccess] = useState(false)
  if (user.email_address.email.toLowerCase() !== email.toLowerCase())
    return <p role="alert">{t(($) => $.invited.otherUser, { email: user.email_address.email })}</p>
  const accept = async () => {
    const outcome = await act({ body: { invite_token: token, master_merchant_access: access } })
    if (!outcome.ok) return
    forgetToken('invite')
    await refreshUser()
    onDone()
  }
  return (
    <div className={entry['fields']}>
      <Checkbox
        label={t(($) => $.settings.masterAccess)}
        description={t(($) => $.settings.masterAccessHint)}
        checked={access}
        onChange={(event) => setAccess(event.currentTarget.checked)}
      />
      <FieldFailure error={error} />
      <Button onClick={() => void accept()} loading={pending} fullWidth>
        {t(($) => $.invited.accept, { merchant: user.merchant_name })}
      </Button>
    </div>
  )
}

function Decline({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(declineInvite, { quiet: true })
  const decline = async () => {
    if (!(await act({ body: { invite_token: token } })).ok) return
    forgetToken('invite')
    onDone()
  }
  return (
    <>
      <FieldFailure error={error} />
      <Button variant="subtle" color="gray" onClick={() => void decline()} loading={pending} fullWidth>
        {t(($) => $.invited.decline)}
      </Button>
    </>
  )
}
