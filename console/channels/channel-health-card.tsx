import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelHealth } from '#contract/channel-health.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Nothing, timeWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { wayWords } from './channel-words.ts'
import { numberText, percentWords } from '#console/kit/i18n/names.ts'
import styles from './channels.module.css'
import { FaultsByHour } from './faults-by-hour.tsx'
import { NamedChannel } from './logo.tsx'
import { BeginRest, EndRest } from './rest-dialogues.tsx'

type Way = ChannelHealth['ways'][number]
interface ChannelHealthCardProps {
  channel: ChannelHealth
  /** The provider's own name. */
  provider: string
}

/** One channel: its state, its tries in each way to pay, and the two acts by hand. */
export function ChannelHealthCard({ channel, provider }: ChannelHealthCardProps): ReactNode {
  const { t } = useTranslation()
  const { key, name, health } = channel
  const shown = channel.ways.filter(({ day, rest }) => day.tries > 0 || rest !== null)
  const quiet = channel.ways.length - shown.length
  return (
    <section className={styles['health']} data-card aria-labelledby={`health-${key}`}>
      <div className={styles['healthHead']}>
        <div>
          <h2 id={`health-${key}`}>
            <NamedChannel of={channel.catalogue_key} name={name} provider={provider} />
          </h2>
          <p className={styles['healthCheck']}>
            <LastCheck of={channel} />
          </p>
        </div>
        <Status of="channelHealth" state={health} />
        <Acts channel={channel} />
      </div>
      {health === 'refused' && <Refused channel={channel} provider={provider} />}
      {shown.length > 0 && <Ways ways={shown} />}
      {quiet > 0 || shown.length === 0 ? (
        <p className={styles['quiet']}>
          {channel.ways.length === 0
            ? t(($) => $.channelHealth.noWays)
            : shown.length === 0
              ? t(($) => $.channelHealth.idle)
              : t(($) => $.channelHealth.quiet, { count: quiet })}
        </p>
      ) : null}
    </section>
  )
}

function LastCheck({ of: { checked_at: at } }: { of: ChannelHealth }): ReactNode {
  const { t } = useTranslation()
  const time = useMoment()
  return at ? t(($) => $.channelHealth.lastCheck, { time: time(at) }) : t(($) => $.channelHealth.neverChecked)
}

/** The two acts by hand. A channel that takes no payments, or whose credentials are refused, has no rest to begin. */
function Acts({ channel }: { channel: ChannelHealth }): ReactNode {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'begin' | 'end' | null>(null)
  const { name, health } = channel
  const mayBegin = health !== 'none' && health !== 'refused' && channel.ways.length > 0
  const mayEnd = channel.ways.some(({ rest }) => rest !== null)
  const close = () => setOpen(null)
  if (!mayBegin && !mayEnd) return null
  return (
    <Offered rule="paymentChannels">
      <span className={styles['healthActs']}>
        {mayEnd && (
          <Button
            size="xs"
            variant="default"
            aria-label={t(($) => $.channelHealth.endThis, { name })}
            onClick={() => setOpen('end')}
          >
            {t(($) => $.channelHealth.end)}
          </Button>
        )}
        {mayBegin && (
          <Button
            size="xs"
            variant="default"
            aria-label={t(($) => $.channelHealth.restThis, { name })}
            onClick={() => setOpen('begin')}
          >
            {t(($) => $.channelHealth.rest)}
          </Button>
        )}
      </span>
      {open === 'begin' && <BeginRest channel={channel} onClose={close} />}
      {open === 'end' && <EndRest channel={channel} onClose={close} />}
    </Offered>
  )
}

function Refused({ channel, provider }: ChannelHealthCardProps): ReactNode {
  const { t } = useTranslation()
  const name = isolated(provider)
  return (
    <Notice title={t(($) => $.channelHealth.refused, { name })}>
      {channel.provider_text && (
        <p>{t(($) => $.payChannels.providerSays, { name, text: isolated(channel.provider_text) })}</p>
      )}
      <p>
        <ScreenLink to="paymentChannel" search={{ channel: channel.key }}>
          {t(($) => $.channelHealth.openChannel)}
        </ScreenLink>
      </p>
    </Notice>
  )
}

function Ways({ ways }: { ways: readonly Way[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <SmallTable
      rows={ways}
      rowKey={({ type, sub_type }) => `${type} ${sub_type}`}
      nothing={t(($) => $.channelHealth.noWays)}
      columns={[
        { name: 'payment_method', kind: 'text', cell: (way) => wayWords(way) },
        { name: 'status', kind: 'status', cell: (way) => <WayState way={way} /> },
        { name: 'five_minutes', kind: 'text', cell: ({ five_minutes: tries }) => <Share of={tries} /> },
        { name: 'last_hour', kind: 'text', cell: ({ hour }) => <Share of={hour} /> },
        { name: 'last_day', kind: 'text', cell: ({ day }) => <Share of={day} /> },
        { name: 'by_hour', kind: 'text', cell: ({ hours, day }) => <FaultsByHour hours={hours} day={day} /> },
      ]}
    />
  )
}

/** The state of a way; of a rest its end, and who wanted it and why. */
function WayState({ way: { health, rest } }: { way: Way }): ReactNode {
  const { t } = useTranslation()
  const time = useMoment()
  const under =
    health === 'trying'
      ? t(($) => $.channelHealth.tryingNow)
      : rest && health === 'resting' && t(($) => $.channelHealth.until, { time: time(rest.until) })
  return (
    <span className={styles['wayState']}>
      <Status of="channelHealth" state={health} />
      {under && <span className={styles['under']}>{under}</span>}
      {rest?.cause === 'person' && (
        <span className={styles['why']}>
          {t(($) => $.channelHealth.by, { actor: isolated(rest.actor), reason: isolated(rest.reason) })}
        </span>
      )}
    </span>
  )
}

/** The share of payments that failed by the provider's fault, with both numbers. */
function Share({ of: { tries, failed } }: { of: Way['day'] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (tries === 0) return <Nothing />
  const counts = { failed: numberText(failed, language), tries: numberText(tries, language) }
  return (
    <span data-bad={failed * 2 >= tries || undefined} className={styles['share']}>
      {percentWords(Math.round((1_000 * failed) / tries) / 1_000, language)}{' '}
      <span className={styles['count']}>({t(($) => $.channelHealth.share, counts)})</span>
    </span>
  )
}

/** A function that words a moment in the shown time zone. */
function useMoment(): (at: string) => string {
  const language = useLanguage()
  const timeZone = useTimeZone()
  return (at) => isolated(timeWords(at, { language, timeZone, short: true }))
}
