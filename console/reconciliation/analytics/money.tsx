import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { shortWords } from '#console/kit/details/exact-amount.tsx'
import { useChannels } from '../fees/channels.ts'
import { sumOfTexts } from '../fees/decimal-sums.ts'
import { barsOfDays } from './bars-of-days.ts'
import { amountWords, brief, percentText, share, shortDay, sum, type Shown } from './shown.ts'
import styles from './analytics.module.css'

/** Fee and tax in percent of what was paid, over time, with what was agreed as a line across each bar. */
export function Fees({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const title = t(($) => $.reconAnalytics.fees)
  const points = barsOfDays(shown.fees, language).map(({ rows, ...bar }) => {
    const of = (name: 'volume' | 'charged' | 'agreed') => Number(sumOfTexts(rows.map((row) => row[name])))
    return { ...bar, parts: [share(of('charged'), of('volume'))], before: share(of('agreed'), of('volume')) }
  })
  const without = sum(shown.fees.map(({ not_planned }) => not_planned))
  const percent = (value: number) => percentText(value, language)
  return (
    <Card
      {...state}
      title={title}
      size="half"
      table={{
        head: [t(($) => $.reconAnalytics.day), t(($) => $.reconAnalytics.channel), t(($) => $.reconAnalytics.volume), t(($) => $.reconAnalytics.charged), t(($) => $.reconAnalytics.agreedFee)],
        rows: shown.fees.map((row) => ({
          key: `${row.date} ${row.channel}`,
          cells: [row.date, nameOf(row.channel), amountWords(row.volume, shown.currency, language), percent(Number(row.charged_percent ?? 0)), percent(Number(row.agreed_percent ?? 0))],
        })),
      }}
    >
      <Bars
        name={title}
        points={points}
        series={[{ name: t(($) => $.reconAnalytics.charged), tone: 'second' }]}
        beforeName={t(($) => $.reconAnalytics.agreedFee)}
        format={percent}
        brief={percent}
      />
      {without > 0 && <p className={styles['note']}>{t(($) => $.reconAnalytics.notPlanned, { count: without })}</p>}
    </Card>
  )
} // prettier-ignore

/** What conversions cost against the best rate of the same day, by channel and currency. */
export function Conversion({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf } = useChannels()
  const groups = [...Map.groupBy(shown.conversion, ({ channel, to }) => `${channel} ${to}`)].map(([key, rows]) => {
    const [first] = rows
    const [cost, paid] = [sumOfTexts(rows.map((row) => row.cost)), sumOfTexts(rows.map((row) => row.paid))]
    return { key, channel: first?.channel ?? '', to: first?.to ?? '', cost, part: share(Number(cost), Number(cost) + Number(paid)) }
  })
  return (
    <Card
      {...state}
      title={t(($) => $.reconAnalytics.conversion)}
      size="row"
      table={{
        head: [t(($) => $.reconAnalytics.day), t(($) => $.reconAnalytics.channel), t(($) => $.reconAnalytics.amount), t(($) => $.reconAnalytics.to), t(($) => $.reconAnalytics.rateOf), t(($) => $.reconAnalytics.bestRate), t(($) => $.reconAnalytics.cost)],
        rows: shown.conversion.map((row) => ({
          key: `${row.date} ${row.channel} ${row.to}`,
          cells: [row.date, nameOf(row.channel), amountWords(row.amount, shown.currency, language), amountWords(row.paid, row.to, language), shortWords(row.rate, language), shortWords(row.best_rate, language), amountWords(row.cost, row.to, language)],
        })),
      }}
    >
      <LyingBars
        bars={groups.map(({ key, channel, to, cost, part }) => ({
          key,
          name: `${nameOf(channel)} · ${isolatedLtr(`${shown.currency} → ${to}`)}`,
          value: Number(cost),
          words: `${amountWords(cost, to, language)} · ${percentText(part, language)}`,
        }))}
      />
      {groups.length > 0 && <p className={styles['note']}>{t(($) => $.reconAnalytics.conversionNote)}</p>}
    </Card>
  )
} // prettier-ignore

/** What is due on each of the next working days. */
export function UnderWay({ shown, state }: Shown): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency, under_way: found } = shown
  const { days, working_days, late, later } = found
  const title = t(($) => $.reconAnalytics.underWay)
  const words = (amount: string) => amountWords(amount, currency, language)
  const dues = [...new Set([...working_days, ...days.map(({ due_on }) => due_on)])].toSorted().map((day) => {
    const those = days.filter(({ due_on }) => due_on === day)
    return { day, count: sum(those.map(({ count }) => count)), amount: sumOfTexts(those.map(({ amount }) => amount)) }
  })
  const beside = [
    [t(($) => $.reconAnalytics.lateMoney), late],
    [t(($) => $.reconAnalytics.later), later],
  ] as const
  return (
    <Card
      {...state}
      title={title}
      size="row"
      table={{
        head: [t(($) => $.reconAnalytics.due), t(($) => $.reconAnalytics.count), t(($) => $.reconAnalytics.amount)],
        rows: [
          ...dues.map(({ day, count, amount }) => ({ key: day, cells: [day, numberText(count, language), words(amount)] })),
          ...beside.map(([name, { count, amount }]) => ({ key: name, cells: [name, numberText(count, language), words(amount)] })),
        ],
      }}
    >
      <Bars
        name={title}
        points={dues.map(({ day, amount }) => ({
          key: day,
          label: shortDay(day, language),
          title: dayWords(day, language),
          parts: [Math.max(0, Number(amount))],
        }))}
        series={[{ name: t(($) => $.reconAnalytics.due), tone: 'quiet' }]}
        format={(value) => words(String(value))}
        brief={(value) => brief(value, language)}
      />
      <p className={styles['note']}>
        {t(($) => $.reconAnalytics.underWayNote, { late: isolatedLtr(words(late.amount)), later: isolatedLtr(words(later.amount)) })}
      </p>
    </Card>
  )
} // prettier-ignore
