import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readMonitoring } from '#contract/analytics.ts'
import { isCurrency } from '#contract/kit/money.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { InZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { momentOf } from '#contract/kit/text-forms.ts'
import styles from '../dashboard.module.css'
import { TileList } from '../figure-tiles.tsx'
import { paymentsIn } from '../links.ts'
import { useOwnWays } from '../whose.ts'
import { chartWords } from '../words.ts'
import { ChannelsDay } from './channels-day.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { ChannelsNow } from './channels-now.tsx'
import { MinutesCard } from './minutes-card.tsx'
import { WebhooksNow } from './webhooks-now.tsx'

/** What happens at this moment: the last hour, refreshed as payments change. */
export default function Monitoring(): ReactNode {
  const ways = useOwnWays()
  return (
    <Screen name="monitoring" wide>
      {ways.data ? (
        <InZone timeZone={ways.data.timeZone}>
          <LastHour {...ways.data} />
        </InZone>
      ) : (
        <Unanswered query={ways} lines={8} />
      )}
    </Screen>
  )
}

function LastHour({ timeZone, currency }: { timeZone: string; currency: string }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const words = chartWords(useLanguage(), timeZone, isCurrency(currency) ? currency : 'USD')
  // The stream of changes refreshes it; the clock moves on without any.
  const query = useCall(readMonitoring, {}, { everyMs: 20_000 })
  if (!query.data) return <Unanswered query={query} lines={8} />
  const { from, to, minutes, channels, webhooks, success, success_before: before, differs } = query.data
  const hour = { from: momentOf(from), to: momentOf(to) }
  const list = (filters: Record<string, string>, stretch = hour) => paymentsIn(stretch, user.time_zone, filters)
  const total = (name: 'attempts' | 'paid' | 'provider_faults' | 'open') =>
    minutes.reduce((all, minute) => all + minute[name], 0)
  const part = (value: number) => ({
    way: 'none' as const,
    words: total('attempts') === 0 ? t(($) => $.dashboard.noData) : words.percent(value / total('attempts')),
  })
  const tile = (name: string, meaning: string, value: number, filters: Record<string, string>) => ({
    name,
    meaning,
    loading: false,
    value: words.number(value),
    change: part(value),
    to: list(filters),
  })
  const tiles = [
    tile(
      t(($) => $.analytics.attempts),
      t(($) => $.monitoring.attemptsMeaning),
      total('attempts'),
      {},
    ),
    tile(
      t(($) => $.analytics.paid),
      t(($) => $.monitoring.successMeaning),
      total('paid'),
      { status: 'Success' },
    ),
    tile(
      t(($) => $.monitoring.open),
      t(($) => $.monitoring.openMeaning),
      total('open'),
      { status: 'Initiated,Pending,Authorized' },
    ),
    tile(
      t(($) => $.monitoring.faults),
      t(($) => $.monitoring.faultsMeaning),
      total('provider_faults'),
      { status: 'Failed', status_reason: 'PAYMENT_CHANNEL_UNAVAILABLE' },
    ),
  ]
  const rates = {
    now: isolatedLtr(words.percent(success?.rate ?? 0)),
    before: isolatedLtr(words.percent(before?.rate ?? 0)),
  }
  return (
    <div className={styles['all']}>
      <p className={styles['range']}>
        {t(($) => $.monitoring.about)}{' '}
        {!success || !before
          ? t(($) => $.monitoring.tooFew)
          : differs
            ? t(($) => $.monitoring.differs, rates)
            : t(($) => $.monitoring.same, rates)}
      </p>
      <TileList tiles={tiles} waiting={false} />
      <div className={styles['cards']}>
        <MinutesCard minutes={minutes} words={words} list={list} />
        <ChannelsNow channels={channels} words={words} list={list} />
        <ChannelsDay channels={channels} words={words} />
        <WebhooksNow webhooks={webhooks} words={words} hour={hour} />
      </div>
      <AlertsCard channels={channels} />
    </div>
  )
}
