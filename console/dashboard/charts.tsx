import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { kept } from '#contract/kit/kept.ts'
import type { Currency } from '#contract/kit/money.ts'
import { paymentStates, type PaymentState } from '#contract/payments.ts'
import { displayLocale, type Language, languages } from '#i18n/languages.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { stateWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Bars, type BarPoint } from './bars.tsx'
import { Card } from './card.tsx'
import { Donut, type Slice } from './donut.tsx'
import { HeatMap } from './heat-map.tsx'
import type { Shown, Stretch } from './period.ts'
import type { Dashboard } from './use-dashboard.ts'
import type { ChartWords } from './words.ts'

export interface ChartProps {
  dashboard: Dashboard
  shown: Shown
  currency: Currency
  words: ChartWords
  /** The destination of the list of payments of a stretch; undefined where the user has no list of them. */
  list: (filters: Record<string, string>, stretch?: Stretch) => AnyDestination | undefined
}

/** Succeeded payments over time, compared with the period before. */
export function VolumeChart({ dashboard: { volume }, shown, currency, words, list }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const { data } = volume
  const title = t(($) => $.dashboard.charts.volume)
  const beforeName = t(($) => $.dashboard.before)
  const find = (graph: typeof data, at: string | undefined) =>
    graph?.txnVolume.find((row) => row.at === at && row.currency === currency)?.volume ?? 0
  const points = barsIn(data, shown, words).map(({ at, stretch, ...bar }, place): BarPoint => {
    const earlier = data?.compared?.bars[place]
    return {
      ...bar,
      parts: [find(data, at)],
      before: earlier === undefined || !data?.compared ? undefined : find({ ...data, ...data.compared }, earlier),
      to: list({ status: 'Success' }, stretch),
    }
  })
  const table = {
    head: [t(($) => $.dashboard.time), title, beforeName],
    rows: points.map(({ title: time, parts, before }) => [
      time,
      words.amount(parts[0] ?? 0),
      before === undefined ? '–' : words.amount(before),
    ]),
  }
  return (
    <Card title={title} {...stateOf(volume)} table={table} wide>
      <Bars
        name={title}
        points={points}
        series={[{ name: title, tone: 'first' }]}
        beforeName={beforeName}
        format={words.amount}
        brief={words.brief}
      />
    </Card>
  )
}

/** All attempts over time by state. After a failed fetch it shows the failure in place of old data. */
export function StatusChart({ dashboard: { stacks }, shown, currency, words, list }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const data = stacks.error ? undefined : stacks.data
  const title = t(($) => $.dashboard.charts.stacks)
  const rows = data?.chartData.filter((row) => row.currency === currency) ?? []
  const states = paymentStates.states.toReversed().filter((state) => rows.some(({ status }) => status === state))
  const shownStates: readonly PaymentState[] = states.length > 0 ? states : ['Success']
  const points = barsIn(data, shown, words).map(({ at, stretch, ...bar }): BarPoint => ({
    ...bar,
    parts: shownStates.map((state) => rows.find((row) => row.at === at && row.status === state)?.count ?? 0),
    to: list({}, stretch),
  }))
  const series = shownStates.map((state) => ({ name: stateWord('payment', state), tone: tones[state] }))
  const table = {
    head: [t(($) => $.dashboard.time), ...series.map(({ name }) => name)],
    rows: points.map(({ title: time, parts }) => [time, ...parts.map(words.number)]),
  }
  return (
    <Card title={title} {...stateOf(stacks)} error={stacks.error} table={table} wide>
      <Bars name={title} points={points} series={series} format={words.number} brief={words.brief} />
    </Card>
  )
}
const tones: Record<PaymentState, string> = {
  Success: 'good',
  Failed: 'bad',
  Expired: 'quiet',
  Pending: 'busy',
  Authorized: 'fifth',
  Initiated: 'open',
}

