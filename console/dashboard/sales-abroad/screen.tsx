import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isCurrency } from '#contract/kit/money.ts'
import { remitStatuses } from '#contract/remittance-states.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { dayWords, LeftToRight } from '#console/kit/details/values.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { Empty, Failed, Unanswered } from '#console/kit/list/unanswered.tsx'
import { InZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useScreenSearch, type AnyDestination, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { StatusChart } from '../charts.tsx'
import { Controls } from '../controls.tsx'
import styles from '../dashboard.module.css'
import { paymentsIn } from '../links.ts'
import { readChoice, shownOf, type Stretch } from '../period.ts'
import { useNow } from '../use-dashboard.ts'
import { useOwnWays } from '../whose.ts'
import { chartWords } from '../words.ts'
import { Pies } from './pies.tsx'
import { SalesTiles } from './tiles.tsx'
import { useSalesAbroad } from './use-sales-abroad.ts'

/** Sales abroad: what was sold where and how, what waits, what comes next, and what is held back. */
export default function RemittanceDashboard(): ReactNode {
  const ways = useOwnWays()
  if (ways.data)
    return (
      <InZone timeZone={ways.data.timeZone}>
        <Figures timeZone={ways.data.timeZone} />
      </InZone>
    )
  return (
    <Screen name="remittanceDashboard" wide>
      <Unanswered query={ways} lines={8} />
    </Screen>
  )
}

function Figures({ timeZone }: { timeZone: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = useUser()
  const search = useScreenSearch('remittanceDashboard') as RawSearch
  const choice = readChoice(search)
  const shown = shownOf(choice, useNow(), timeZone)
  const wanted = search['currency'] ?? ''
  const chosen = isCurrency(wanted) ? wanted : null
  const { tiles, pies, stacks } = useSalesAbroad(shown, chosen)
  const stats = tiles.data?.txn_stats
  const currency = stats?.currency ?? chosen ?? 'USD'
  const words = chartWords(language, timeZone, currency)
  // What was sold in another currency than the merchant's own, as it is counted here.
  const sources = chosen ? [chosen] : (tiles.data?.currencies ?? [])
  const abroad = sources.length > 0 ? { currency: sources.join() } : { remit_status: remitStatuses.join() }
  const list = (filters: Record<string, string>, stretch: Stretch = shown): AnyDestination =>
    paymentsIn(stretch, user.time_zone, { ...abroad, ...filters })
  const failed = tiles.error && !tiles.data ? tiles.error : null
  const isEmpty = tiles.data && tiles.data.currencies.length === 0 && tiles.data.next_settlement === null
  return (
    <Screen name="remittanceDashboard" wide>
      <Controls
        to="remittanceDashboard"
        all={t(($) => $.remittances.dashboard.all, { currency: 'USD' })}
        {...{ choice, search, currencies: tiles.data?.currencies ?? [], currency: chosen ?? 'all', merchants: [], merchant: '' }}
      />
      <p className={styles['range']}>
        <bdi>{words.days(shown)}</bdi> · {t(($) => $.dashboard.comparedWith)} <bdi>{words.days(shown.compared)}</bdi> ·{' '}
        {t(($) => $.list.timesIn)} <LeftToRight>{timeZone}</LeftToRight>
      </p>
      {stats && stats.without_rate.length > 0 && (
        <Notice title={t(($) => $.remittances.dashboard.withoutRate, { currencies: stats.without_rate.join(', ') })}>
          {t(($) => $.remittances.dashboard.withoutRateText)}
        </Notice>
      )}
      {failed ? (
        <Failed error={failureText(failed)} requestId={failed.requestId} onRetry={() => void tiles.refetch()} />
      ) : isEmpty ? (
        <Empty title={t(($) => $.remittances.dashboard.emptyTitle)} text={t(($) => $.remittances.dashboard.emptyText)}>
          <ButtonLink to="remittanceMethods">{t(($) => $.screens.remittanceMethods)}</ButtonLink>
        </Empty>
      ) : (
        <div className={styles['all']}>
          <SalesTiles of={tiles.data} waiting={tiles.isPlaceholderData} {...{ words, list, language }} />
          <RatesLine of={tiles.data?.rates} isOne={chosen !== null} />
          <div className={styles['cards']}>
            <Pies pies={pies} {...{ currency, words, list }} />
            <StatusChart {...{ stacks, currency, words, list }} />
          </div>
        </div>
      )}
    </Screen>
  )
} // prettier-ignore

/** By which rates amounts are shown. */
function RatesLine({ of, isOne }: { of: { source: string; newest_day: string | null } | undefined; isOne: boolean }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (isOne || !of || of.newest_day === null) return null
  return (
    <p className={styles['range']}>
      {t(($) => $.remittances.dashboard.rates, { source: of.source, day: dayWords(of.newest_day, language) })}
    </p>
  )
} // prettier-ignore
