import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signInFactor, signInPasskey, type Challenge } from '#contract/session.ts'
import styles from '#console/kit/shell/entry.module.css'
import { ProveForm } from '#console/kit/auth/prove-form.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { useOpening } from '#console/kit/auth/use-opening.ts'

interface FactorFormProps {
  challenge: Challenge
  /** Goes back to the password. */
  onBack: () => void
}

/** The second factor of a sign-in. */
export default function FactorForm({ challenge: { challenge, factors }, onBack }: FactorFormProps): ReactNode {
  const { t } = useTranslation()
  const { open, pending, error } = useOpening(signInFactor)
  const passkey = useAction(signInPasskey)
  return (
    <div className={styles['fields']}>
      <ProveForm
        factors={factors}
        submit={t(($) => $.session.signIn)}
        pending={pending}
        error={error ?? passkey.error}
        onOffer={(offer) => open({ body: { challenge, ...offer } })}
        askPasskey={async () => {
          const outcome = await passkey.act({ body: { challenge } })
          return outcome.ok ? outcome.answer : null
        }}
      />
      <Button variant="default" onClick={onBack} fullWidth>
        {t(($) => $.factors.startAgain)}
      </Button>
    </div>
  )
}
