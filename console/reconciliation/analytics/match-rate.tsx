import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Card } from '#console/kit/charts/card.tsx'
import { Strips } from '#console/kit/charts/strips.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { useChannels } from '../fees/channels.ts'
import { barsOfDays } from './bars-of-days.ts'
import { brief, percentText, share, sum, type Shown } from './shown.ts'

/** Matched and not, over time. */
export function MatchRate({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const counted = (rows: readonly Shown['shown']['match_rate'][number][]) => {
    const [matched, records] = [sum(rows.map((row) => row.matched)), sum(rows.map((row) => row.records))]
    return { matched, records, rate: percentText(share(matched, records), language) }
  }
  const days = [...Map.groupBy(shown.match_rate, ({ date }) => date)].map(([date, rows]) => ({ date, ...counted(rows) }))
  const title = t(($) => $.reconAnalytics.matchRate)
  const number = (value: number) => numberText(value, language)
  return (
    <Card
      {...state}
      title={title}
      size="row"
      table={{
        head: [t(($) => $.reconAnalytics.day), t(($) => $.reconAnalytics.records), t(($) => $.reconAnalytics.matched), t(($) => $.reconAnalytics.rate)],
        rows: days.map(({ date, matched, records, rate }) => ({ key: date, cells: [date, number(records), number(matched), rate] })),
      }}
    >
      <Bars
        name={title}
        whole
        points={barsOfDays(shown.match_rate, language).map(({ key, label, title: of, rows }) => {
          const { matched, records, rate } = counted(rows)
          return { key, label, title: records === 0 ? of : `${of} · ${rate}`, parts: [matched, records - matched] }
        })}
        series={[
          { name: t(($) => $.reconAnalytics.matched), tone: 'good' },
          { name: t(($) => $.reconAnalytics.notMatched), tone: 'bad' },
        ]}
        format={number}
        brief={(value) => brief(value, language)}
      />
    </Card>
  )
} // prettier-ignore

export function MatchRateByChannel({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const channels = [...Map.groupBy(shown.match_rate, ({ channel }) => channel)].map(([channel, rows]) => {
    const matched = sum(rows.map((row) => row.matched))
    const records = sum(rows.map((row) => row.records))
    return { channel, matched, records, rate: share(matched, records) }
  })
  return (
    <Card
      {...state}
      title={t(($) => $.reconAnalytics.matchRateBy)}
      size="third"
      table={{
        head: [t(($) => $.reconAnalytics.channel), t(($) => $.reconAnalytics.records), t(($) => $.reconAnalytics.matched), t(($) => $.reconAnalytics.rate)],
        rows: channels.map(({ channel, matched, records, rate }) => ({
          key: channel,
          cells: [nameOf(channel), numberText(records, language), numberText(matched, language), percentText(rate, language)],
        })),
      }}
    >
      <Strips
        strips={channels.map(({ channel, matched, records, rate }) => ({
          key: channel,
          name: nameOf(channel),
          now: percentText(rate, language),
          note: t(($) => $.reconAnalytics.ofRecords, { matched: numberText(matched, language), records: numberText(records, language) }),
          parts: [
            { key: 'matched', look: 'good', weight: matched },
            { key: 'not', look: 'bad', weight: records - matched },
          ].filter(({ weight }) => weight > 0),
        }))}
        legend={[
          { name: t(($) => $.reconAnalytics.matched), tone: 'good' },
          { name: t(($) => $.reconAnalytics.notMatched), tone: 'bad' },
        ]}
      />
    </Card>
  )
} // prettier-ignore
