import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listConnections } from '#contract/channels.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import detail from '#console/kit/details/detail.module.css'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { HeadFacts } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Callback } from './callback.tsx'
import { ChannelSwitch } from './channel-switch.tsx'
import { stateOf, typeWord } from './channel-words.ts'
import styles from './channels.module.css'
import { ConnectionSection } from './connection.tsx'
import { CredentialsSection } from './credentials.tsx'
import { EditChannel } from './edit-channel.tsx'
import { Fees } from './fees.tsx'
import { useChannelKind } from './pay-type.tsx'
import { PayoutWays } from './payout-ways.tsx'
import { RemoveChannel } from './remove-channel.tsx'
import { Says } from './says.tsx'
import { WaysSection } from './ways.tsx'
import { useCountriesWords } from './use-countries-words.ts'
import { useChannels, type Connected, type Entry, type OwnChannel } from './use-channels.ts'

/** One connected channel: its connection, its credentials, and the ways to pay that it takes or what it pays to. */
export function ChannelDetails({ channelKey }: { channelKey: string }): ReactNode {
  const { payType, one, list } = useChannelKind()
  const { own, catalogue, query } = useChannels()
  const channel = own?.find(({ key }) => key === channelKey)
  const catalogueKey = channel?.catalogue_key ?? ''
  const connections = useCall(
    listConnections,
    { path: { channel: catalogueKey }, query: { payType } },
    { enabled: channel !== undefined },
  )
  const connection = connections.data?.find(({ key }) => key === channelKey)
  useFresh(connection?.callback_state === 'pending', () => void connections.refetch())
  const entry = catalogue?.find(({ key }) => key === catalogueKey)
  if (connection && own && entry) return <Details {...{ connection, own, entry }} />
  return (
    <Screen name={one} back={list}>
      <Unanswered
        query={{
          error: connections.error ?? query.error,
          refetch: () => Promise.all([connections.refetch(), query.refetch()]),
        }}
        lines={10}
        missing={<Missing what={payType === 'PAYIN' ? 'channel' : 'payoutChannel'} />}
        absent={own !== undefined && channel === undefined}
      />
    </Screen>
  )
}

interface DetailsProps {
  connection: Connected
  own: readonly OwnChannel[]
  entry: Entry
}

function Details({ connection, own, entry }: DetailsProps): ReactNode {
  const { t } = useTranslation()
  const whereOf = useCountriesWords()
  const { payType, rule, one, list } = useChannelKind()
  const [editing, setEditing] = useState(false)
  const { key, name, is_lent: lent, last_payment_at: last } = connection
  const reconciles = entry.type === 'External'
  return (
    <Screen
      name={one}
      title={name}
      back={list}
      wide
      {...(reconciles ? { backSearch: { tab: 'reconciliation' } } : {})}
      beside={!reconciles && <Status of="channel" state={stateOf(connection)} />}
      facts={
        <HeadFacts
          facts={[
            { name: 'provider', fact: name !== entry.name && <bdi>{entry.name}</bdi> },
            { name: 'type', fact: typeWord(entry.type) },
            { name: 'country', fact: whereOf([connection.country]) },
            {
              name: 'last',
              fact: last && (
                <>
                  {t(($) => $.columns.last_payment)}: <Time at={last} short />
                </>
              ),
            },
          ]}
        />
      }
      actions={
        !lent && (
          <>
            {!reconciles && (
              <span className={styles['headSwitch']}>
                <ChannelSwitch channel={connection} own={own} labelled />
              </span>
            )}
            <Offered rule={rule}>
              <Button variant="default" onClick={() => setEditing(true)}>
                {t(($) => $.payChannels.edit)}
              </Button>
            </Offered>
            <RemoveChannel connection={connection} entry={entry} own={own} />
          </>
        )
      }
    >
      <Says connection={connection} entry={entry} />
      {!lent && !reconciles && (
        <div className={detail['page']}>
          <div className={detail['main']}>
            <ConnectionSection connection={connection} entry={entry} />
            {connection.callback_state !== 'none' && <Callback connection={connection} entry={entry} />}
          </div>
          <div className={detail['side']}>
            <CredentialsSection connection={connection} entry={entry} />
          </div>
        </div>
      )}
      {payType === 'PAYOUT' && <PayoutWays connection={connection} entry={entry} />}
      {payType === 'PAYIN' && !reconciles && <WaysSection connection={connection} />}
      {connection.fees.length > 0 && <Fees fees={connection.fees} />}
      <History object={payType === 'PAYIN' ? 'channel' : 'payout-channel'} objectRef={key} />
      {editing && <EditChannel connection={connection} entry={entry} onClose={() => setEditing(false)} />}
    </Screen>
  )
}
