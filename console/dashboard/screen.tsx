import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stats } from '#contract/analytics.ts'
import { endedStates } from '#contract/payment-states.ts'
import { InZone } from '#console/kit/routing/acting-for.tsx'
import { Failed, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { AllCurrencies } from './all-currencies.tsx'
import { Beginning } from './beginning.tsx'
import type { ChartProps } from './chart.ts'
import { StatusChart, SucceededChart } from './charts.tsx'
import { Controls } from './controls.tsx'
import { chosenCurrency, currenciesIn } from './currencies.ts'
import styles from './dashboard.module.css'
import { GetStarted, isGuided, useStarted } from './get-started.tsx'
import { Latest } from './latest.tsx'
import { paymentsIn } from './links.ts'
import { readChoice, shownOf } from './period.ts'
import { Rings } from './rings.tsx'
import { SeasonalityChart } from './seasonality.tsx'
import { Tiles } from './tiles.tsx'
import { useDashboard, useNow, useStats } from './use-dashboard.ts'
import { useOwnWays, useWhose } from './whose.ts'
import { chartWords } from './words.ts'

/**
 * The dashboard: figures and charts of a period, compared with the one before and refreshed while visible.
 */
export default function Dashboard(): ReactNode {
  const ways = useOwnWays()
  if (ways.data)
    return (
      <InZone timeZone={ways.data.timeZone}>
        <Figures {...ways.data} />
      </InZone>
    )
  return (
    <Screen name="dashboard" wide>
      <Unanswered query={ways} lines={8} />
    </Screen>
  )
}

function Figures({ timeZone, currency: ownCurrency }: { timeZone: string; currency: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const search = useScreenSearch('dashboard') as RawSearch
  const choice = readChoice(search)
  const shown = shownOf(choice, useNow(), timeZone)
  const whose = useWhose(search['merchant'] ?? '')
  const stats = useStats(shown, whose.uuids)
  const currencies = currenciesIn([...(stats.data?.txn_stats ?? []), ...(stats.data?.compared ?? [])])
  const currency = chosenCurrency(search['currency'] ?? '', currencies, ownCurrency)
  // The currency of the newest payments is that of the figures, and known with them.
  const answered = stats.data !== undefined || stats.error !== null
  const dashboard = useDashboard(shown, whose.uuids, answered ? currency : null)
  const words = chartWords(language, timeZone, currency === 'all' ? 'USD' : currency)
  // A list reads its filter by the clocks of the user.
  const list: ChartProps['list'] = (filters, stretch = shown) =>
    paymentsIn(stretch, user.time_zone, { ...filters, ...whose.filter, ...(currency === 'all' ? {} : { currency }) })
  const of = (rows: readonly Stats[] | undefined) => rows?.find((row) => row.currency === currency) ?? null
  const started = useStarted()
  if (started && !started.has_payments && whose.merchants.length === 1)
    return (
      <Screen name="dashboard" wide>
        <Beginning started={started} />
      </Screen>
    )
  return (
    <Screen name="dashboard" wide>
      {started && whose.uuids === null && isGuided(started) && <GetStarted started={started} />}
      <Controls
        to="dashboard"
        all={t(($) => $.dashboard.allCurrencies)}
        {...{ choice, search, currencies, currency, merchants: whose.merchants, merchant: whose.merchant }}
      />
      <p className={styles['range']}>
        <bdi>{words.days(shown)}</bdi> · {t(($) => $.dashboard.comparedWith)} <bdi>{words.days(shown.compared)}</bdi> ·{' '}
        {t(($) => $.list.timesIn)} <LeftToRight>{timeZone}</LeftToRight>
      </p>
      {stats.error && !stats.data ? (
        <Failed
          error={failureText(stats.error)}
          requestId={stats.error.requestId}
          onRetry={() => void stats.refetch()}
        />
      ) : currency === 'all' ? (
        <AllCurrencies {...{ search, language, timeZone }} stats={stats.data?.txn_stats ?? []} />
      ) : (
        <div className={styles['all']}>
          <Tiles
            waiting={stats.isPlaceholderData}
            now={stats.data && of(stats.data.txn_stats)}
            before={of(stats.data?.compared)}
            words={words}
            to={(tile) => list({ status: tile === 'rate' ? endedStates.join() : 'Success' })}
          />
          <div className={styles['cards']}>
            {(['volume', 'count', 'average_order_value'] as const).map((measure) => (
              <SucceededChart key={measure} measure={measure} {...{ dashboard, currency, words, list }} />
            ))}
            <Rings {...{ dashboard, currency, words, list }} />
            <StatusChart stacks={dashboard.stacks} {...{ currency, words, list }} />
            <SeasonalityChart {...{ dashboard, currency, words, list }} />
          </div>
        </div>
      )}
      <Latest latest={dashboard.latest} whose={whose} all={list({})} />
    </Screen>
  )
}
