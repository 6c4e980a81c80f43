import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn, type Challenge } from '#contract/session.ts'
import { CurrentPasswordInput } from '#console/kit/auth/current-password-input.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useOpening } from '#console/kit/auth/use-opening.ts'

/** E-mail and password. */
export function SignInForm({ onChallenge }: { onChallenge: (challenge: Challenge) => void }): ReactNode {
  const { t } = useTranslation()
  const { open, pending, error } = useOpening(signIn, onChallenge)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void open({ body: { username, password, ...(remember && { remember_me: true }) } })
  }
  return (
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
      <CurrentPasswordInput value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      <Checkbox
        label={t(($) => $.session.rememberMe)}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      <FieldFailure error={error} />
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.session.signIn)}
      </Button>
    </form>
  )
}
