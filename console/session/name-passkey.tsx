import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addPasskey, readFactors, renamePasskey, type PasskeyAttestation } from '#contract/factors.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import styles from './two-step.module.css'

interface NewPasskeyProps {
  /** The new credential from WebAuthn. */
  credential: PasskeyAttestation
  name: string
  onDone: (codes: readonly string[]) => void
}

/** Names a new passkey and saves it. */
export function NewPasskey({ credential, name, onDone }: NewPasskeyProps): ReactNode {
  const { t } = useTranslation()
  const form = useCallForm(addPasskey, {
    initial: { name },
    toBody: (values: { name: string }) => ({ ...values, credential }),
    refreshes: [readFactors],
    onDone: ({ answer }) => onDone(answer.recovery_codes),
  })
  return <NameForm {...form} submit={t(($) => $.twoStep.addPasskey)} />
}

/** Renames a passkey. */
export function RenamePasskey(props: { passkeyId: string; name: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { passkeyId, name, onDone } = props
  const form = useCallForm(renamePasskey, {
    initial: { name },
    toBody: (values: { name: string }) => values,
    path: { passkey_id: passkeyId },
    refreshes: [readFactors],
    onDone,
  })
  return <NameForm {...form} submit={t(($) => $.twoStep.rename)} />
}

function NameForm({ form, onSubmit, pending, failure, submit }: CallForm<{ name: string }> & { submit: string }) {
  const { t } = useTranslation()
  return (
    <form noValidate onSubmit={onSubmit} className={styles['steps']}>
      <TextInput
        label={t(($) => $.twoStep.passkeyName)}
        description={t(($) => $.twoStep.passkeyNameHint)}
        data-autofocus
        dir="auto"
        required
        withAsterisk={false}
        maxLength={limits.passkeyNameLength}
        {...form.getInputProps('name')}
      />
      {failure && <FormFailure error={failure} />}
      <Button type="submit" loading={pending}>
        {submit}
      </Button>
    </form>
  )
}
