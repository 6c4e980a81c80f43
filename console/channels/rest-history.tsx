import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelHealth, RestEvent } from '#contract/channel-health.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Time, timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { fewWords, wayWords } from './channel-words.ts'
import { together } from './rests-together.ts'

interface RestHistoryProps {
  events: readonly RestEvent[]
  channels: readonly ChannelHealth[]
}

/** The rests that began and ended, each with its reason: by itself, or by whom and why. */
export function RestHistory({ events, channels }: RestHistoryProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const what = ({ until }: RestEvent) =>
    until === null
      ? t(($) => $.channelHealth.ended)
      : t(($) => $.channelHealth.begun, { time: isolated(timeWords(until, { language, timeZone, short: true })) })
  return (
    <Section title={t(($) => $.channelHealth.history)}>
      <SmallTable
        rows={together(events)}
        rowKey={([first]) => `${first.at} ${first.channel_key} ${first.type} ${first.sub_type} ${first.event}`}
        nothing={t(($) => $.channelHealth.noHistory)}
        columns={[
          { name: 'at', kind: 'time', cell: ([{ at }]) => <Time at={at} short /> },
          {
            name: 'channel',
            kind: 'text',
            place: 'head',
            cell: ([{ channel_key: of }]) => <bdi>{channels.find(({ key }) => key === of)?.name ?? of}</bdi>,
          },
          { name: 'payment_method', kind: 'text', cell: (alike) => fewWords(alike.map(wayWords)) },
          { name: 'rest', kind: 'text', cell: ([first]) => what(first) },
          { name: 'why', kind: 'text', cell: ([first]) => <Why event={first} /> },
        ]}
      />
    </Section>
  )
}

function Why({ event: { event, cause, actor, reason, tries, failed } }: { event: RestEvent }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (cause === 'person') return t(($) => $.channelHealth.by, { actor: isolated(actor), reason: isolated(reason) })
  if (event === 'ended') return t(($) => $.channelHealth.why.works)
  if (cause === 'try') return t(($) => $.channelHealth.why.triedAgain)
  const counts = { failed: numberText(failed, language), tries: numberText(tries, language) }
  return t(($) => $.channelHealth.why.faults, counts)
}
