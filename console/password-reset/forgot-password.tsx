import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sendResetPasswordLink } from '#contract/password-reset.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** Asks for a mail with a reset link. The answer does not reveal whether the address is known. */
export default function ForgotPassword(): ReactNode {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const { form, onSubmit, pending, failure } = useCallForm(sendResetPasswordLink, {
    initial: { emailId: '' },
    toBody: (values) => values,
    quiet: true,
    onDone: () => setSent(true),
  })
  return (
    <Entry title={t(($) => $.passwordReset.forgotTitle)}>
      {sent ? (
        <>
          <p role="status">{wireWord('notices', sendResetPasswordLink.notice)}</p>
          <OutboxHint />
        </>
      ) : (
        <>
          <p>{t(($) => $.passwordReset.forgotText)}</p>
          <form noValidate onSubmit={onSubmit} className={styles['fields']}>
            <TextInput
              label={t(($) => $.session.email)}
              type="email"
              dir="ltr"
              autoComplete="username"
              autoFocus
              required
              withAsterisk={false}
              {...form.getInputProps('emailId')}
            />
            {failure && <FormFailure error={failure} />}
            <Button type="submit" loading={pending} fullWidth>
              {t(($) => $.passwordReset.send)}
            </Button>
          </form>
        </>
      )}
      <div className={styles['others']}>
        <ScreenLink to="signIn" search={{}}>
          {t(($) => $.passwordReset.toSignIn)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
