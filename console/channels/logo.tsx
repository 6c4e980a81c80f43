import type { ReactNode } from 'react'
import styles from './channels.module.css'

interface LogoProps {
  /** The provider's key in the catalogue, which gives the colour, and its name, which gives the letters. */
  of: string
  provider: string
}

/** The logo of a channel, drawn from its name: no picture of a provider is loaded. The name stands beside it. */
export const ChannelLogo = ({ of, provider }: LogoProps): ReactNode => (
  <span className={styles['logo']} data-look={lookOf(of)} aria-hidden="true">
    {Array.from(provider).slice(0, 2).join('')}
  </span>
)

/** A channel with its logo, and what else is said under its name. */
export const NamedChannel = ({ name, note, ...logo }: LogoProps & { name: string; note?: string }): ReactNode => (
  <span className={styles['named']}>
    <ChannelLogo {...logo} />
    <span className={styles['name']}>
      <bdi>{name}</bdi>
      {note && <span className={styles['under']}>{note}</span>}
    </span>
  </span>
)

/** One of eight colours; the same for every connection of a channel. */
function lookOf(key: string): number {
  let sum = 0
  for (const letter of key) sum = (sum * 17 + (letter.codePointAt(0) ?? 0)) % 997
  return sum % 8
}
