import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptInvitation, readInvitation } from '#contract/users.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useFragment } from '#console/kit/routing/fragment.ts'
import { NewPasswordInput } from '#console/kit/auth/new-password-input.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The screen of an invitation link (`#token=`): shows the merchant and sets the first password. */
export default function AcceptInvitation(): ReactNode {
  const { t } = useTranslation()
  const token = useFragment('token')
  const [done, setDone] = useState(false)
  if (done)
    return (
      <Entry title={t(($) => $.users.acceptedTitle)}>
        <p role="status">{wireWord('notices', acceptInvitation.notice)}</p>
        <ButtonLink to="signIn" search={{}} fullWidth>
          {t(($) => $.session.signIn)}
        </ButtonLink>
      </Entry>
    )
  if (token === '') return <NotValid why={wireWord('reasons', 'LINK_NOT_VALID')} />
  return <Invited key={token} token={token} onDone={() => setDone(true)} />
}

function NotValid({ why }: { why: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <Entry title={t(($) => $.users.acceptTitle)}>
      <p role="alert">{why}</p>
      <p>{t(($) => $.users.askAgain)}</p>
      <div className={styles['others']}>
        <ScreenLink to="signIn" search={{}}>
          {t(($) => $.session.signIn)}
        </ScreenLink>
      </div>
    </Entry>
  )
}

function Invited({ token, onDone }: { token: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { data, error } = useCall(readInvitation, { body: { inviteToken: token } })
  if (error) return <NotValid why={failureText(error)} />
  if (!data)
    return (
      <Entry title={t(($) => $.users.acceptTitle)}>
        <LinesSkeleton lines={4} />
      </Entry>
    )
  const words = { merchant: isolated(data.merchant_name), name: isolated(data.name) }
  return (
    <Entry title={t(($) => $.users.joinTitle, words)}>
      <p>{t(($) => $.users.joinText, { ...words, email: isolatedLtr(data.email_address) })}</p>
      <Form token={token} email={data.email_address} onDone={onDone} />
    </Entry>
  )
}

function Form({ token, email, onDone }: { token: string; email: string; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(acceptInvitation, {
    initial: { password: '' },
    toBody: ({ password }) => ({ inviteToken: token, password }),
    quiet: true,
    onDone,
  })
  return (
    <form noValidate onSubmit={onSubmit} className={styles['fields']}>
      {/* Tells password managers the user of the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordInput label={t(($) => $.users.choosePassword)} autoFocus {...form.getInputProps('password')} />
      {failure && <FormFailure error={failure} />}
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.users.accept)}
      </Button>
    </form>
  )
}
