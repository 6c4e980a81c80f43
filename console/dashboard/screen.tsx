import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stats } from '#contract/analytics.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { isCurrency, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Failed } from '#console/kit/list/list-screen.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { AllCurrencies } from './all-currencies.tsx'
import { Pies, SeasonalityChart, StatusChart, VolumeChart, type ChartProps } from './charts.tsx'
import { Controls } from './controls.tsx'
import styles from './dashboard.module.css'
import { Latest } from './latest.tsx'
import { paymentsIn } from './links.ts'
import { readChoice, shownOf } from './period.ts'
import { Tiles } from './tiles.tsx'
import { useDashboard, useNow } from './use-dashboard.ts'
import { chartWords } from './words.ts'

/**
 * The dashboard: figures and charts of a period, compared with the one before and refreshed while visible.
 */
export default function Dashboard(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const search = useScreenSearch('dashboard') as RawSearch
  const choice = readChoice(search)
  const shown = shownOf(choice, useNow(), user.time_zone)
  const whose = useWhose(search['merchant'] ?? '')
  const dashboard = useDashboard(shown, whose.uuids)
  const { stats, latest } = dashboard
  const currencies = currenciesIn([...(stats.data?.txn_stats ?? []), ...(stats.data?.compared ?? [])])
  const currency = chosenCurrency(search['currency'] ?? '', currencies, user.currency)
  const words = chartWords(language, user.time_zone, currency === 'all' ? 'USD' : currency)
  const list: ChartProps['list'] = (filters, stretch = shown) =>
    whose.uuids
      ? undefined
      : paymentsIn(stretch, user.time_zone, { ...filters, ...(currency === 'all' ? {} : { currency }) })
  const of = (rows: readonly Stats[] | undefined) => rows?.find((row) => row.currency === currency) ?? null
  return (
    <Screen name="dashboard">
      <Controls {...{ choice, search, currencies, currency, merchants: whose.merchants, merchant: whose.merchant }} />
      <p className={styles['range']}>
        <bdi>{words.days(shown)}</bdi> · {t(($) => $.dashboard.comparedWith)} <bdi>{words.days(shown.compared)}</bdi> ·{' '}
        {t(($) => $.list.timesIn)} <LeftToRight>{user.time_zone}</LeftToRight>
      </p>
      {stats.error && !stats.data ? (
        <Failed
          error={failureText(stats.error)}
          requestId={stats.error.requestId}
          onRetry={() => void stats.refetch()}
        />
      ) : currency === 'all' ? (
        <AllCurrencies
          stats={stats.data?.txn_stats ?? []}
          search={search}
          language={language}
          timeZone={user.time_zone}
        />
      ) : (
        <div data-waiting={stats.isPlaceholderData || undefined} className={styles['all']}>
          <Tiles
            now={stats.data && of(stats.data.txn_stats)}
            before={of(stats.data?.compared)}
            words={words}
            to={(tile) => list({ status: tile === 'rate' ? 'Success,Failed,Expired' : 'Success' })}
          />
          <div className={styles['cards']}>
            <VolumeChart {...{ dashboard, shown, currency, words, list }} />
            <Pies {...{ dashboard, shown, currency, words, list }} />
            <StatusChart {...{ dashboard, shown, currency, words, list }} />
            <SeasonalityChart {...{ dashboard, shown, currency, words, list }} />
          </div>
        </div>
      )}
      <Latest latest={latest} mine={whose.uuids === null} />
    </Screen>
  )
}

const currenciesIn = (rows: readonly Stats[]): Currency[] => [...new Set(rows.map(({ currency }) => currency))]

/** The wanted currency, else the merchant's own where it has payments, else the one with the most payments. */
function chosenCurrency(wanted: string, taken: readonly Currency[], own: string): Currency | 'all' {
  if (wanted === 'all' && taken.length > 1) return 'all'
  if (isCurrency(wanted) && (taken.includes(wanted) || taken.length === 0)) return wanted
  const usual = isCurrency(own) ? own : 'USD'
  return taken.includes(usual) ? usual : (taken[0] ?? usual)
}

/** The merchants to show: the signed-in one, or a master's choice of its sub-merchants. */
function useWhose(wanted: string): {
  merchants: { value: string; label: string }[]
  merchant: string
  /** Null for the merchant's own payments, of which it has a list. */
  uuids: string[] | null
} {
  const { t } = useTranslation()
  const user = useUser()
  const known = useCall(listMerchantChoices, {}, { enabled: user.is_master_merchant }).data ?? []
  const acting = useActingFor()
  const [first, ...others] = known
  // A master that acts for a sub-merchant sees that one alone.
  const subs = acting ? [] : others
  const merchants = [
    { value: '', label: acting ? (first?.name ?? '') : user.merchant_name },
    ...(subs.length > 0 ? [{ value: 'all', label: t(($) => $.dashboard.allMerchants) }] : []),
    ...subs.map(({ key, name }) => ({ value: key, label: name })),
  ]
  if (wanted === 'all' && subs.length > 0)
    return { merchants, merchant: 'all', uuids: known.slice(0, limits.dashboardMerchantsMost).map(({ key }) => key) }
  const chosen = subs.find(({ key }) => key === wanted)
  return { merchants, merchant: chosen?.key ?? '', uuids: chosen ? [chosen.key] : null }
}
