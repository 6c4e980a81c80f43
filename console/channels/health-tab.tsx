import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readChannelHealth } from '#contract/channel-health.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ChannelHealthCard } from './channel-health-card.tsx'
import styles from './channels.module.css'
import { FirstChannel } from './first-channel.tsx'
import { RestHistory } from './rest-history.tsx'
import type { Entry } from './use-channels.ts'

/** How the channels for payments work at this moment, and what rests began and ended. */
export function HealthTab({ catalogue }: { catalogue: readonly Entry[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const timeZone = useTimeZone()
  const health = useCall(readChannelHealth, { query: {} }, { everyMs: 15_000 })
  if (!health.data) return <Unanswered query={health} lines={8} />
  const { channels, events, since } = health.data
  if (channels.length === 0) return <FirstChannel />
  return (
    <>
      <p className={styles['hint']}>
        {t(($) => $.channelHealth.text)}{' '}
        {t(($) => $.channelHealth.since, { time: isolated(timeWords(since, { language, timeZone, short: true })) })}
      </p>
      {channels.map((channel) => (
        <ChannelHealthCard
          key={channel.key}
          channel={channel}
          provider={catalogue.find(({ key }) => key === channel.catalogue_key)?.name ?? channel.name}
        />
      ))}
      <RestHistory events={events} channels={channels} />
    </>
  )
}
