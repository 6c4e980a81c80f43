import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { reconFaults } from '#contract/faults-of-recon.ts'
import { readReconAnalytics } from '#contract/recon-analytics.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { answerOf } from '#console/kit/charts/card.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { DaysSelect } from '../days-select.tsx'
import { useReconDays } from '../days.ts'
import { useChannels } from '../fees/channels.ts'
import { Conversion, Fees, UnderWay } from './money.tsx'
import { MatchRate, MatchRateByChannel } from './match-rate.tsx'
import { Delays, ExceptionsByAge, ExceptionsByReason } from './records.tsx'
import type { Shown } from './shown.ts'
import styles from './analytics.module.css'

/** Reads all days: the call's own are the last 30. */
const beginning = '1991-01-01'

/** How reconciliation goes in one currency, as charts. Each is a table and a file too. */
export default function ReconAnalytics(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const { days: address, currency = '', channel = '' } = useScreenSearch('reconAnalytics') as RawSearch
  const { days } = useReconDays(address)
  const body = {
    environment,
    from: days.from ?? beginning,
    ...(days.to && { to: dayAfter(days.to, 1) }),
    ...(currency && { currency }),
    ...(channel && { payment_channel_key: channel }),
  }
  const query = useCall(readReconAnalytics, { body }, { keepPrevious: true })
  const { data, error } = query
  if (!data && error?.reason === reconFaults.reconInProgress.reason)
    return (
      <Screen name="reconAnalytics" wide>
        <Empty title={t(($) => $.reconAnalytics.waitingTitle)} text={t(($) => $.reconAnalytics.waitingText)}>
          <ButtonLink to="reconFiles">{screenTitle('reconFiles')}</ButtonLink>
        </Empty>
      </Screen>
    )
  return (
    <Screen name="reconAnalytics" wide>
      {!data ? (
        <Unanswered query={query} lines={8} />
      ) : (
        <>
          <Choices address={address} channel={channel} shown={data} />
          {data.currency === '' ? (
            <Empty title={t(($) => $.reconAnalytics.emptyTitle)} text={t(($) => $.reconAnalytics.emptyText)}>
              <ButtonLink to="reconData">{t(($) => $.reconFiles.add)}</ButtonLink>
            </Empty>
          ) : (
            <Charts shown={data} state={answerOf(query)} />
          )}
        </>
      )}
    </Screen>
  )
}

function Charts(props: Shown): ReactNode {
  return (
    <div className={styles['charts']}>
      <div className={styles['grid']}>
        <MatchRate {...props} />
        <UnderWay {...props} />
        <MatchRateByChannel {...props} />
        <ExceptionsByReason {...props} />
        <ExceptionsByAge {...props} />
        <Delays {...props} />
        <Fees {...props} />
        <Conversion {...props} />
      </div>
    </div>
  )
}

/** Period, currency and channel, which stand in the address. */
function Choices({
  address,
  channel,
  shown,
}: {
  address: string | undefined
  channel: string
  shown: Shown['shown']
}): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { choices } = useChannels()
  const { currency, currencies, time_zone: zone } = shown
  const change = (next: { days?: string; currency?: string; channel?: string }) => {
    const search = Object.entries({ days: address, currency, channel, ...next }).filter(([, value]) => value)
    void go({ to: 'reconAnalytics', search: Object.fromEntries(search) as never, replace: true })
  }
  const offered = currencies.includes(currency) || currency === '' ? currencies : [currency, ...currencies]
  return (
    <div className={styles['choices']}>
      <DaysSelect address={address} onChoose={(days) => change({ days })} />
      {offered.length > 0 && (
        <NativeSelect
          label={t(($) => $.reconAnalytics.currency)}
          value={currency}
          data={offered}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t(($) => $.reconAnalytics.channel)}
        value={channel}
        data={[{ value: '', label: t(($) => $.reconAnalytics.allChannels) }, ...choices]}
        onChange={(event) => change({ channel: event.currentTarget.value })}
      />
      <p>{t(($) => $.reconAnalytics.zone, { zone: isolatedLtr(zone) })}</p>
    </div>
  )
}
