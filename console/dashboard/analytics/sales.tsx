import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readVolumeSeasonality } from '#contract/analytics.ts'
import { readBreakdown } from '#contract/breakdowns.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeFilter } from '../period.ts'
import { FigureTiles } from '../figure-tiles.tsx'
import styles from '../dashboard.module.css'
import { SeasonalityChart } from '../seasonality.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { AnalyticsFrame, type Frame } from './frame.tsx'
import { FunnelCard } from './funnel-card.tsx'

/** What was sold: orders, from where, to whom and when. */
export default function SalesAnalytics(): ReactNode {
  return <AnalyticsFrame name="salesAnalytics" cards={(frame) => <Sales {...frame} />} />
}

function Sales(frame: Frame): ReactNode {
  const { t } = useTranslation()
  const { shown, words, asked, list, stats, before } = frame
  const compare_filter = timeFilter(shown.compared)
  const orders = useCall(
    readBreakdown,
    { body: { ...asked, compare_filter, by: ['source'] } },
    { keepPrevious: true, everyMs: 30_000 },
  )
  const seasonality = useCall(readVolumeSeasonality, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const ordersIn = (rows: readonly { orders: number }[] | undefined) =>
    rows?.reduce((all, row) => all + row.orders, 0) ?? null
  const none = stats === undefined ? undefined : 0
  const paid = list({ status: 'Success' })
  const tiles = [
    {
      name: t(($) => $.analytics.orders),
      meaning: t(($) => $.analytics.ordersMeaning),
      value: orders.data ? ordersIn(orders.data.rows) : undefined,
      before: ordersIn(orders.data?.compared),
      text: words.number,
      to: list({ first_attempt: 'first' }),
    },
    {
      name: t(($) => $.analytics.paidOrders),
      meaning: t(($) => $.dashboard.meanings.count),
      value: stats?.count ?? none,
      before: before?.count ?? null,
      text: words.number,
      to: paid,
    },
    {
      name: t(($) => $.dashboard.tiles.volume),
      meaning: t(($) => $.dashboard.meanings.volume),
      value: stats?.volume ?? none,
      before: before?.volume ?? null,
      text: words.amount,
      to: paid,
    },
    {
      name: t(($) => $.dashboard.tiles.average),
      meaning: t(($) => $.dashboard.meanings.average),
      value: stats?.average_order_value ?? none,
      before: before?.average_order_value ?? null,
      text: words.amount,
      to: paid,
    },
  ]
  return (
    <>
      <FigureTiles tiles={tiles} words={words} waiting={frame.waiting} />
      <div className={styles['cards']}>
        <BreakdownCard {...frame} title={t(($) => $.analytics.sources)} by="source" of="volume" />
        <BreakdownCard
          {...frame}
          title={t(($) => $.analytics.payers)}
          about={t(($) => $.analytics.payersMeaning)}
          by="payer"
          of="volume"
        />
        <BreakdownCard {...frame} title={t(($) => $.analytics.countries)} by="country" of="volume" size="row" />
        <FunnelCard {...frame} />
        <SeasonalityChart dashboard={{ seasonality }} currency={frame.currency} words={words} />
      </div>
    </>
  )
}
