import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { linkSso, mailSsoLink, type SsoOutcome } from '#contract/sso.ts'
import { CurrentPasswordInput } from '#console/kit/auth/current-password-input.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

interface LinkIdentityProps {
  tenant: string
  linkToken: string
  /** The user's address at the provider, as a suggestion. */
  providerEmail: string
  onOutcome: (outcome: SsoOutcome) => void
}

/** Links a proven identity to a user, by the user's password or by a mail to their address. */
export function LinkIdentity({ tenant, linkToken, providerEmail, onOutcome }: LinkIdentityProps): ReactNode {
  const { t } = useTranslation()
  const [username, setUsername] = useState(providerEmail)
  const [password, setPassword] = useState('')
  const linking = useAction(linkSso)
  const mailing = useAction(mailSsoLink, { quiet: true })
  const [mailed, setMailed] = useState(false)
  const path = { tenant }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const done = await linking.act({ path, body: { linkToken, username, password } })
    if (done.ok) onOutcome(done.answer)
  }
  const mail = async () => setMailed((await mailing.act({ path, body: { linkToken, email_address: username } })).ok)
  return (
    <form onSubmit={(event) => void submit(event)} className={styles['fields']}>
      <p>
        {providerEmail ? t(($) => $.sso.linkTextAs, { email: isolatedLtr(providerEmail) }) : t(($) => $.sso.linkText)}
      </p>
      <TextInput
        label={t(($) => $.session.email)}
        type="email"
        name="username"
        dir="ltr"
        autoComplete="username"
        required
        withAsterisk={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <CurrentPasswordInput value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
      <FieldFailure error={linking.error ?? mailing.error} />
      <Button type="submit" loading={linking.pending} fullWidth>
        {t(($) => $.sso.linkIt)}
      </Button>
      <Button
        variant="default"
        loading={mailing.pending}
        disabled={username.trim() === ''}
        onClick={() => void mail()}
        fullWidth
      >
        {t(($) => $.sso.mailInstead)}
      </Button>
      <p role="status">{mailed && wireWord('notices', mailSsoLink.notice)}</p>
    </form>
  )
}
