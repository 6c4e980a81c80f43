import type { ReactNode } from 'react'
import { catalogueKeyOf } from './channel-words.ts'
import styles from './channels.module.css'

interface LogoProps {
  /** The key of the catalogue or of a connection. */
  channel: string
  /** The provider's name. */
  name: string
}

/** The logo of a channel, drawn from its name: no picture of a provider is loaded. The name stands beside it. */
export const ChannelLogo = ({ channel, name }: LogoProps): ReactNode => (
  <span className={styles['logo']} data-look={lookOf(catalogueKeyOf(channel))} aria-hidden="true">
    {Array.from(name).slice(0, 2).join('')}
  </span>
)

/** A channel with its logo, and what else is said under its name. */
export const NamedChannel = ({ channel, name, provider, note }: LogoProps & { provider: string; note?: string }) => (
  <span className={styles['named']}>
    <ChannelLogo channel={channel} name={provider} />
    <span className={styles['name']}>
      <bdi>{name}</bdi>
      {note && <span className={styles['under']}>{note}</span>}
    </span>
  </span>
)

/** One of eight colours; the same for every connection of a channel. */
function lookOf(key: string): number {
  let sum = 0
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum % 8
}
