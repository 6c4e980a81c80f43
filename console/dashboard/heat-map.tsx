import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './charts.module.css'

interface HeatMapProps {
  name: string
  /** The days of the week in the language's order; day 1 is Monday. */
  days: readonly { weekday: number; name: string; brief: string }[]
  hour: (hour: number) => string
  value: (weekday: number, hour: number) => { count: number; words: string }
}

/** A heat map of hours by days of the week, as an accessible table. */
export function HeatMap({ name, days, hour, value }: HeatMapProps): ReactNode {
  const { t } = useTranslation()
  const [readout, setReadout] = useState('')
  const most = Math.max(1, ...days.flatMap(({ weekday }) => hours.map((at) => value(weekday, at).count)))
  return (
    <div className={styles['chart']}>
      <p className={styles['readout']} aria-hidden="true">
        <bdi>{readout || t(($) => $.dashboard.seasonalityHint)}</bdi>
      </p>
      <table className={styles['heat']} aria-label={name} onMouseLeave={() => setReadout('')}>
        <thead>
          <tr>
            <td />
            {hours.map((at) => (
              <th key={at} scope="col">
                <span className={at % 3 === 0 ? undefined : 'visually-hidden'}>{hour(at)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.weekday}>
              <th scope="row">{day.brief}</th>
              {hours.map((at) => {
                const { count, words } = value(day.weekday, at)
                return (
                  <td
                    key={at}
                    style={{ '--heat': `${count === 0 ? 0 : Math.round(12 + (88 * count) / most)}%` } as object}
                    onMouseEnter={() => setReadout(`${day.name}, ${hour(at)}: ${words}`)}
                  >
                    <span className="visually-hidden">{count}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
const hours = Array.from({ length: 24 }, (_, hour) => hour)
