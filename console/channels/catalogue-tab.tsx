import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing } from '#console/kit/details/values.tsx'
import type { ListState } from '#console/kit/list/list-state.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { destinationsWords, methodsWords, typeWord } from './channel-words.ts'
import { hasBegun, isOpen, opensSignUp } from './sign-up.ts'
import styles from './channels.module.css'
import { isSought } from './filters.ts'
import { ImportOffer } from './import-offer.tsx'
import { NamedChannel } from './logo.tsx'
import { useChannelKind } from './pay-type.tsx'
import type { Entry } from './use-channels.ts'
import { useCountriesWords } from './use-countries-words.ts'

/** The channels of the catalogue that are not connected, and behind them those of which another account can be. */
export function CatalogueTab({ catalogue, state }: { catalogue: readonly Entry[]; state: ListState }): ReactNode {
  const { t } = useTranslation()
  const { rule, payType } = useChannelKind()
  const paying = catalogue.filter(({ type }) => type !== 'External')
  const open = paying.filter(({ is_set_up }) => !is_set_up)
  const connected = paying.filter(({ is_set_up }) => is_set_up)
  const nothing = t(($) => (open.length === 0 ? $.payChannels.allConnected : $.payChannels.noMatch))
  return (
    <>
      <WhyNot rule={rule} />
      {payType === 'PAYIN' && <ImportOffer />}
      <Entries entries={open.filter((entry) => isSought(soughtOf(entry), state))} nothing={nothing} />
      {connected.length > 0 && (
        <div className={styles['another']}>
          <Section title={t(($) => $.payChannels.another)}>
            <p className={styles['hint']}>{t(($) => $.payChannels.anotherText, { count: limits.connections })}</p>
            <Entries
              entries={connected.filter((entry) => isSought(soughtOf(entry), state))}
              nothing={t(($) => $.payChannels.noMatch)}
            />
          </Section>
        </div>
      )}
    </>
  )
}

export const soughtOf = ({ key, name, countries, ways, type }: Entry) => ({
  names: [name, key],
  countries,
  methods: ways.map((way) => way.type),
  type,
})

function Entries({ entries, nothing }: { entries: readonly Entry[]; nothing: string }): ReactNode {
  const whereOf = useCountriesWords()
  const { payType } = useChannelKind()
  const takes = {
    PAYIN: { name: 'methods', kind: 'text', cell: ({ ways }: Entry) => methodsWords(ways) },
    PAYOUT: { name: 'pays_to', kind: 'text', cell: ({ payouts }: Entry) => destinationsWords(payouts?.rails ?? []) },
  } as const
  return (
    <SmallTable
      rows={entries}
      rowKey={({ key }) => key}
      nothing={nothing}
      columns={[
        { name: 'name', kind: 'text', cell: ({ key, name }) => <NamedChannel of={key} name={name} provider={name} /> },
        { name: 'channel_type', kind: 'text', place: 'line', cell: ({ type }) => typeWord(type) },
        { name: 'countries', kind: 'text', cell: ({ countries }) => whereOf(countries) },
        takes[payType],
        ...(payType === 'PAYIN' && entries.some(hasBegun)
          ? [{ name: 'status', kind: 'status', cell: (entry: Entry) => <Onboarded entry={entry} /> } as const]
          : []),
        { name: 'connect', kind: 'text', place: 'value', cell: (entry) => <Connect entry={entry} /> },
      ]}
    />
  )
}

/** How far the sign-up at the provider is, once it has begun. */
const Onboarded = ({ entry }: { entry: Entry }): ReactNode =>
  hasBegun(entry) ? <Status of="onboarding" state={entry.onboarding_state ?? ''} /> : <Nothing />

/** The button that leads to the sign-up at the provider where there is one, else to the form of a new connection. */
export function Connect({ entry }: { entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const { rule, one, payType } = useChannelKind()
  const may = useDenied(rule) === null
  const { key, name, is_set_up: again, is_supported: supported, is_full: full } = entry
  if (!may) return null
  if (!supported) return <span className={styles['quiet']}>{t(($) => $.payChannels.notSupported)}</span>
  if (full) return <span className={styles['quiet']}>{t(($) => $.payChannels.enough)}</span>
  if (payType === 'PAYIN' && opensSignUp(entry))
    return (
      <ButtonLink
        to="channelOnboarding"
        search={{ channelName: key }}
        variant="default"
        size="xs"
        aria-label={t(($) => (isOpen(entry) ? $.onboarding.continueThis : $.payChannels.connectThis), { name })}
      >
        {t(($) => (isOpen(entry) ? $.onboarding.continue : $.payChannels.connect))}
      </ButtonLink>
    )
  return (
    <ButtonLink
      to={one}
      search={{ channelName: key }}
      variant="default"
      size="xs"
      aria-label={t(($) => (again ? $.payChannels.connectAnotherThis : $.payChannels.connectThis), { name })}
    >
      {t(($) => (again ? $.payChannels.connectAnother : $.payChannels.connect))}
    </ButtonLink>
  )
}
