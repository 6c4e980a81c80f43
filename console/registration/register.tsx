import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvite } from '#contract/master-merchants.ts'
import { readInstallation, readRegistration, register } from '#contract/registration.ts'
import { CountrySelect } from '#console/kit/form/choice-inputs.tsx'
import { Entry } from '#console/kit/shell/entry.tsx'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useFragment } from '#console/kit/routing/fragment.ts'
import { NewPasswordInput } from '#console/kit/auth/new-password-input.tsx'
import { forgetToken, keptToken } from '#console/kit/auth/kept-token.ts'
import { ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'

/**
 * Registers a merchant. The set-up link (`#setup=`) works even where registration is closed, and counts as a
 * confirmed address.
 */
export default function Register(): ReactNode {
  const { t } = useTranslation()
  const invited = useScreenSearch('register').invite ? keptToken('invite') : ''
  const setUp = useFragment('setup')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { data } = useCall(readRegistration, {}, { enabled: setUp === '' && invited === '' })
  const closed = data?.is_open === false
  const invite = useCall(readInvite, { body: { invite_token: invited } }, { enabled: invited !== '' })
  if (sentTo !== null) return <Registered email={sentTo} ready={setUp !== ''} />
  return (
    <Entry title={t(($) => (setUp ? $.registration.setUpTitle : $.registration.title))}>
      {closed ? (
        <p>{wireWord('reasons', 'REGISTRATION_CLOSED')}</p>
      ) : invite.error ? (
        <p role="alert">{failureText(invite.error)}</p>
      ) : invited && !invite.data ? (
        <LinesSkeleton lines={5} />
      ) : (
        <>
          {invite.data && <p>{t(($) => $.registration.invitedBy, { master: invite.data.master_merchant_name })}</p>}
          <Form setUp={setUp} invite={invite.data && { ...invite.data, token: invited }} onDone={setSentTo} />
        </>
      )}
      <div className={styles['others']}>
        <ScreenLink to="signIn" search={{}}>
          {t(($) => $.registration.toSignIn)}
        </ScreenLink>
      </div>
    </Entry>
  )
}

interface FormProps {
  setUp: string
  /** The invite; the registration has to use its address. */
  invite: { email: string; merchant_name: string; token: string } | undefined
  onDone: (email: string) => void
}
function Form({ setUp, invite, onDone }: FormProps): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = useCallForm(register, {
    initial: {
      merchant_name: invite?.merchant_name ?? '',
      merchant_loginid: invite?.email ?? '',
      merchant_password: '',
      country: '',
      is_master_merchant: false,
    },
    toBody: ({ is_master_merchant, ...values }) => ({
      ...values,
      ...(setUp && { setup_token: setUp, is_master_merchant }),
      ...(invite && { invite_token: invite.token, is_invite_merchant: true }),
    }),
    // An empty password or country is invalid, not absent.
    blanks: 'sent',
    quiet: true,
    onDone: () => {
      forgetToken('invite')
      onDone(form.values.merchant_loginid)
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className={styles['fields']}>
      <TextInput
        label={t(($) => $.registration.merchantName)}
        autoComplete="organization"
        autoFocus
        dir="auto"
        required
        withAsterisk={false}
        {...form.getInputProps('merchant_name')}
      />
      <CountrySelect
        label={t(($) => $.registration.country)}
        required
        withAsterisk={false}
        {...form.getInputProps('country')}
      />
      <TextInput
        label={t(($) => $.session.email)}
        type="email"
        dir="ltr"
        autoComplete="username"
        required
        withAsterisk={false}
        readOnly={invite !== undefined}
        {...form.getInputProps('merchant_loginid')}
      />
      <NewPasswordInput label={t(($) => $.session.password)} {...form.getInputProps('merchant_password')} />
      {setUp && (
        <Checkbox
          label={t(($) => $.registration.master)}
          description={t(($) => $.registration.masterHint)}
          {...form.getInputProps('is_master_merchant', { type: 'checkbox' })}
        />
      )}
      {failure && <FormFailure error={failure} />}
      <Button type="submit" loading={pending} fullWidth>
        {t(($) => $.registration.submit)}
      </Button>
      <Legal />
    </form>
  )
}

/** Links to the operator's terms and privacy policy, as far as they are configured. */
function Legal(): ReactNode {
  const { t } = useTranslation()
  const { terms_url: terms = '', privacy_url: privacy = '' } = useCall(readInstallation, {}).data ?? {}
  if (!terms && !privacy) return null
  return (
    <p className={styles['legal']}>
      {terms && (
        <a href={terms} target="_blank" rel="noreferrer">
          {t(($) => $.installation.terms)}
        </a>
      )}
      {privacy && (
        <a href={privacy} target="_blank" rel="noreferrer">
          {t(($) => $.installation.privacy)}
        </a>
      )}
    </p>
  )
}

function Registered({ email, ready }: { email: string; ready: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <Entry title={t(($) => (ready ? $.registration.readyTitle : $.registration.doneTitle))}>
      <p role="status">{ready ? t(($) => $.registration.readyText) : wireWord('notices', register.notice)}</p>
      {!ready && (
        <p>
          <bdi dir="ltr">{email}</bdi>
        </p>
      )}
      {!ready && <OutboxHint />}
      <div className={styles['others']}>
        {!ready && (
          <ScreenLink to="verifyEmail" search={{}}>
            {t(($) => $.registration.again)}
          </ScreenLink>
        )}
        <ScreenLink to="signIn" search={{}}>
          {t(($) => $.registration.toSignIn)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
