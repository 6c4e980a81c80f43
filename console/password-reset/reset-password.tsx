import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updatePassword } from '#contract/password-reset.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useFragment } from '#console/kit/routing/fragment.ts'
import { NewPasswordInput } from '#console/kit/auth/new-password-input.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The screen of a reset link (`#token=`): sets a new password. */
export default function ResetPassword(): ReactNode {
  const { t } = useTranslation()
  const token = useFragment('token')
  const [done, setDone] = useState(false)
  if (done)
    return (
      <Entry title={t(($) => $.passwordReset.doneTitle)}>
        <p role="status">{wireWord('notices', updatePassword.notice)}</p>
        <ButtonLink to="signIn" search={{}} fullWidth>
          {t(($) => $.session.signIn)}
        </ButtonLink>
      </Entry>
    )
  return (
    <Entry title={t(($) => $.passwordReset.title)}>
      {token === '' ? (
        <p>{wireWord('reasons', 'LINK_NOT_VALID')}</p>
      ) : (
        <Form key={token} token={token} onDone={() => setDone(true)} />
      )}
      <div className={styles['others']}>
        <ScreenLink to="forgotPassword">{t(($) => $.passwordReset.newLink)}</ScreenLink>
      </div>
    </Entry>
  )
}

function Form({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(updatePassword, {
    initial: { password: '' },
    toBody: ({ password }) => ({ resetToken: token, password }),
    quiet: true,
    onDone,
  })
  return (
    <form noValidate onSubmit={onSubmit} className={styles['fields']}>
      <NewPasswordInput label={t(($) => $.passwordReset.newPassword)} autoFocus {...form.getInputProps('password')} />
      {failure && <FormFailure error={failure} />}
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.passwordReset.submit)}
      </Button>
    </form>
  )
}
