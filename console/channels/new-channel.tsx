import { Select, TextInput } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addChannel, listOwnChannels } from '#contract/channels.ts'
import { faults } from '#contract/faults.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, refreshUser, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { screenTitle, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, ScreenLink, useGo } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { countryOptions, destinationsWords, methodsWords } from './channel-words.ts'
import styles from './channels.module.css'
import { credentialErrors, emptyCredentials, given } from './credential-check.ts'
import { CredentialFields } from './credential-fields.tsx'
import { NamedChannel } from './logo.tsx'
import { useChannelKind } from './pay-type.tsx'
import { hasSignUp } from './sign-up.ts'
import { ofChannels, useChannels, type Entry, type OwnChannel } from './use-channels.ts'
import { useCountriesWords } from './use-countries-words.ts'
import { VirtualAccounts } from './virtual-accounts.tsx'

/** The form of a new connection, once the catalogue is known. */
export function NewChannel({ catalogueKey }: { catalogueKey: string }): ReactNode {
  const { t } = useTranslation()
  const { list, one } = useChannelKind()
  const { own, catalogue, query } = useChannels()
  const entry = catalogue?.find(({ key }) => key === catalogueKey)
  if (own && entry?.is_supported) return <NewChannelForm entry={entry} own={own} />
  return (
    <Screen name={one} title={t(($) => $.payChannels.connectChannel)} back={list}>
      {own && catalogue ? (
        <Empty title={t(($) => $.payChannels.unknownTitle)} text={t(($) => $.payChannels.unknownText)}>
          <ButtonLink to={list} search={{ tab: 'not-set-up' }} variant="default">
            {t(($) => $.missing.back, { screen: isolated(screenTitle(list)) })}
          </ButtonLink>
        </Empty>
      ) : (
        <Unanswered query={query} lines={8} />
      )}
    </Screen>
  )
}

function NewChannelForm({ entry, own }: { entry: Entry; own: readonly OwnChannel[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const environment = environmentOf(useUser())
  const go = useGo()
  const { payType, list, one } = useChannelKind()
  const hasAccounts = payType === 'PAYOUT' && entry.payouts?.virtual_accounts === true
  const open = (channel: string) => void go({ to: one, search: { channel }, replace: true })
  const { form, onSubmit, pending, failure } = useCallForm(addChannel, {
    initial: {
      name: freeName(payType === 'PAYIN' ? entry.name : t(($) => $.payoutChannels.nameOf, { name: entry.name }), own),
      country: 'GLOBAL',
      is_va_flow: hasAccounts,
      creds: emptyCredentials(entry.credentials),
    },
    path: { channelId: entry.key },
    toBody: ({ creds, ...values }) => ({ ...values, pay_type: payType, creds: given(creds) }),
    // A channel without credentials sends none, and an empty name is a mistake.
    blanks: 'sent',
    check: ({ creds }) => credentialErrors(creds, { entry, environment }),
    refreshes: ofChannels,
    onDone: ({ answer }) => {
      void refreshUser()
      open(answer.key)
    },
  })
  const isKept = failure?.reason === faults.providerSilent.reason
  useOpenKept({ isKept, catalogueKey: entry.key, name: form.values.name.trim(), open })
  const { getInputProps } = form
  return (
    <FormScreen
      name={one}
      title={t(($) => $.payChannels.connectThis, { name: entry.name })}
      back={list}
      backSearch={{ tab: entry.type === 'External' ? 'reconciliation' : 'not-set-up' }}
      submit={t(($) => (entry.credentials.length > 0 ? $.payChannels.saveAndTest : $.payChannels.connect))}
      pending={pending || isKept}
      failure={isKept ? null : failure}
      onSubmit={onSubmit}
      head={hasSignUp(entry) && entry.onboarding_state !== 'ACTIVE' && <SignUpInstead entry={entry} />}
      aside={<WhatHappens entry={entry} />}
    >
      <FormSection title={t(($) => $.payChannels.credentials)}>
        <p className={`wide ${styles['hint']}`}>
          {entry.credentials.length > 0
            ? t(($) => (entry.type === 'Bank' ? $.payChannels.bankLead : $.payChannels.newLead), { name: entry.name })
            : t(($) => (entry.type === 'External' ? $.payChannels.onlyReconciles : $.payChannels.noCredentials))}
        </p>
        <CredentialFields fields={entry.credentials} getInputProps={getInputProps} />
      </FormSection>
      <FormSection title={t(($) => $.payChannels.general)}>
        <TextInput
          label={wireWord('columns', 'name')}
          description={t(($) => $.payChannels.nameHint)}
          dir="auto"
          autoComplete="off"
          maxLength={60}
          autoFocus={entry.credentials.length === 0}
          required
          withAsterisk={false}
          {...getInputProps('name')}
        />
        <Select
          label={wireWord('columns', 'country')}
          description={t(($) => (payType === 'PAYIN' ? $.payChannels.countryHint : $.payoutChannels.countryHint))}
          data={countryOptions(entry.countries, language)}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t(($) => $.list.noMatchTitle)}
          {...getInputProps('country')}
        />
        {hasAccounts && <VirtualAccounts {...getInputProps('is_va_flow', { type: 'checkbox' })} />}
      </FormSection>
      <AskBeforeLeaving unsaved={Object.values(form.values.creds).some(Boolean) && !pending && !isKept} />
    </FormScreen>
  )
}

/** The way to the sign-up at the provider, for who has no keys. */
function SignUpInstead({ entry: { key, name } }: { entry: Entry }): ReactNode {
  const { t } = useTranslation()
  return (
    <p className={styles['instead']}>
      {t(($) => $.onboarding.instead)}{' '}
      <ScreenLink to="channelOnboarding" search={{ channelName: key }}>
        {t(($) => $.onboarding.title, { name: isolated(name) })}
      </ScreenLink>
    </p>
  )
}

/** A name that no other channel has: that of the provider, with a number behind it. */
function freeName(name: string, own: readonly OwnChannel[]): string {
  const taken = new Set(own.map((channel) => channel.name.toLowerCase()))
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? name : `${name} ${number}`
    if (!taken.has(wanted.toLowerCase())) return wanted
  }
}

