import { Button, PasswordInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changePassword } from '#contract/session.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { NewPasswordInput } from '#console/kit/auth/new-password-input.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import styles from './profile.module.css'

/** The form to change the password, by the present one. */
export function ChangePassword(): ReactNode {
  const [round, setRound] = useState(0)
  return <PasswordForm key={round} onDone={() => setRound(round + 1)} />
}

function PasswordForm({ onDone }: { onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(changePassword, {
    initial: { old_password: '', new_password: '' },
    toBody: (values) => values,
    onDone,
  })
  const shown = { 'aria-label': t(($) => $.session.showPassword), tabIndex: 0 }
  return (
    <form noValidate onSubmit={onSubmit} className={styles['fields']}>
      <PasswordInput
        label={t(($) => $.profile.oldPassword)}
        dir="ltr"
        autoComplete="current-password"
        visibilityToggleButtonProps={shown}
        {...form.getInputProps('old_password')}
      />
      <NewPasswordInput label={t(($) => $.profile.newPassword)} {...form.getInputProps('new_password')} />
      {failure && <FormFailure error={failure} />}
      <div className={styles['buttons']}>
        <Button type="submit" loading={pending}>
          {t(($) => $.profile.change)}
        </Button>
        <p className={styles['hint']}>{t(($) => $.profile.endsOthers)}</p>
      </div>
    </form>
  )
}
