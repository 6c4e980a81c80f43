import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ageBuckets } from '#contract/recon-report-kinds.ts'
import { exceptionStatuses } from '#contract/recon-outcomes.ts'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { useChannels } from '../fees/channels.ts'
import { sumOfTexts } from '../fees/decimal-sums.ts'
import { amountWords, brief, sum, type Shown } from './shown.ts'

export function ExceptionsByReason(props: Shown): ReactNode {
  const { t } = useTranslation()
  const { exceptions } = props.shown
  const groups = exceptionStatuses.map((status) => ({
    key: status,
    name: codeWord('states.reconOutcome', status),
    rows: exceptions.filter((row) => row.status === status),
  }))
  return <Exceptions {...props} title={t(($) => $.reconAnalytics.exceptions)} head={t(($) => $.reconAnalytics.reason)} groups={groups} />
} // prettier-ignore

export function ExceptionsByAge(props: Shown): ReactNode {
  const { t } = useTranslation()
  const { exceptions } = props.shown
  const groups = ageBuckets.map((age) => ({
    key: age,
    name: codeWord('reconAges', age),
    rows: exceptions.filter((row) => row.age === age),
  }))
  return <Exceptions {...props} title={t(($) => $.reconAnalytics.exceptionsByAge)} head={t(($) => $.reconAnalytics.age)} groups={groups} />
} // prettier-ignore

interface ExceptionsProps extends Shown {
  title: string
  head: string
  groups: readonly { key: string; name: string; rows: Shown['shown']['exceptions'] }[]
}
function Exceptions({ shown, state, title, head, groups }: ExceptionsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const filled = groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows, ...group }) => ({
      ...group,
      count: sum(rows.map((row) => row.count)),
      amount: amountWords(sumOfTexts(rows.map((row) => row.amount)), shown.currency, language),
    }))
  return (
    <Card
      {...state}
      title={title}
      size="third"
      table={{
        head: [head, t(($) => $.reconAnalytics.count), t(($) => $.reconAnalytics.amount)],
        rows: filled.map(({ key, name, count, amount }) => ({ key, cells: [name, numberText(count, language), amount] })),
      }}
    >
      <LyingBars
        bars={filled.map(({ key, name, count, amount }) => ({ key, name, value: count, words: numberText(count, language), note: <bdi dir="ltr">{amount}</bdi> }))}
      />
    </Card>
  )
} // prettier-ignore

/** How many payments took how many working days, and which of them longer than their channel's plans allow. */
export function Delays({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const rows = shown.days_to_settlement
  const most = Math.max(-1, ...rows.map(({ days }) => days))
  const title = t(($) => $.reconAnalytics.delays)
  const number = (value: number) => numberText(value, language)
  const points = Array.from({ length: most + 1 }, (_, days) => {
    const those = rows.filter((row) => row.days === days)
    const of = (late: boolean) => sum(those.filter((row) => row.late === late).map(({ records }) => records))
    return { key: String(days), label: number(days), title: t(($) => $.reconAnalytics.daysAfter, { count: days }), parts: [of(false), of(true)] }
  })
  return (
    <Card
      {...state}
      title={title}
      size="half"
      table={{
        head: [t(($) => $.reconAnalytics.channel), title, t(($) => $.reconAnalytics.records), 'T+n'],
        rows: rows.map(({ channel, days, records, agreed }) => ({
          key: `${channel} ${days}`,
          cells: [nameOf(channel), number(days), number(records), `T+${agreed}`],
        })),
      }}
    >
      <Bars
        name={title}
        whole
        points={points}
        series={[
          { name: t(($) => $.reconAnalytics.onTime), tone: 'good' },
          { name: t(($) => $.reconAnalytics.late), tone: 'bad' },
        ]}
        format={number}
        brief={(value) => brief(value, language)}
      />
    </Card>
  )
} // prettier-ignore
