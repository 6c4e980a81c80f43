import { Button } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetRemembered, readRemembered, signInRemembered, type Challenge } from '#contract/session.ts'
import { CurrentPasswordInput } from '#console/kit/auth/current-password-input.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { useOpening } from '#console/kit/auth/use-opening.ts'

/** The password of the user that this browser remembers; `hint` is their masked address. */
export function GreetedForm({
  hint,
  onChallenge,
}: {
  hint: string
  onChallenge: (challenge: Challenge) => void
}): ReactNode {
  const { t } = useTranslation()
  const { open, pending, error } = useOpening(signInRemembered, onChallenge)
  const { act, pending: forgetting } = useAction(forgetRemembered, { refreshes: [readRemembered] })
  const [password, setPassword] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void open({ body: { password } })
  }
  return (
    <form onSubmit={submit} className={styles['fields']}>
      <p className={styles['hint']}>
        <bdi dir="ltr">{hint}</bdi>
      </p>
      <CurrentPasswordInput autoFocus value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      <FieldFailure error={error} />
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.session.signIn)}
      </Button>
      <Button variant="subtle" loading={forgetting} onClick={() => void act({})} fullWidth>
        {t(($) => $.session.notYou)}
      </Button>
    </form>
  )
}
