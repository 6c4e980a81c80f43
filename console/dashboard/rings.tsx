import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { endedStates, type PaymentState } from '#contract/payment-states.ts'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { tones, type ChartProps } from './chart.ts'
import { Donut } from './donut.tsx'
import { toned } from './toned.ts'

/** Three rings: attempts by state, volume by channel and by method. */
export function Rings({ dashboard: { pies }, currency, words, list }: ChartProps): ReactNode {
  const { t } = useTranslation()
  const here = <Row extends { currency: Currency }>(rows: readonly Row[] | undefined) =>
    rows?.filter((row) => row.currency === currency) ?? []
  const states = here(pies.data?.txnVolumeByStatus)
  const hasEnded = (status: PaymentState) => (endedStates as readonly PaymentState[]).includes(status)
  const allEnded = states.reduce((all, { status, count }) => all + (hasEnded(status) ? count : 0), 0)
  const byStatus = states.map(({ status, count }) => ({
    key: status,
    name: stateWord('payment', status),
    tone: tones[status],
    value: count,
    words: words.number(count),
    // As the success rate: of those that have ended.
    share: hasEnded(status) ? count / allEnded : null,
    to: list({ status }),
  }))
  const byChannel = here(pies.data?.txnVolumeByChannel).map((row) => ({
    key: row.channel_key,
    name: channelWord(row.channel_key, row.payment_channel_name),
    value: row.volume,
    to: list({ status: 'Success', channel_key: row.channel_key }),
  }))
  const byMethod = here(pies.data?.txnVolumeByMethod).map((row) => ({
    key: row.payment_method,
    name: wireWord('methods', row.payment_method),
    value: row.volume,
    to: list({ status: 'Success', payment_method: row.payment_method }),
  }))
  const other = t(($) => $.dashboard.other)
  const rings = [
    { name: 'status', slices: byStatus, unit: t(($) => $.dashboard.total) },
    { name: 'channel', slices: toned(byChannel, other, words), unit: currency },
    { name: 'method', slices: toned(byMethod, other, words), unit: currency },
  ] as const
  return rings.map(({ name, slices, unit }) => {
    const title = t(($) => $.dashboard.charts[name])
    const value = t(($) => $.dashboard[name === 'status' ? 'payments' : 'amount'])
    const table = {
      head: [title, value, t(($) => $.dashboard.share)],
      rows: slices.map(({ key, share, ...slice }) => ({
        key,
        cells: [slice.name, slice.words, share === null ? '–' : words.percent(share)],
      })),
    }
    const total = slices.reduce((all, slice) => all + slice.value, 0)
    return (
      <Card key={name} title={title} {...answerOf(pies)} table={table} size="third">
        <Donut
          name={title}
          slices={slices}
          total={{ words: name === 'status' && total < 100_000 ? words.number(total) : words.brief(total), unit }}
          noData={t(($) => $.dashboard.noData)}
          percent={words.percent}
        />
      </Card>
    )
  })
}
