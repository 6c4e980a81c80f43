import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readRemembered, type Challenge } from '#contract/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { GreetedForm } from './greeted-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const FactorForm = lazy(withTexts(() => import('./factor-form.tsx')))

/**
 * The sign-in: address and password, or the password alone of a remembered user, then a second factor where the user
 * has one. The guard navigates once there is a session.
 */
export default function SignIn(): ReactNode {
  const { t } = useTranslation()
  const { data, isPending } = useCall(readRemembered, {})
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const remembered = data?.remembered
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
      {/* Waits for the answer, so that the form does not change while the user types. */}
      {!isPending &&
        (remembered ? (
          <GreetedForm hint={remembered.email_hint} onChallenge={setChallenge} />
        ) : (
          <SignInForm onChallenge={setChallenge} />
        ))}
      <div className={styles['others']}>
        <ScreenLink to="forgotPassword">{t(($) => $.session.forgot)}</ScreenLink>
        {!remembered && <ScreenLink to="register">{t(($) => $.session.register)}</ScreenLink>}
      </div>
    </Entry>
  )
}
