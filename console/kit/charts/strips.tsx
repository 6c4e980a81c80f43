import type { ReactNode } from 'react'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { Legend } from './bars.tsx'
import charts from './charts.module.css'
import rows from './rows.module.css'
import styles from './strips.module.css'

/** One thing over time: its name, its states one after the other, and what is said of them. */
export interface Strip {
  key: string
  name: string
  /** At the end of the name's line. */
  now: string
  note: string
  to?: AnyDestination | undefined
  parts: readonly { key: string; look: string; weight: number }[]
}
interface StripsProps {
  strips: readonly Strip[]
  /** The looks of the parts with their meanings. */
  legend: readonly { tone: string; name: string }[]
}

/** Strips below each other, each of the same time. A state is told by its colour and its height. */
export function Strips({ strips, legend }: StripsProps): ReactNode {
  return (
    <>
      <ul className={rows['rows']}>
        {strips.map(({ key, name, now, note, to, parts }) => (
          <li key={key}>
            <div className={rows['head']}>
              <bdi className={rows['name']}>
                {to ? <ScreenLink {...(to as { to: 'dashboard' })}>{name}</ScreenLink> : name}
              </bdi>
              <bdi>{now}</bdi>
            </div>
            <span className={styles['strip']} role="img" aria-label={`${name}: ${note}`}>
              {parts.map(({ key: part, look, weight }) => (
                <span key={part} data-look={look} style={{ flexGrow: weight }} />
              ))}
            </span>
            <span className={rows['note']}>{note}</span>
          </li>
        ))}
      </ul>
      <div className={charts['legend']}>
        <Legend series={legend} />
      </div>
    </>
  )
}
