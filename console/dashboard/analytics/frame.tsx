import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import type { Stats } from '#contract/analytics.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { Failed, Unanswered } from '#console/kit/list/unanswered.tsx'
import { InZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch, type AnyDestination, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { chosenCurrency, currenciesIn } from '../currencies.ts'
import { Controls, type AnalyticsScreen } from '../controls.tsx'
import styles from '../dashboard.module.css'
import { linksIn, paymentsIn } from '../links.ts'
import { readChoice, shownOf, timeFilter, type Shown, type Stretch } from '../period.ts'
import { useNow, useStats } from '../use-dashboard.ts'
import { useOwnWays, useWhose } from '../whose.ts'
import { chartWords, type ChartWords } from '../words.ts'

/** What each card of an analytics screen is drawn from. */
export interface Frame {
  shown: Shown
  currency: Currency
  words: ChartWords
  /** The body of the calls: the stretch, the currency and whose payments. */
  asked: { time_filter: ReturnType<typeof timeFilter>; currency: Currency; uuids?: string[] }
  /** The list of the payments that fit filters, of a stretch, by default the whole period. */
  list: (filters: Record<string, string>, stretch?: Stretch) => AnyDestination
  /** The list of the payment links of the whole period that fit filters. */
  links: (filters: Record<string, string>) => AnyDestination
  /** The figures of the currency; undefined while they load, null without payments. */
  stats: Stats | null | undefined
  before: Stats | null
  waiting: boolean
}

/** An analytics screen: the choice of period, currency and merchant, and its cards. */
export function AnalyticsFrame({
  name,
  cards,
}: {
  name: AnalyticsScreen
  cards: (frame: Frame) => ReactNode
}): ReactNode {
  const ways = useOwnWays()
  if (ways.data)
    return (
      <InZone timeZone={ways.data.timeZone}>
        <Framed {...ways.data} name={name} cards={cards} />
      </InZone>
    )
  return (
    <Screen name={name} wide>
      <Unanswered query={ways} lines={8} />
    </Screen>
  )
}

interface FramedProps {
  name: AnalyticsScreen
  cards: (frame: Frame) => ReactNode
  timeZone: string
  currency: string
}
function Framed({ name, cards, timeZone, currency: own }: FramedProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const search = useScreenSearch(name) as RawSearch
  const choice = readChoice(search)
  const shown = shownOf(choice, useNow(), timeZone)
  const whose = useWhose(search['merchant'] ?? '')
  const stats = useStats(shown, whose.uuids)
  const currencies = currenciesIn([...(stats.data?.txn_stats ?? []), ...(stats.data?.compared ?? [])])
  const chosen = chosenCurrency(search['currency'] ?? '', currencies, own)
  const currency = chosen === 'all' ? (currencies[0] ?? 'USD') : chosen
  const words = chartWords(language, timeZone, currency)
  const list: Frame['list'] = (filters, stretch = shown) =>
    paymentsIn(stretch, user.time_zone, { ...filters, ...whose.filter, currency })
  const links: Frame['links'] = (filters) => linksIn(shown, user.time_zone, { ...filters, ...whose.filter, currency })
  const of = (rows: readonly Stats[] | undefined) => rows?.find((row) => row.currency === currency) ?? null
  const asked = { time_filter: timeFilter(shown), currency, ...(whose.uuids && { uuids: whose.uuids }) }
  return (
    <Screen name={name} wide>
      <Controls
        to={name}
        {...{ choice, search, currencies, currency, merchants: whose.merchants, merchant: whose.merchant }}
      />
      <p className={styles['range']}>
        <bdi>{words.days(shown)}</bdi> · {t(($) => $.list.timesIn)} <LeftToRight>{timeZone}</LeftToRight>
      </p>
      {stats.error && !stats.data ? (
        <Failed
          error={failureText(stats.error)}
          requestId={stats.error.requestId}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <div className={styles['all']}>
          {cards({
            shown,
            currency,
            words,
            asked,
            list,
            links,
            stats: stats.data && of(stats.data.txn_stats),
            before: of(stats.data?.compared),
            waiting: stats.isPlaceholderData,
          })}
        </div>
      )}
    </Screen>
  )
}
