import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listChannelMethods } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { fewWords, limitsWords, ownFirst, wayWords } from './channel-words.ts'
import styles from './channels.module.css'
import { Instalments } from './instalments.tsx'
import { EditLimits } from './limits.tsx'
import { refundWords } from './refund-words.ts'
import type { Connected } from './use-channels.ts'
import { DefaultMark, WaySwitch } from './way-switch.tsx'
import { useCountriesWords } from './use-countries-words.ts'

/** The ways to pay of a channel, with the plans of its way in instalments. */
export function WaysSection({ connection }: { connection: Connected }): ReactNode {
  const { t } = useTranslation()
  const methods = useCall(listChannelMethods, { path: { channelKey: connection.key }, query: {} })
  const { data } = methods
  const instalments = data?.filter(({ type }) => type === 'INSTALLMENT')
  return (
    <>
      <Section title={t(($) => $.payChannels.ways)}>
        <p className={styles['hint']}>{t(($) => $.payChannels.waysText)}</p>
        {data ? <Ways ways={data} connection={connection} /> : <Unanswered query={methods} lines={6} />}
      </Section>
      {instalments && instalments.length > 0 && (
        <Instalments channelKey={connection.key} plans={instalments[0]?.instalments ?? []} lent={connection.is_lent} />
      )}
    </>
  )
}

function Ways({ ways, connection }: { ways: readonly PayMethod[]; connection: Connected }): ReactNode {
  const { t } = useTranslation()
  const whereOf = useCountriesWords()
  const own = currencyOf(useUser())
  const [editing, setEditing] = useState<PayMethod | null>(null)
  const mayChange = useDenied('paymentChannels') === null && !connection.is_lent
  return (
    <>
      <SmallTable
        rows={ways}
        rowKey={({ type, sub_type }) => `${type} ${sub_type}`}
        nothing={t(($) => $.payChannels.noWays)}
        columns={[
          { name: 'payment_method', kind: 'text', cell: (way) => <bdi>{wayWords(way)}</bdi> },
          { name: 'countries', kind: 'text', cell: ({ countries }) => whereOf(countries) },
          {
            name: 'currency',
            kind: 'text',
            cell: ({ currencies }) =>
              currencies.length === 0 ? t(($) => $.payChannels.anyCurrency) : fewWords(ownFirst(currencies, own)),
          },
          {
            name: 'limits',
            kind: 'text',
            cell: (way) => <Limits way={way} onEdit={mayChange ? () => setEditing(way) : null} />,
          },
          { name: 'refunds', kind: 'text', cell: ({ refunds }) => refundWords(refunds) },
          {
            name: 'is_default',
            kind: 'text',
            cell: (way) => <DefaultMark way={way} channel={connection} mayChange={mayChange} />,
          },
          {
            name: 'enabled',
            kind: 'text',
            place: 'value',
            cell: (way) => <WaySwitch way={way} channelKey={connection.key} mayChange={mayChange} />,
          },
        ]}
      />
      {editing && <EditLimits way={editing} channelKey={connection.key} onClose={() => setEditing(null)} />}
    </>
  )
}

function Limits({ way, onEdit }: { way: PayMethod; onEdit: (() => void) | null }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = currencyOf(useUser())
  const { limits, currencies } = way
  const taken = limits.filter(({ currency }) => currencies.length === 0 || currencies.includes(currency))
  const words = limitsWords(
    taken.toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own)),
    language,
  )
  const text = words.length === 0 ? t(($) => $.payChannels.noLimits) : fewWords(words, 1)
  return (
    <span className={styles['limits']}>
      <span title={words.join('\n')}>{text}</span>
      {onEdit && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t(($) => $.payChannels.editLimitsOf, { way: wayWords(way) })}
          onClick={onEdit}
        >
          {t(($) => $.payChannels.edit)}
        </Button>
      )}
    </span>
  )
}
