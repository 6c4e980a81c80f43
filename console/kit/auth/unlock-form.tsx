import { Button } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { unlockSession } from '#contract/session.ts'
import { CurrentPasswordInput } from './current-password-input.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { userBefore } from './session.ts'
import { useOpening } from './use-opening.ts'

/** Asks for the password of a locked session; another user can sign in instead. */
export function UnlockForm(): ReactNode {
  const user = userBefore()
  return user?.sso_required ? (
    <SignInAgain tenant={user.sso_company} />
  ) : (
    <ByPassword tenant={user?.sso_company ?? ''} />
  )
}

/** For users of single sign-on, who have to sign in again instead of giving a password. */
function SignInAgain({ tenant }: { tenant: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['fields']}>
      <p>{t(($) => $.sso.unlockText)}</p>
      <ButtonLink to="tenantSignIn" params={{ tenant }} search={{ redirectFrom: here() }} fullWidth>
        {t(($) => $.sso.signIn)}
      </ButtonLink>
      <ScreenLink to="signOut" className={styles['other']}>
        {t(($) => $.session.otherUser)}
      </ScreenLink>
    </div>
  )
}

function Instead({ tenant }: { tenant: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <ScreenLink to="tenantSignIn" params={{ tenant }} search={{ redirectFrom: here() }} className={styles['other']}>
      {t(($) => $.sso.signIn)}
    </ScreenLink>
  )
}

/** The present address, to come back to. */
const here = () => location.pathname + location.search

function ByPassword({ tenant }: { tenant: string }): ReactNode {
  const { t } = useTranslation()
  const { open, pending, error } = useOpening(unlockSession)
  const [password, setPassword] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void open({ body: { password } })
  }
  return (
    <form onSubmit={submit} className={styles['fields']}>
      <CurrentPasswordInput autoFocus value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      <FieldFailure error={error} />
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.session.unlock)}
      </Button>
      {userBefore()?.is_2fa_enabled !== false && (
        <PasskeyButton call={unlockSession} label={t(($) => $.session.unlockWithPasskey)} />
      )}
      {tenant && <Instead tenant={tenant} />}
      <ScreenLink to="signOut" className={styles['other']}>
        {t(($) => $.session.otherUser)}
      </ScreenLink>
    </form>
  )
}
