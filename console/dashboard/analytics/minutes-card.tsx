import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { readMonitoring } from '#contract/analytics.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { Bars, type BarPoint } from '#console/kit/charts/bars.tsx'
import { Card } from '#console/kit/charts/card.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { Stretch } from '../period.ts'
import type { ChartWords } from '../words.ts'

export type LastHour = WireOutput<typeof readMonitoring>
export interface HourProps {
  words: ChartWords
  list: (filters: Record<string, string>, stretch?: Stretch) => AnyDestination
}

/** The attempts of each minute by what became of them; each bar leads to the list of its attempts. */
export function MinutesCard({ minutes, words, list }: HourProps & Pick<LastHour, 'minutes'>): ReactNode {
  const { t } = useTranslation()
  const title = t(($) => $.monitoring.text)
  const series = [
    { name: t(($) => $.analytics.paid), tone: 'good' },
    { name: t(($) => $.monitoring.open), tone: 'busy' },
    { name: t(($) => $.monitoring.unpaid), tone: 'quiet' },
    { name: t(($) => $.monitoring.faults), tone: 'bad' },
  ]
  const points = minutes.map(({ at, paid, open, unpaid, provider_faults }): BarPoint => {
    const from = momentOf(at)
    const to = new Date(from.getTime() + 60_000)
    return {
      key: at,
      label: words.label(from, 'hours'),
      title: words.title(from, to, 'hours'),
      parts: [paid, open, unpaid, provider_faults],
      to: list({}, { from, to }),
    }
  })
  const table = {
    head: [t(($) => $.dashboard.time), ...series.map(({ name }) => name)],
    rows: points.map(({ key, title: time, parts }) => ({ key, cells: [time, ...parts.map(words.number)] })),
  }
  return (
    <Card title={title} ready waiting={false} error={null} onRetry={() => {}} table={table} size="row">
      <Bars name={title} points={points} series={series} format={words.number} brief={words.brief} whole />
    </Card>
  )
}
