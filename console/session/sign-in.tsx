import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signInWithPasskey } from '#contract/passkey-sign-in.ts'
import { readInstallation } from '#contract/registration.ts'
import { readRemembered, signIn, type Challenge } from '#contract/session.ts'
import { sessionEnd, userBefore } from '#console/kit/auth/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { PasskeyButton } from '#console/kit/auth/passkey-button.tsx'
import { ButtonLink, ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { useOpening } from '#console/kit/auth/use-opening.ts'
import { EndedNotice } from './ended-notice.tsx'
import { GreetedForm } from './greeted-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const DemoLogins = lazy(() => import('./demo-logins.tsx'))
const FactorForm = lazy(withTexts(() => import('./factor-form.tsx')))

/**
 * The sign-in: address and password, or the password alone of a remembered user, then a second factor where the user
 * has one. The guard navigates once there is a session.
 */
export default function SignIn(): ReactNode {
  const { t } = useTranslation()
  const { data, isPending } = useCall(readRemembered, {})
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [typed, setTyped] = useState(() => ({ username: addressBefore(), password: '' }))
  const opening = useOpening(signIn, setChallenge)
  const { demo } = useCall(readInstallation, {}).data ?? {}
  const remembered = data?.remembered
  const choose = (login: typeof typed) => {
    setTyped(login)
    void opening.open({ body: login })
  }
  if (challenge)
    return (
      <Entry title={t(($) => $.session.factorTitle)}>
        <Suspense>
          <FactorForm challenge={challenge} onBack={() => setChallenge(null)} />
        </Suspense>
      </Entry>
    )
  return (
    <Entry
      title={remembered ? t(($) => $.session.welcomeBack, { name: remembered.name }) : t(($) => $.session.signInTitle)}
    >
      <EndedNotice />
      {/* Waits for the answer, so that the form does not change while the user types. */}
      {!isPending &&
        (remembered ? (
          <GreetedForm hint={remembered.email_hint} onChallenge={setChallenge} />
        ) : (
          <SignInForm typed={typed} onType={setTyped} opening={opening} />
        ))}
      <OtherWays />
      <div className={styles['others']}>
        <ScreenLink to="forgotPassword">{t(($) => $.session.forgot)}</ScreenLink>
        {!remembered && <ScreenLink to="register">{t(($) => $.session.register)}</ScreenLink>}
      </div>
      {demo && !remembered && (
        <Suspense>
          <DemoLogins demo={demo} disabled={opening.pending} onChoose={choose} />
        </Suspense>
      )}
    </Entry>
  )
}

/** The ways in without a password. */
function OtherWays(): ReactNode {
  const { t } = useTranslation()
  const { redirectFrom } = useScreenSearch('signIn')
  return (
    <div className={styles['ways']}>
      <p aria-hidden="true">{t(($) => $.session.or)}</p>
      <PasskeyButton call={signInWithPasskey} label={t(($) => $.session.withPasskey)} />
      <ButtonLink to="findTenant" search={redirectFrom ? { redirectFrom } : {}} variant="default" fullWidth>
        {t(($) => $.session.withSso)}
      </ButtonLink>
    </div>
  )
}

/** The address of the user whose session has ended in this tab. */
const addressBefore = () => (sessionEnd() ? (userBefore()?.email_address.email ?? '') : '')
