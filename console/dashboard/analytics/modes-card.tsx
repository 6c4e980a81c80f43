import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readModes } from '#contract/analytics.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import type { Frame } from './frame.tsx'

/** Test mode beside live mode: attempts, those that succeeded, volume. The mode of the session leads to its list. */
export function ModesCard({ asked, words, list }: Frame): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const query = useCall(readModes, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const title = t(($) => $.analytics.modes)
  const rows = (query.data?.modes ?? []).map(({ mode, txn_stats: [stats] }) => ({
    mode,
    name: t(($) => $.environments[mode]),
    attempts: stats?.attempts ?? 0,
    paid: stats?.count ?? 0,
    success: typeof stats?.success_rate === 'number' ? words.percent(stats.success_rate) : '–',
    volume: words.amount(stats?.volume ?? 0),
  }))
  return (
    <Card
      title={title}
      {...answerOf(query)}
      table={{
        head: [
          title,
          t(($) => $.analytics.attempts),
          t(($) => $.analytics.paid),
          t(($) => $.analytics.success),
          t(($) => $.dashboard.tiles.volume),
        ],
        rows: rows.map(({ mode, name, attempts, paid, success, volume }) => ({
          key: mode,
          cells: [name, words.number(attempts), words.number(paid), success, volume],
        })),
      }}
      size="row"
    >
      <LyingBars
        bars={rows.map(({ mode, name, attempts, paid, success, volume }) => ({
          key: mode,
          name,
          value: attempts,
          words: success,
          note: [
            t(($) => $.analytics.attemptsAndPaid, {
              attempts: isolatedLtr(words.number(attempts)),
              paid: isolatedLtr(words.number(paid)),
            }),
            isolatedLtr(volume),
          ].join(' · '),
          to: mode === environment ? list({}) : undefined,
        }))}
      />
    </Card>
  )
}