interface KeptProps {
  isKept: boolean
  catalogueKey: string
  name: string
  open: (channel: string) => void
}
/** Opens the channel whose credentials were kept although its provider did not answer. */
function useOpenKept({ isKept, catalogueKey, name, open }: KeptProps): void {
  const { refetch } = useCall(listOwnChannels, { query: {} })
  useEffect(() => {
    if (!isKept) return
    void refetch().then(({ data }) => {
      const kept = data?.find((channel) => channel.catalogue_key === catalogueKey && channel.name === name)
      if (kept) open(kept.key)
    })
    // The name and the way on are those of the moment at which the provider did not answer.
  }, [isKept])
}

/** What the channel takes, and what follows after the form. */
function WhatHappens({ entry }: { entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const whereOf = useCountriesWords()
  const { payType } = useChannelKind()
  const { key, name, callbacks, countries, ways, type } = entry
  const steps = [
    ...(entry.credentials.length > 0
      ? [t(($) => (entry.type === 'Bank' ? $.payChannels.bankCheck : $.payChannels.next.check), { name })]
      : []),
    ...(callbacks === 'none' ? [] : [t(($) => $.payChannels.next[callbacks])]),
    ...(type === 'External' || payType === 'PAYOUT' ? [] : [t(($) => $.payChannels.next.ways)]),
  ]
  const takes = payType === 'PAYIN' ? methodsWords(ways) : destinationsWords(entry.payouts?.rails ?? [])
  return (
    <Section title={t(($) => (payType === 'PAYIN' ? $.payChannels.takes : $.payoutChannels.paysTo))}>
      <NamedChannel of={key} name={name} provider={name} note={whereOf(countries)} />
      {takes && <p className={styles['takes']}>{takes}</p>}
      {steps.length > 0 && (
        <>
          <h3 className={styles['next']}>{t(($) => $.payChannels.next.title)}</h3>
          <ol className={styles['steps']}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </Section>
  )
}
