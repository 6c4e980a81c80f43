import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readRemembered } from '#contract/session.ts'
import { Entry } from '#console/kit/entry.tsx'
import styles from '#console/kit/entry.module.css'
import { ScreenLink } from '#console/kit/screen-link.tsx'
import { useCall } from '#console/kit/use-call.ts'
import { GreetedForm } from './greeted-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signing in: whom this browser remembers by the password alone. The guard takes the user on once there is a session. */
export default function SignIn(): ReactNode {
  const { t } = useTranslation()
  const { data, isPending } = useCall(readRemembered, {})
  const remembered = data?.remembered
  return (
    <Entry
      title={remembered ? t(($) => $.session.welcomeBack, { name: remembered.name }) : t(($) => $.session.signInTitle)}
    >
      {/* Not the one form first and then the other, under the hands of who types already. */}
      {!isPending && (remembered ? <GreetedForm hint={remembered.email_hint} /> : <SignInForm />)}
      <div className={styles['others']}>
        <ScreenLink to="forgotPassword">{t(($) => $.session.forgot)}</ScreenLink>
        {!remembered && <ScreenLink to="register">{t(($) => $.session.register)}</ScreenLink>}
      </div>
    </Entry>
  )
}
