import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBreakdown } from '#contract/breakdowns.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Bars, type BarPoint } from '#console/kit/charts/bars.tsx'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { timestampText } from '#contract/kit/wire.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { barsIn } from '../charts.tsx'
import type { Frame } from './frame.tsx'

/** The looks of the methods with most attempts; the others share one. */
const looks = ['first', 'second', 'third', 'fourth', 'fifth']

/** Attempts over time by method; each bar leads to the list of its attempts. */
export function TrendCard({ words, asked, list, shown }: Frame): ReactNode {
  const { t } = useTranslation()
  // Sums of traits are of days.
  const period = shown.period === 'hours' ? 'days' : shown.period
  const query = useCall(
    readBreakdown,
    { body: { ...asked, by: ['time', 'payment_method'], period } },
    { keepPrevious: true, everyMs: 30_000 },
  )
  const rows = query.data?.rows ?? []
  const title = t(($) => $.analytics.trend)
  const methods = [...Map.groupBy(rows, ({ values }) => values[1] ?? '')]
    .map(([method, of]) => ({ method, attempts: of.reduce((all, { attempts }) => all + attempts, 0) }))
    .toSorted((a, b) => b.attempts - a.attempts)
    .map(({ method }) => method)
  const [own, others] = [methods.slice(0, looks.length), methods.slice(looks.length)]
  const names = methods.map((method) => wireWord('methods', method))
  const series = [
    ...own.map((_, at) => ({ name: names[at] ?? '', tone: looks[at] ?? 'other' })),
    ...(others.length > 0 ? [{ name: t(($) => $.analytics.otherMethods), tone: 'other' }] : []),
  ]
  const count = (at: string, method: string) =>
    rows.find(({ values }) => values[0] === at && values[1] === method)?.attempts ?? 0
  const data = query.data && { period, bars: query.data.bars, to: timestampText(shown.to) }
  const points = barsIn(data, words).map(({ stretch, ...bar }): BarPoint => ({
    ...bar,
    parts: [
      ...own.map((method) => count(bar.key, method)),
      ...(others.length > 0 ? [others.reduce((all, method) => all + count(bar.key, method), 0)] : []),
    ],
    to: list({}, stretch),
  }))
  const table = {
    head: [t(($) => $.dashboard.time), ...names],
    rows: points.map(({ key, title: time }) => ({
      key,
      cells: [time, ...methods.map((method) => words.number(count(key, method)))],
    })),
  }
  return (
    <Card title={title} {...answerOf(query)} table={table} size="row">
      <Bars name={title} points={points} series={series} format={words.number} brief={words.brief} whole />
    </Card>
  )
}
