import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { remainder } from '#contract/kit/money.ts'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import type { Frame } from './frame.tsx'

/** From the volume to the net: each part that is taken away, adding up to the last unit. */
export function WaterfallCard({ stats, waiting, words, list }: Frame): ReactNode {
  const { t } = useTranslation()
  const title = t(($) => $.analytics.waterfall)
  const paid = list({ status: 'Success' })
  const steps = stats
    ? ([
        { key: 'volume', amount: stats.volume, to: paid },
        { key: 'fees', amount: -remainder(stats.currency, stats.fees, stats.fee_tax), to: paid },
        { key: 'tax', amount: -stats.fee_tax, to: paid },
        { key: 'refunds', amount: -stats.refunded, to: list({ refunds: 'partial,full' }) },
        { key: 'held', amount: -stats.held, to: list({ late: 'held' }) },
        { key: 'net', amount: stats.net, to: paid },
      ] as const)
    : []
  /** What is left after a step and those before it: there the bar of what was taken away begins. */
  const leftAfter = (at: number) => steps.slice(0, at + 1).reduce((left, { amount }) => left + amount, 0)
  const name = (key: (typeof steps)[number]['key']) => t(($) => $.analytics.steps[key])
  return (
    <Card
      title={title}
      ready={stats !== undefined}
      waiting={waiting}
      error={null}
      onRetry={() => {}}
      table={{
        head: [title, t(($) => $.dashboard.amount)],
        rows: steps.map(({ key, amount }) => ({ key, cells: [name(key), words.amount(amount)] })),
      }}
      size="half"
    >
      <LyingBars
        bars={steps.map(({ key, amount, to }, at) => ({
          key,
          name: name(key),
          value: Math.max(0, key === 'net' ? amount : Math.abs(amount)),
          from: amount < 0 && key !== 'net' ? Math.max(0, leftAfter(at)) : 0,
          words: words.amount(amount),
          to,
        }))}
      />
    </Card>
  )
}
