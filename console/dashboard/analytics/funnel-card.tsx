import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readLinkFunnel } from '#contract/funnel.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import type { Frame } from './frame.tsx'

/** How far payment links get, and how long each step takes. Each step leads to the list of its links. */
export function FunnelCard({ words, asked, links }: Frame): ReactNode {
  const { t } = useTranslation()
  const query = useCall(readLinkFunnel, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const [funnel] = query.data?.funnel ?? []
  const title = t(($) => $.analytics.funnel)
  const steps = funnel
    ? [
        { step: 'made', count: funnel.made, seconds: null, to: links({}) },
        { step: 'opened', count: funnel.opened, seconds: funnel.seconds_to_open, to: links({ reached: 'opened' }) },
        { step: 'started', count: funnel.started, seconds: funnel.seconds_to_start, to: links({ reached: 'started' }) },
        { step: 'paid', count: funnel.paid, seconds: funnel.seconds_to_pay, to: links({ reached: 'paid' }) },
      ].map((row) => ({
        ...row,
        name: wireWord('linkSteps', row.step),
        share: words.percent(row.count / funnel.made),
        time: row.seconds === null ? '' : words.duration(row.seconds),
      }))
    : []
  return (
    <Card
      title={title}
      {...answerOf(query)}
      table={{
        head: [title, t(($) => $.analytics.number), t(($) => $.analytics.ofMade), t(($) => $.analytics.stepTime)],
        rows: steps.map(({ step, name, count, share, time }) => ({
          key: step,
          cells: [name, words.number(count), share, time || '–'],
        })),
      }}
      size="row"
    >
      <p>{t(($) => $.analytics.funnelMeaning)}</p>
      <LyingBars
        bars={steps.map(({ step, name, count, share, time, to }) => ({
          key: step,
          name,
          value: count,
          words: words.number(count),
          note: [isolatedLtr(share), ...(time ? [t(($) => $.analytics.afterStep, { time })] : [])].join(' · '),
          to,
        }))}
      />
    </Card>
  )
}