/** Three rings: attempts by state, volume by channel and by method. */
export function Pies({ dashboard: { pies }, currency, words, list }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const here = <Row extends { currency: Currency }>(rows: readonly Row[] | undefined) =>
    rows?.filter((row) => row.currency === currency) ?? []
  const byStatus = here(pies.data?.txnVolumeByStatus).map(({ status, count }) => ({
    key: status,
    name: stateWord('payment', status),
    tone: tones[status],
    value: count,
    words: words.number(count),
    to: list({ status }),
  }))
  const byChannel = here(pies.data?.txnVolumeByChannel).map((row) => ({
    key: row.channel_key,
    name: row.payment_channel_name,
    value: row.volume,
    words: words.amount(row.volume),
    to: list({ status: 'Success', channel_key: row.channel_key }),
  }))
  const byMethod = here(pies.data?.txnVolumeByMethod).map((row) => ({
    key: row.payment_method,
    name: wireWord('methods', row.payment_method),
    value: row.volume,
    words: words.amount(row.volume),
    to: list({ status: 'Success', payment_method: row.payment_method }),
  }))
  const other = t(($) => $.dashboard.other)
  const rings = [
    { name: 'status', slices: byStatus },
    { name: 'channel', slices: toned(byChannel, other, words) },
    { name: 'method', slices: toned(byMethod, other, words) },
  ] as const
  return rings.map(({ name, slices }) => {
    const title = t(($) => $.dashboard.charts[name])
    const table = {
      head: [title, t(($) => $.dashboard[name === 'status' ? 'payments' : 'amount'])],
      rows: slices.map((slice) => [slice.name, slice.words]),
    }
    return (
      <Card key={name} title={title} {...stateOf(pies)} table={table}>
        <Donut name={title} slices={slices} noData={t(($) => $.dashboard.noData)} percent={words.percent} />
      </Card>
    )
  })
}

/** The five largest slices with looks of their own, and the sum of the others. */
function toned(slices: readonly Omit<Slice, 'tone'>[], other: string, words: ChartWords): Slice[] {
  const sorted = slices.toSorted((a, b) => b.value - a.value)
  const own = ['first', 'second', 'third', 'fourth', 'fifth']
  const large = sorted.slice(0, own.length).map((slice, at) => ({ ...slice, tone: own[at] as string }))
  const rest = sorted.slice(own.length).reduce((all, { value }) => all + value, 0)
  return rest === 0
    ? large
    : [...large, { key: 'other', name: other, tone: 'other', value: rest, words: words.amount(rest) }]
}

/** Succeeded payments by hour of the week. */
export function SeasonalityChart({ dashboard: { seasonality }, currency, words }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const rows = seasonality.data?.txnSeasonality.filter((row) => row.currency === currency) ?? []
  const title = t(($) => $.dashboard.charts.seasonality)
  const days = weekdays(language)
  const value = (weekday: number, hour: number) => {
    const row = rows.find((one) => one.weekday === weekday && one.hour === hour)
    return { count: row?.count ?? 0, words: `${words.number(row?.count ?? 0)} · ${words.amount(row?.volume ?? 0)}` }
  }
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const table = {
    head: [t(($) => $.dashboard.hour), ...days.map(({ brief }) => brief)],
    rows: hours.map((hour) => [hourText(hour), ...days.map(({ weekday }) => words.number(value(weekday, hour).count))]),
  }
  return (
    <Card title={title} {...stateOf(seasonality)} table={table} wide>
      <HeatMap name={title} days={days} hour={hourText} value={value} />
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

const stateOf = (query: Dashboard[keyof Dashboard]) => ({
  ready: query.data !== undefined,
  error: query.data === undefined ? query.error : null,
  onRetry: () => void query.refetch(),
})

/** The bars with their labels and stretches of time. */
function barsIn(data: { bars: string[]; to: string } | undefined, { period }: Shown, words: ChartWords) {
  return (data?.bars ?? []).map((at, place) => {
    const stretch = { from: momentOf(at), to: momentOf(data?.bars[place + 1] ?? data?.to ?? at) }
    const title = words.title(stretch.from, stretch.to, period)
    return { at, key: at, stretch, label: words.label(stretch.from, period), title }
  })
}
const momentOf = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
