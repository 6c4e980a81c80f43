import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kept } from '#contract/kit/kept.ts'
import { displayLocale, type Language, languages } from '#i18n/languages.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import type { ChartProps } from './chart.ts'
import { HeatMap } from './heat-map.tsx'

/** Succeeded payments by hour of the week. */
export function SeasonalityChart({
  dashboard: { seasonality },
  currency,
  words,
}: Pick<ChartProps, 'currency' | 'words'> & { dashboard: Pick<ChartProps['dashboard'], 'seasonality'> }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = seasonality.data?.txnSeasonality.filter((row) => row.currency === currency) ?? []
  const title = t(($) => $.dashboard.charts.seasonality)
  const days = weekdays(language)
  const value = (weekday: number, hour: number) => {
    const row = rows.find((one) => one.weekday === weekday && one.hour === hour)
    const [count, volume] = [row?.count ?? 0, row?.volume ?? 0]
    return { count, words: [words.number(count), words.amount(volume)] as const }
  }
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const table = {
    head: [t(($) => $.dashboard.hour), ...days.map(({ brief }) => brief)],
    rows: hours.map((hour) => ({
      key: String(hour),
      cells: [hourText(hour), ...days.map(({ weekday }) => words.number(value(weekday, hour).count))],
    })),
  }
  return (
    <Card title={title} {...answerOf(seasonality)} table={table} size="row">
      <HeatMap name={title} days={days} hour={hourText} value={value} number={words.number} />
    </Card>
  )
}
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The days of the week from the language's first day; day 1 is Monday. */
const weekdays = kept((language: Language) => {
  const name = (weekday: number, form: 'long' | 'short') =>
    new Intl.DateTimeFormat(displayLocale(language), { weekday: form, timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, weekday),
    )
  const first = languages[language].firstDayOfWeek
  const order = Array.from({ length: 7 }, (_, day) => ((first + day + 6) % 7) + 1)
  return order.map((weekday) => ({ weekday, name: name(weekday, 'long'), brief: name(weekday, 'short') }))
})
