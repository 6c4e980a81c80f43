import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn } from '#contract/session.ts'
import { FieldFailure } from '#console/kit/field-failure.tsx'
import { useOpening } from '#console/kit/use-opening.ts'
import { Entry } from './entry.tsx'
import styles from './entry.module.css'

/** Signing in by e-mail and password. The guard takes the user on once there is a session. */
export default function SignIn(): ReactNode {
  const { t } = useTranslation()
  const { open, pending, error } = useOpening(signIn)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void open({ body: { username, password } })
  }
  return (
    <Entry title={t(($) => $.session.signInTitle)}>
      <form onSubmit={submit} className={styles['fields']}>
        <TextInput
          label={t(($) => $.session.email)}
          type="email"
          name="username"
          dir="ltr"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t(($) => $.session.password)}
          name="password"
          dir="ltr"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t(($) => $.session.showPassword), tabIndex: 0 }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <FieldFailure error={error} />
        <Button type="submit" loading={pending} fullWidth>
          {t(($) => $.session.signIn)}
        </Button>
      </form>
    </Entry>
  )
}
