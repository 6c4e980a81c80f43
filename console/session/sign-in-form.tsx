import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentPasswordInput } from '#console/kit/auth/current-password-input.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import type { useOpening } from '#console/kit/auth/use-opening.ts'
import type { signIn } from '#contract/session.ts'

interface Typed {
  username: string
  password: string
}
interface FormProps {
  typed: Typed
  onType: (typed: Typed) => void
  opening: ReturnType<typeof useOpening<typeof signIn>>
}

/** E-mail and password; after a session that has ended, its user's address is filled in already. */
export function SignInForm({ typed, onType, opening: { open, pending, error } }: FormProps): ReactNode {
  const { t } = useTranslation()
  const [known] = useState(typed.username !== '')
  const [remember, setRemember] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void open({ body: { ...typed, ...(remember && { remember_me: true }) } })
  }
  return (
    <form onSubmit={submit} className={styles['fields']}>
      <TextInput
        label={t(($) => $.session.email)}
        type="email"
        name="username"
        dir="ltr"
        autoComplete="username"
        autoFocus={!known}
        required
        withAsterisk={false}
        value={typed.username}
        onChange={(event) => onType({ ...typed, username: event.currentTarget.value })}
      />
      <CurrentPasswordInput
        autoFocus={known}
        value={typed.password}
        onChange={(event) => onType({ ...typed, password: event.currentTarget.value })}
      />
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
