import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readDeclines } from '#contract/breakdowns.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { traitWord } from '#console/kit/i18n/trait-words.ts'
import { stateWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import type { Frame } from './frame.tsx'

/** Why attempts failed or expired. Each reason leads to the list of its attempts. */
export function DeclinesCard({ words, asked, list }: Frame): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const query = useCall(readDeclines, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const rows = query.data?.declines ?? []
  const title = t(($) => $.analytics.declines)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const reasons = [...Map.groupBy(rows, ({ status, status_reason }) => `${status} ${status_reason}`).values()].map(
    (of) => {
      const { status = 'Failed', status_reason = '', status_code = '' } = of[0] ?? {}
      return {
        status,
        status_reason,
        status_code,
        count: of.reduce((sum, { count }) => sum + count, 0),
        amount: words.sum(of.map(({ amount }) => amount)),
      }
    },
  )
  const name = (reason: string) => traitWord('status_reason', reason, language)
  const bars = reasons
    .toSorted((a, b) => b.count - a.count)
    .map(({ status, status_reason, status_code, count, amount }) => ({
      key: `${status} ${status_reason}`,
      name: name(status_reason),
      value: count,
      words: words.number(count),
      note: [
        stateWord('payment', status),
        isolatedLtr(words.percent(count / all)),
        isolatedLtr(words.amount(amount)),
        status_code,
      ]
        .filter(Boolean)
        .join(' · '),
      to: status_reason === '' ? undefined : list({ status, status_reason }),
    }))
  const table = {
    head: [
      title,
      t(($) => $.columns.status_code),
      t(($) => $.columns.status),
      t(($) => $.columns.payment_method),
      t(($) => $.analytics.attempts),
      t(($) => $.dashboard.amount),
    ],
    rows: rows.map((row) => ({
      key: [row.status, row.status_reason, row.payment_method].join(),
      cells: [
        name(row.status_reason),
        row.status_code || '–',
        stateWord('payment', row.status),
        wireWord('methods', row.payment_method),
        words.number(row.count),
        words.amount(row.amount),
      ],
    })),
  }
  return (
    <Card title={title} {...answerOf(query)} table={table} size="half">
      <LyingBars bars={bars} />
    </Card>
  )
}
