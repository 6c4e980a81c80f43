import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { makeReconKeyPair } from '#contract/recon-intake.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { intakeReads, useIntakeOf } from './use-intake.ts'
import styles from './intake.module.css'

/** The public half of our key pair, one line for the provider's `authorized_keys`. */
export function PublicKey({ value }: { value: string }): ReactNode {
  const { t } = useTranslation()
  if (value === '') return null
  return (
    <div className={styles['publicKey']}>
      <p className={styles['label']}>{t(($) => $.reconIntake.publicKey)}</p>
      <p className={styles['hint']}>{t(($) => $.reconIntake.publicKeyHint)}</p>
      <code dir="ltr">{value}</code>
      <CopyButton text={value} label={t(($) => $.reconIntake.copyPublicKey)} />
    </div>
  )
}

interface KeyPairProps {
  channelKey: string
  publicKey: string
}
/** The same with the button that makes a pair, or another one, whose private half never leaves this installation. */
export function KeyPair({ channelKey, publicKey }: KeyPairProps): ReactNode {
  const { t } = useTranslation()
  const { path, environment } = useIntakeOf(channelKey)
  const { act, pending, error } = useAction(makeReconKeyPair, { refreshes: intakeReads })
  const [asking, setAsking] = useState(false)
  const make = () => void act({ path, body: { environment } }).then(() => setAsking(false))
  return (
    <div className={styles['publicKey']}>
      <PublicKey value={publicKey} />
      {publicKey === '' && <p className={styles['hint']}>{t(($) => $.reconIntake.noKeyPair)}</p>}
      {asking && <p role="alert">{t(($) => $.reconIntake.newPairText)}</p>}
      <div className={styles['acts']}>
        <Button
          variant="default"
          {...(asking ? { color: 'red.8', variant: 'filled' } : {})}
          loading={pending}
          onClick={publicKey === '' || asking ? make : () => setAsking(true)}
        >
          {t(($) =>
            publicKey === '' ? $.reconIntake.makePair : asking ? $.reconIntake.replacePair : $.reconIntake.newPair,
          )}
        </Button>
        {asking && (
          <Button variant="default" onClick={() => setAsking(false)}>
            {t(($) => $.confirm.cancel)}
          </Button>
        )}
      </div>
      <FieldFailure error={error} />
    </div>
  )
}
