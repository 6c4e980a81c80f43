import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { restStates, type RestState } from '#contract/channel-shapes.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { Card } from '#console/kit/charts/card.tsx'
import { Strips } from '#console/kit/charts/strips.tsx'
import { stateWord } from '#console/kit/i18n/words.ts'
import styles from '../dashboard.module.css'
import { momentOf } from '#contract/kit/text-forms.ts'
import type { ChartWords } from '../words.ts'
import type { LastHour } from './minutes-card.tsx'

const looks = { none: 'none', working: 'good', trying: 'busy', resting: 'bad' } as const satisfies Record<
  RestState,
  string
>

/** How each channel was in the last 24 hours, as its rests tell; its state of this moment stands beside its name. */
export function ChannelsDay({ channels, words }: Pick<LastHour, 'channels'> & { words: ChartWords }): ReactNode {
  const { t } = useTranslation()
  const mayOpen = allowed('paymentChannels', accessOf(useUser()))
  const title = t(($) => $.monitoring.day)
  const all = channels.flatMap(({ day, ...channel }) => {
    const stretches = day.map(({ from, to, state }) => ({ state, from: momentOf(from), to: momentOf(to) }))
    return stretches.length > 0 ? [{ ...channel, stretches }] : []
  })
  const table = {
    head: [
      title,
      t(($) => $.monitoring.health),
      t(($) => $.monitoring.from),
      t(($) => $.monitoring.to),
      t(($) => $.monitoring.lasts),
    ],
    rows: all.flatMap(({ channel_key: key, payment_channel_name: name, stretches }) =>
      stretches.map(({ state, from, to }) => ({
        key: `${key} ${from.getTime()}`,
        cells: [name, wordOf(state), words.moment(from), words.moment(to), words.duration(secondsOf({ from, to }))],
      })),
    ),
  }
  const strips = all.map(({ channel_key: key, payment_channel_name: name, health, stretches }) => ({
    key,
    name,
    now: wordOf(health),
    note: restStates
      .flatMap((state) => {
        const seconds = stretches.filter((one) => one.state === state).reduce((sum, one) => sum + secondsOf(one), 0)
        return seconds > 0
          ? [t(($) => $.monitoring.stateFor, { state: wordOf(state), time: words.duration(seconds) })]
          : []
      })
      .join(' · '),
    to: mayOpen ? ({ to: 'paymentChannels', search: { tab: 'health' } } as const) : undefined,
    parts: stretches.map((one) => ({
      key: String(one.from.getTime()),
      look: looks[one.state],
      weight: secondsOf(one),
    })),
  }))
  const legend = restStates.map((state) => ({ tone: looks[state], name: wordOf(state) }))
  const [first, last] = [all[0]?.stretches[0], all[0]?.stretches.at(-1)]
  return (
    <Card title={title} ready waiting={false} error={null} onRetry={() => {}} table={table} size="row">
      {first && last && <p className={styles['range']}>{words.days({ from: first.from, to: last.to })}</p>}
      <Strips strips={strips} legend={legend} />
    </Card>
  )
}

const wordOf = (state: string) => stateWord('channelHealth', state)
const secondsOf = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 1_000
