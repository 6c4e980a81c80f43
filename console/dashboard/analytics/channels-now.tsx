import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { stateWord } from '#console/kit/i18n/words.ts'
import styles from '../dashboard.module.css'
import type { HourProps, LastHour } from './minutes-card.tsx'

/** Each channel in the last hour: its state, its attempts and how fast they are paid. */
export function ChannelsNow({ channels, words, list }: HourProps & Pick<LastHour, 'channels'>): ReactNode {
  const { t } = useTranslation()
  const title = t(($) => $.monitoring.channels)
  const within = (seconds: number | null) => (seconds === null ? '–' : words.duration(seconds))
  const table = {
    head: [
      title,
      t(($) => $.monitoring.health),
      t(($) => $.analytics.attempts),
      t(($) => $.analytics.paid),
      t(($) => $.monitoring.open),
      t(($) => $.monitoring.unpaid),
      t(($) => $.monitoring.faults),
      t(($) => $.monitoring.halfPaidIn),
      t(($) => $.monitoring.mostPaidIn),
      t(($) => $.monitoring.callbacks),
      t(($) => $.monitoring.halfCalledBackIn),
      t(($) => $.monitoring.mostCalledBackIn),
    ],
    rows: channels.map((row) => ({
      key: row.channel_key,
      cells: [
        channelWord(row.channel_key, row.payment_channel_name),
        stateWord('channelHealth', row.health),
        ...[row.attempts, row.paid, row.open, row.unpaid, row.provider_faults].map(words.number),
        within(row.half_paid_in),
        within(row.most_paid_in),
        words.number(row.callbacks),
        within(row.half_called_back_in),
        within(row.most_called_back_in),
      ],
    })),
  }
  const bars = channels.map((row) => ({
    key: row.channel_key,
    name: channelWord(row.channel_key, row.payment_channel_name),
    value: row.attempts,
    words: words.number(row.attempts),
    note: [
      stateWord('channelHealth', row.health),
      t(($) => $.analytics.attemptsAndPaid, {
        attempts: isolatedLtr(words.number(row.attempts)),
        paid: isolatedLtr(words.number(row.paid)),
      }),
      ...(row.half_paid_in === null
        ? []
        : [t(($) => $.monitoring.paidIn, { half: within(row.half_paid_in), most: within(row.most_paid_in) })]),
      ...(row.callbacks === 0
        ? []
        : [
            t(($) => $.monitoring.calledBackIn, {
              half: within(row.half_called_back_in),
              most: within(row.most_called_back_in),
            }),
          ]),
    ].join(' · '),
    to: list({ channel_key: row.channel_key }),
  }))
  return (
    <Card title={title} ready waiting={false} error={null} onRetry={() => {}} table={table} size="row">
      <LyingBars bars={bars} />
      {channels.some(({ callbacks }) => callbacks > 0) && (
        <p className={styles['range']}>{t(($) => $.monitoring.callbackMeaning)}</p>
      )}
    </Card>
  )
}
