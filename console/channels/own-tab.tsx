import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing, Time } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { ListState } from '#console/kit/list/list-state.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ChannelSwitch } from './channel-switch.tsx'
import { paysFromWord, stateOf, successCount, typeWord } from './channel-words.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import styles from './channels.module.css'
import { isSought } from './filters.ts'
import { FirstChannel } from './first-channel.tsx'
import { FirstPayoutChannel } from './first-payout-channel.tsx'
import { NamedChannel } from './logo.tsx'
import { useChannelKind } from './pay-type.tsx'
import { useLender } from './use-lender.ts'
import type { Entry, OwnChannel } from './use-channels.ts'
import { useCountriesWords } from './use-countries-words.ts'

interface OwnTabProps {
  own: readonly OwnChannel[]
  catalogue: readonly Entry[]
  state: ListState
}

/** The channels through which the merchant is paid or pays out, or the way to the first one. */
export function OwnTab({ own, catalogue, state }: OwnTabProps): ReactNode {
  const { t } = useTranslation()
  const { payType, one } = useChannelKind()
  const whereOf = useCountriesWords()
  const entryOf = (channel: OwnChannel) => catalogue.find(({ key }) => key === channel.catalogue_key)
  const countriesOf = (channel: OwnChannel) =>
    channel.country === 'GLOBAL' ? (entryOf(channel)?.countries ?? ['GLOBAL']) : [channel.country]
  const paying = own.filter(({ type }) => type !== 'External')
  const lender = useLender(paying.some(({ is_lent }) => is_lent))
  if (paying.length === 0) return payType === 'PAYIN' ? <FirstChannel /> : <FirstPayoutChannel />
  const shown = paying.filter((channel) =>
    isSought(
      {
        names: [channel.name, entryOf(channel)?.name ?? '', channel.key],
        countries: countriesOf(channel),
        methods: entryOf(channel)?.ways.map(({ type }) => type) ?? [],
        type: channel.type,
      },
      state,
    ),
  )
  return (
    <SmallTable
      rows={shown}
      rowKey={({ key }) => key}
      to={({ key }) => ({ to: one, search: { channel: key } })}
      nothing={t(($) => $.payChannels.noMatch)}
      columns={[
        {
          name: 'name',
          kind: 'text',
          cell: (channel) => (
            <NamedChannel
              of={channel.catalogue_key}
              name={channel.name}
              provider={entryOf(channel)?.name ?? channel.name}
              {...(channel.is_lent ? { note: lender } : {})}
            />
          ),
        },
        { name: 'channel_type', kind: 'text', cell: ({ type }) => typeWord(type) },
        { name: 'countries', kind: 'text', cell: (channel) => whereOf(countriesOf(channel)) },
        { name: 'status', kind: 'status', cell: (channel) => <Status of="channel" state={stateOf(channel)} /> },
        ...(payType === 'PAYIN' ? taken : paidOut),
        {
          name: 'enabled',
          kind: 'text',
          place: 'value',
          cell: (channel) => (
            <span className={styles['above']}>
              <ChannelSwitch channel={channel} own={own} />
            </span>
          ),
        },
      ]}
    />
  )
}

/** What channels for payments have taken. */
const taken = [
  { name: 'success_today', kind: 'text', cell: ({ today }: OwnChannel) => <SuccessToday today={today} /> },
  {
    name: 'last_payment',
    kind: 'time',
    place: 'more',
    cell: ({ last_payment_at: at }: OwnChannel) => (at ? <Time at={at} short /> : <Nothing />),
  },
] as const
/** What channels for payouts pay out of. */
const paidOut = [
  { name: 'pays_from', kind: 'text', cell: ({ is_va_flow: own }: OwnChannel) => paysFromWord(own) },
] as const

function SuccessToday({ today }: { today: OwnChannel['today'] }): ReactNode {
  const language = useLanguage()
  if (today.ended === 0) return <Nothing />
  return (
    <span>
      {percentWords(Math.round((1_000 * today.paid) / today.ended) / 1_000, language)}{' '}
      <span className={styles['count']}>({successCount(today, language)})</span>
    </span>
  )
}
