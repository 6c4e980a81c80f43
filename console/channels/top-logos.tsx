import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Importable } from './import-choice.ts'
import styles from './import.module.css'
import { ChannelLogo } from './logo.tsx'

const shown = 3

/** The logos of the first three channels, and how many more there are. */
export function TopLogos({ channels }: { channels: readonly Importable[] }): ReactNode {
  const { t } = useTranslation()
  const more = channels.length - shown
  return (
    <p className={styles['top']}>
      {channels.slice(0, shown).map(({ id, channel_key, name }) => (
        <span key={id} className={styles['one']}>
          <ChannelLogo of={channel_key} provider={name} />
          <bdi>{name}</bdi>
        </span>
      ))}
      {more > 0 && <span className={styles['more']}>{t(($) => $.channelImport.more, { count: more })}</span>}
    </p>
  )
}
