import { useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Readout } from '#console/kit/charts/bars.tsx'
import styles from '#console/kit/charts/charts.module.css'

interface HeatMapProps {
  name: string
  /** The days of the week in the language's order; day 1 is Monday. */
  days: readonly { weekday: number; name: string; brief: string }[]
  hour: (hour: number) => string
  /** The number of an hour, and its texts: number and amount. */
  value: (weekday: number, hour: number) => { count: number; words: readonly [count: string, amount: string] }
  number: (value: number) => string
}

/**
 * A heat map of hours by days of the week, as an accessible table. The values of an hour stand beside it while it is pointed
 * at.
 */
export function HeatMap({ name, days, hour, value, number }: HeatMapProps): ReactNode {
  const { t } = useTranslation()
  const [pointed, setPointed] = useState<{ weekday: number; at: number; across: number; up: number } | null>(null)
  const most = Math.max(0, ...days.flatMap(({ weekday }) => hours.map((at) => value(weekday, at).count)))
  const point = (weekday: number, at: number) => (event: MouseEvent<HTMLElement>) => {
    const { offsetLeft, offsetTop, offsetWidth } = event.currentTarget
    const table = event.currentTarget.closest('table') as HTMLElement
    const across = (offsetLeft + offsetWidth / 2) / table.offsetWidth
    setPointed({ weekday, at, across, up: 1 - offsetTop / table.offsetHeight })
  }
  const [count, amount] = pointed ? value(pointed.weekday, pointed.at).words : ['', '']
  return (
    <div className={styles['chart']}>
      <div className={styles['heatFrame']} onMouseLeave={() => setPointed(null)}>
        <table className={styles['heat']} aria-label={name}>
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
                  const { count: payments } = value(day.weekday, at)
                  return (
                    <td
                      key={at}
                      data-ink
                      style={heat(most === 0 ? 0 : payments / most)}
                      onMouseEnter={point(day.weekday, at)}
                    >
                      <span className="visually-hidden">{payments}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {pointed && (
          <Readout
            title={`${days.find(({ weekday }) => weekday === pointed.weekday)?.name ?? ''}, ${hour(pointed.at)}`}
            rows={[
              { title: t(($) => $.dashboard.tiles.count), value: count },
              { title: t(($) => $.dashboard.tiles.volume), value: amount },
            ]}
            across={pointed.across}
            up={pointed.up}
          />
        )}
      </div>
      {most > 0 && (
        <p className={styles['heatScale']}>
          {t(($) => $.dashboard.heatScale)} <bdi>{number(0)}</bdi>
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <span key={part} className={styles['heatStep']} data-ink style={heat(part)} />
          ))}
          <bdi>{number(most)}</bdi>
        </p>
      )}
    </div>
  )
}
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** The strength of the colour for a part of the largest value; the least of all stands out from nothing. */
const heat = (part: number) => ({ '--heat': `${part === 0 ? 0 : Math.round(12 + 88 * part)}%` }) as CSSProperties
