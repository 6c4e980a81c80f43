import { languages } from '#i18n/languages.ts'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './charts.module.css'

/** One bar: its axis label, its full name, and its parts from the bottom up. */
export interface BarPoint {
  key: string
  label: string
  title: string
  parts: readonly number[]
  /** The value of the compared period. */
  before?: number | undefined
  to?: AnyDestination | undefined
}
export interface Series {
  name: string
  /** The look in `charts.module.css`: `good`, `bad` …, each with a pattern of its own. */
  tone: string
}
interface BarsProps {
  name: string
  points: readonly BarPoint[]
  series: readonly Series[]
  /** The name of the compared values. */
  beforeName?: string
  format: (value: number) => string
  /** A short form for the axis. */
  brief: (value: number) => string
}

/**
 * A bar chart over time; each bar links to its list. In right-to-left languages the first bar and the scale are at
 * the right. The chart is one tab stop; arrow keys move between bars.
 */
export function Bars({ name, points, series, beforeName, format, brief }: BarsProps): ReactNode {
  const [focused, setFocused] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const plot = useRef<HTMLDivElement>(null)
  const rightToLeft = languages[useLanguage()].direction === 'rtl'
  const top = niceTop(Math.max(0, ...points.flatMap(({ parts, before = 0 }) => [sum(parts), before])))
  const active = points[hovered ?? focused ?? -1]
  const words = (point: BarPoint) => [
    ...series.map((one, at) => `${one.name} ${format(point.parts[at] ?? 0)}`),
    ...(beforeName && point.before !== undefined ? [`${beforeName} ${format(point.before)}`] : []),
  ]
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1 }
    const step = steps[event.key]
    const last = points.length - 1
    const from = focused ?? last
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? null : from + step
    if (next === null || next < 0 || next > last) return
    event.preventDefault()
    plot.current?.querySelectorAll<HTMLElement>('[data-bar]')[next]?.focus()
  }
  const every = Math.max(1, Math.ceil(points.length / 7))
  return (
    <div className={styles['chart']}>
      <p className={styles['readout']} aria-hidden="true">
        {active ? (
          <>
            <bdi>{active.title}</bdi>
            {words(active).map((word) => (
              <bdi key={word}>{word}</bdi>
            ))}
          </>
        ) : (
          <Legend series={series} {...(beforeName ? { beforeName } : {})} />
        )}
      </p>
      <div className={styles['frame']}>
        <div className={styles['scale']} aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{brief(value)}</span>
          ))}
        </div>
        <div
          ref={plot}
          className={styles['plot']}
          role="group"
          aria-label={name}
          onKeyDown={move}
          onMouseLeave={() => setHovered(null)}
        >
          {points.map((point, at) => (
            <Slot
              key={point.key}
              point={point}
              label={[point.title, ...words(point)].join(', ')}
              stop={at === (focused ?? points.length - 1)}
              onFocus={() => setFocused(at)}
              onHover={() => setHovered(at)}
            >
              {point.before !== undefined && point.before > 0 && (
                <span className={styles['before']} style={{ blockSize: share(point.before, top) }} />
              )}
              <span className={styles['bar']} style={{ blockSize: share(sum(point.parts), top) }}>
                {point.parts.map((part, number) => (
                  <span
                    key={series[number]?.name}
                    data-look={series[number]?.tone}
                    style={{ flexGrow: part, flexBasis: 0 }}
                  />
                ))}
              </span>
            </Slot>
          ))}
        </div>
        <div className={styles['axis']} aria-hidden="true">
          {points.map((point, at) => (
            <span key={point.key}>
              {at % every === 0 && <bdi data-more={(at / every) % 2 === 1 || undefined}>{point.label}</bdi>}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

function Slot(props: {
  point: BarPoint
  label: string
  stop: boolean
  onFocus: () => void
  onHover: () => void
  children: ReactNode
}): ReactNode {
  const { point, label, stop, onFocus, onHover, children } = props
  const shared = {
    className: styles['slot'],
    'data-bar': true,
    'aria-label': label,
    tabIndex: stop ? 0 : -1,
    onFocus,
    onMouseEnter: onHover,
  }
  if (!point.to)
    return (
      <span role="img" {...shared}>
        {children}
      </span>
    )
  return (
    <ScreenLink {...(point.to as { to: 'dashboard' })} {...shared}>
      {children}
    </ScreenLink>
  )
}

/** The legend of the looks. */
function Legend({ series, beforeName }: { series: readonly Series[]; beforeName?: string }): ReactNode {
  return (
    <>
      {series.map(({ name, tone }) => (
        <span key={name} className={styles['key']}>
          <span className={styles['swatch']} data-look={tone} />
          {name}
        </span>
      ))}
      {beforeName && (
        <span className={styles['key']}>
          <span className={styles['beforeSwatch']} />
          {beforeName}
        </span>
      )}
    </>
  )
}

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)
const share = (value: number, top: number) => `${top === 0 ? 0 : (100 * value) / top}%`

/** The top of the scale: the next round number whose half is round too. */
export function niceTop(value: number): number {
  if (value <= 0) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10)
}
