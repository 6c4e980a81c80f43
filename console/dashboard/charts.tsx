import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { Period } from '#contract/analytics-questions.ts'
import { paymentStates, type PaymentState } from '#contract/payment-states.ts'
import { stateWord } from '#console/kit/i18n/words.ts'
import { Bars, type BarPoint } from '#console/kit/charts/bars.tsx'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { tones, type ChartProps } from './chart.ts'
import type { Dashboard } from './use-dashboard.ts'
import type { ChartWords } from './words.ts'

interface SucceededProps extends ChartProps {
  measure: 'volume' | 'count' | 'average_order_value'
}
/** One measure of the succeeded payments over time, compared with the period before. */
export function SucceededChart({ measure, dashboard, currency, words, list }: SucceededProps): ReactNode {
  const { t } = useTranslation()
  const { data } = dashboard.volume
  const title = t(($) => $.dashboard.charts[measure])
  const [nowName, beforeName] = [t(($) => $.dashboard.now), t(($) => $.dashboard.before)]
  const format = measure === 'count' ? words.number : words.amount
  const find = (graph: Pick<NonNullable<typeof data>, 'txnVolume'> | null | undefined, at: string) =>
    graph?.txnVolume.find((row) => row.at === at && row.currency === currency)?.[measure] ?? 0
  const points = barsIn(data, words).map(({ stretch, ...bar }, place): BarPoint => {
    const earlier = data?.compared?.bars[place]
    return {
      ...bar,
      parts: [find(data, bar.key)],
      before: earlier === undefined ? undefined : find(data?.compared, earlier),
      to: list({ status: 'Success' }, stretch),
    }
  })
  const table = {
    head: [t(($) => $.dashboard.time), nowName, beforeName],
    rows: points.map(({ key, title: time, parts, before }) => ({
      key,
      cells: [time, format(parts[0] ?? 0), before === undefined ? '–' : format(before)],
    })),
  }
  return (
    <Card title={title} {...answerOf(dashboard.volume)} table={table} size={measure === 'volume' ? 'row' : 'half'}>
      <Bars
        name={title}
        points={points}
        series={[{ name: nowName, tone: 'first' }]}
        beforeName={beforeName}
        format={format}
        brief={words.brief}
        whole={measure === 'count'}
      />
    </Card>
  )
}

/** All attempts over time by state. After a failed fetch it shows the failure in place of old data. */
export function StatusChart({
  stacks,
  currency,
  words,
  list,
}: Omit<ChartProps, 'dashboard'> & {
  stacks: Pick<Dashboard['stacks'], 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
}): ReactNode {
  const { t } = useTranslation()
  const data = stacks.error ? undefined : stacks.data
  const title = t(($) => $.dashboard.charts.stacks)
  const rows = data?.chartData.filter((row) => row.currency === currency) ?? []
  const states = paymentStates.states.toReversed().filter((state) => rows.some(({ status }) => status === state))
  const shownStates: readonly PaymentState[] = states.length > 0 ? states : ['Success']
  const points = barsIn(data, words).map(({ stretch, ...bar }): BarPoint => ({
    ...bar,
    parts: shownStates.map((state) => rows.find((row) => row.at === bar.key && row.status === state)?.count ?? 0),
    to: list({}, stretch),
  }))
  const series = shownStates.map((state) => ({ name: stateWord('payment', state), tone: tones[state] }))
  const table = {
    head: [t(($) => $.dashboard.time), ...series.map(({ name }) => name)],
    rows: points.map(({ key, title: time, parts }) => ({ key, cells: [time, ...parts.map(words.number)] })),
  }
  return (
    <Card title={title} {...answerOf(stacks)} error={stacks.error} table={table} size="row">
      <Bars name={title} points={points} series={series} format={words.number} brief={words.brief} whole />
    </Card>
  )
}

/**
 * The bars with their labels and stretches of time. The words follow the unit of the data, as the data of the period
 * before stay until those of a new one have come.
 */
export function barsIn(data: { period: Period; bars: string[]; to: string } | undefined, words: ChartWords) {
  if (!data) return []
  const { period, bars, to } = data
  return bars.map((at, place) => {
    const stretch = { from: momentOf(at), to: momentOf(bars[place + 1] ?? to) }
    const title = words.title(stretch.from, stretch.to, period)
    return { key: at, stretch, label: words.label(stretch.from, period), title }
  })
}
