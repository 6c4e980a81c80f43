import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { reconFaults } from '#contract/faults-of-recon.ts'
import { readReconAnalytics } from '#contract/recon-analytics.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { answerOf } from '#console/kit/charts/card.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { Empty, Unanswered } from '#console/kit/list/list-screen.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ButtonLink, useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useChannels } from '../fees/channels.ts'
import { Conversion, Fees, UnderWay } from './money.tsx'
import { Delays, ExceptionsByAge, ExceptionsByReason, MatchRate, MatchRateByChannel } from './records.tsx'
import type { Shown } from './shown.ts'
import styles from './analytics.module.css'

const periods = ['7', '30', '90'] as const
const usual = '30'

/** How reconciliation goes in one currency, as charts. Each is a table and a file too. */
export default function ReconAnalytics(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const zone = useTimeZone()
  const { days, currency = '', channel = '' } = useScreenSearch('reconAnalytics') as RawSearch
  const period = periods.find((one) => one === days) ?? usual
  const today = dayAt(new Date(), zone)
  const body = {
    environment,
    from: dayAfter(today, 1 - Number(period)),
    to: dayAfter(today, 1),
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
          <Choices period={period} channel={channel} shown={data} />
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
function Choices({ period, channel, shown }: { period: string; channel: string; shown: Shown['shown'] }): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { choices } = useChannels()
  const { currency, currencies, time_zone: zone } = shown
  const change = (next: { days?: string; currency?: string; channel?: string }) => {
    const now = { days: period, currency, channel, ...next }
    const search = {
      ...(now.days !== usual && { days: now.days }),
      ...(now.currency && { currency: now.currency }),
      ...(now.channel && { channel: now.channel }),
    }
    void go({ to: 'reconAnalytics', search: search as never, replace: true })
  }
  const offered = currencies.includes(currency) || currency === '' ? currencies : [currency, ...currencies]
  return (
    <div className={styles['choices']}>
      <NativeSelect
        label={t(($) => $.reconAnalytics.period)}
        value={period}
        data={periods.map((value) => ({ value, label: t(($) => $.reconAnalytics.periods[value]) }))}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
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
