import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from './rows.module.css'

/** A bar that lies: its name, its part of the longest, its value in words and what is said under it. */
export interface LyingBar {
  key: string
  name: string
  value: number
  words: string
  /** Where the bar begins, in the unit of its value; 0 by default. */
  from?: number
  note?: ReactNode
  to?: AnyDestination | undefined
}

/** Bars below each other, the longest as wide as the card. Without any it is one grey bar 'No data'. */
export function LyingBars({ bars }: { bars: readonly LyingBar[] }): ReactNode {
  const { t } = useTranslation()
  const most = Math.max(0, ...bars.map(({ value }) => value))
  if (bars.length === 0) return <p className={styles['none']}>{t(($) => $.dashboard.noData)}</p>
  return (
    <ul className={styles['rows']}>
      {bars.map(({ key, name, value, words, from = 0, note, to }) => (
        <li key={key}>
          <div className={styles['head']}>
            <bdi className={styles['name']}>
              {to ? <ScreenLink {...(to as { to: 'dashboard' })}>{name}</ScreenLink> : name}
            </bdi>
            <bdi dir="ltr" className={styles['value']}>
              {words}
            </bdi>
          </div>
          <span className={styles['track']} aria-hidden="true">
            <span
              className={styles['fill']}
              style={{ marginInlineStart: part(from, most), inlineSize: part(value, most) }}
            />
          </span>
          {note && <span className={styles['note']}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}
const part = (value: number, most: number) => `${most === 0 ? 0 : (100 * value) / most}%`
