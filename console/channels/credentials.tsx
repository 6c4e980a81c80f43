import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateChannel } from '#contract/channels.ts'
import { environmentOf, refreshUser, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Nothing, Reference } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import styles from './channels.module.css'
import { credentialErrors, emptyCredentials, given } from './credential-check.ts'
import { CredentialFields } from './credential-fields.tsx'
import { useChannelKind } from './pay-type.tsx'
import { ofChannels, type Connected, type Entry } from './use-channels.ts'

interface CredentialsProps {
  connection: Connected
  entry: Entry
}

/** The credentials, masked, with the button that replaces them. */
export function CredentialsSection({ connection, entry }: CredentialsProps): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { rule } = useChannelKind()
  const isMissing = connection.credentials_state === 'missing'
  if (entry.credentials.length === 0)
    return (
      <Section title={t(($) => $.payChannels.credentials)}>
        <p className={styles['quiet']}>{t(($) => $.payChannels.noCredentials)}</p>
      </Section>
    )
  return (
    <Section
      title={t(($) => $.payChannels.credentials)}
      end={
        <Offered rule={rule}>
          <Button variant={isMissing ? 'filled' : 'default'} size="xs" onClick={() => setAsking(true)}>
            {t(($) => (isMissing ? $.payChannels.addCredentials : $.payChannels.replace))}
          </Button>
        </Offered>
      }
    >
      {connection.by_partner ? (
        <>
          <p className={styles['quiet']}>{t(($) => $.payChannels.byPartner, { name: isolated(entry.name) })}</p>
          <ScreenLink to="channelOnboarding" search={{ channelName: entry.key }}>
            {t(($) => $.onboarding.viewSignUp)}
          </ScreenLink>
        </>
      ) : (
        <dl className={styles['credentials']}>
          {entry.credentials.map(({ name, label }) => (
            <div key={name}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd>{connection.creds[name] ? <Reference>{connection.creds[name]}</Reference> : <Nothing />}</dd>
            </div>
          ))}
        </dl>
      )}
      {asking && <ReplaceCredentials {...{ connection, entry }} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function ReplaceCredentials({ connection, entry, onClose }: CredentialsProps & { onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const isMissing = connection.credentials_state === 'missing'
  const name = isolated(connection.name)
  useReturnFocus()
  const { form, onSubmit, pending, failure } = useCallForm(updateChannel, {
    initial: { creds: emptyCredentials(entry.credentials) },
    path: { channelId: connection.key },
    toBody: ({ creds }) => ({ creds: given(creds) }),
    check: ({ creds }) => credentialErrors(creds, { entry, environment, kept: connection.creds }),
    refreshes: ofChannels,
    onDone: () => {
      void refreshUser()
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(($) => (isMissing ? $.payChannels.addCredentialsTitle : $.payChannels.replaceTitle), { name })}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <form noValidate className={dialogue['body']} onSubmit={onSubmit}>
        <p>
          {t(($) => (isMissing ? $.payChannels.newLead : $.payChannels.replaceText), { name: isolated(entry.name) })}
        </p>
        <CredentialFields fields={entry.credentials} getInputProps={form.getInputProps} kept={connection.creds} />
        {failure && <FormFailure error={failure} />}
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" loading={pending} disabled={Object.keys(given(form.values.creds)).length === 0}>
            {t(($) => $.payChannels.saveAndTest)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
