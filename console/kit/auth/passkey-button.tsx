import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { signInWithPasskey } from '#contract/passkey-sign-in.ts'
import type { unlockSession } from '#contract/session.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { passkeysPossible, usePasskey } from './use-passkey.ts'
import styles from '#console/kit/shell/entry.module.css'

interface PasskeyButtonProps {
  call: typeof signInWithPasskey | typeof unlockSession
  label: string
}

/** The button that stands for password and second step; nothing where passkeys do not work. */
export function PasskeyButton({ call, label }: PasskeyButtonProps): ReactNode {
  const { t } = useTranslation()
  const { start, pending, error, refused } = usePasskey(call)
  if (!passkeysPossible()) return null
  return (
    <>
      <Button variant="default" leftSection={<Icon name="passkey" />} loading={pending} onClick={start} fullWidth>
        {label}
      </Button>
      {refused ? (
        <p role="alert" className={styles['refused']}>
          {t(($) => $.session.passkeyRefused)}
        </p>
      ) : (
        <FieldFailure error={error} />
      )}
    </>
  )
}
