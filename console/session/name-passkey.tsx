import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addPasskey, readFactors, renamePasskey, type PasskeyAttestation } from '#contract/factors.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import styles from './two-step.module.css'

interface NewPasskeyProps {
  /** What the browser has made. */
  credential: PasskeyAttestation
  name: string
  onDone: (codes: readonly string[]) => void
}

/** The name of a passkey that the browser has just made; with it, it is kept. */
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

/** Another name for a passkey that there is. */
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
