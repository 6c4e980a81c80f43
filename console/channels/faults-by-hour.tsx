import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelHealth } from '#contract/channel-health.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import styles from './channels.module.css'

type Way = ChannelHealth['ways'][number]

/** The last 24 hours as bars: the payments of each hour, and those that failed by the provider's fault at its foot. */
export function FaultsByHour({ hours, day: { tries, failed } }: Pick<Way, 'hours' | 'day'>): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  if (tries === 0) return <Nothing />
  const most = Math.max(...hours.map((hour) => hour.tries))
  const counts = { failed: numberText(failed, language), tries: numberText(tries, language) }
  return (
    <span className={styles['hours']} role="img" aria-label={t(($) => $.channelHealth.chart, counts)}>
      {hours.map((hour, at) => (
        <span key={at} className={styles['hour']}>
          <span style={{ blockSize: share(hour.tries - hour.failed, most) }} />
          <span data-failed style={{ blockSize: share(hour.failed, most) }} />
        </span>
      ))}
    </span>
  )
}

const share = (value: number, most: number): string => `${(100 * value) / most}%`
