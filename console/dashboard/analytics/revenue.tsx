import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readRefundReasons } from '#contract/fees-and-refunds.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from '../dashboard.module.css'
import { FeesCard } from './fees-card.tsx'
import { AnalyticsFrame, type Frame } from './frame.tsx'
import { WaterfallCard } from './waterfall-card.tsx'

/** What is left of the volume, and what took the rest. */
export default function RevenueAnalytics(): ReactNode {
  return (
    <AnalyticsFrame
      name="revenueAnalytics"
      cards={(frame) => (
        <div className={styles['cards']}>
          <WaterfallCard {...frame} />
          <FeesCard {...frame} />
          <Refunds {...frame} />
        </div>
      )}
    />
  )
}

/** Refunds by reason and by the age of the payment, and late money. */
function Refunds({ asked, words, list }: Frame): ReactNode {
  const { t } = useTranslation()
  const query = useCall(readRefundReasons, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const refunds = query.data?.refunds ?? []
  const late = query.data?.late ?? []
  const refunded = list({ refunds: 'partial,full' })
  const charts = [
    {
      title: t(($) => $.analytics.refundReasons),
      groups: groupsOf(refunds, ({ reason }) => wireWord('refundReasons', reason)),
      to: refunded,
    },
    {
      title: t(($) => $.analytics.refundAges),
      groups: groupsOf(refunds, ({ age }) => t(($) => $.analytics.ages[age])),
      to: refunded,
    },
    {
      title: t(($) => $.analytics.late),
      groups: groupsOf(late, ({ fate }) => t(($) => $.analytics.fates[fate])),
      to: list({ late: 'late' }),
    },
  ]
  return charts.map(({ title, groups, to }) => (
    <Card
      key={title}
      title={title}
      {...answerOf(query)}
      table={{
        head: [title, t(($) => $.analytics.number), t(($) => $.dashboard.amount)],
        rows: groups.map(({ name, count, amounts }) => ({
          key: name,
          cells: [name, words.number(count), words.amount(words.sum(amounts))],
        })),
      }}
      size="third"
    >
      <LyingBars
        bars={groups.map(({ name, count, amounts }) => ({
          key: name,
          name,
          value: words.sum(amounts),
          words: words.amount(words.sum(amounts)),
          note: t(($) => $.analytics.cases, { count }),
          to,
        }))}
      />
    </Card>
  ))
}

const groupsOf = <R extends { count: number; amount: number }>(rows: readonly R[], nameOf: (row: R) => string) =>
  [...Map.groupBy(rows, nameOf)].map(([name, of]) => ({
    name,
    count: of.reduce((all, { count }) => all + count, 0),
    amounts: of.map(({ amount }) => amount),
  }))
