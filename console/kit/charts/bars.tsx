import { languages } from '#i18n/languages.ts'
import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import styles from './charts.module.css'
import { ticksOf } from './ticks.ts'

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
  /** The values are counts, and so are the ticks of the axis. */
  whole?: boolean
}

/**
 * A bar chart over time; each bar links to its list, and its values stand above it while it is pointed at. In
 * right-to-left languages the first bar and the scale are at the right. The chart is one tab stop; arrow keys move
 * between bars.
 */
export function Bars({ name, points, series, beforeName, format, brief, whole = false }: BarsProps): ReactNode {
  const [stop, setStop] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const plot = useRef<HTMLDivElement>(null)
  const rightToLeft = languages[useLanguage()].direction === 'rtl'
  const ticks = ticksOf(Math.max(0, ...points.flatMap(({ parts, before = 0 }) => [sum(parts), before])), whole)
  const top = ticks.at(-1) ?? 0
  const last = points.length - 1
  // After a change of period there may be fewer bars than before.
  const tabStop = Math.min(stop ?? last, last)
  const rows = (point: BarPoint) => [
    ...series.map(({ name: title, tone }, at) => ({ title, tone, value: format(point.parts[at] ?? 0) })),
    ...(beforeName && point.before !== undefined ? [{ title: beforeName, value: format(point.before) }] : []),
  ]
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setActive(null)
    const steps: Record<string, number> = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1 }
    const step = steps[event.key]
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : step === undefined ? null : tabStop + step
    if (next === null || next < 0 || next > last) return
    event.preventDefault()
    plot.current?.querySelectorAll<HTMLElement>('[data-bar]')[next]?.focus()
  }
  const every = Math.max(1, Math.ceil(points.length / 7))
  const shown = active === null ? undefined : points[active]
  return (
    <div className={styles['chart']}>
      <p className={styles['legend']} aria-hidden="true">
        <Legend series={series} {...(beforeName ? { beforeName } : {})} />
      </p>
      <div className={styles['frame']}>
        <div className={styles['scale']} aria-hidden="true">
          {ticks.toReversed().map((value) => (
            <span key={value}>{brief(value)}</span>
          ))}
        </div>
        <div
          ref={plot}
          className={styles['plot']}
          style={{ '--steps': Math.max(1, ticks.length - 1) } as CSSProperties}
          role="group"
          aria-label={name}
          onKeyDown={move}
          onMouseLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
        >
          {points.map((point, at) => (
            <Slot
              key={point.key}
              point={point}
              label={[point.title, ...rows(point).map(({ title, value }) => `${title} ${value}`)].join(', ')}
              stop={at === tabStop}
              onFocus={() => {
                setStop(at)
                setActive(at)
              }}
              onHover={() => setActive(at)}
            >
              <span className={styles['bar']} style={{ blockSize: share(sum(point.parts), top) }}>
                {point.parts.map((part, number) => (
                  <span
                    key={series[number]?.name}
                    data-look={series[number]?.tone}
                    style={{ flexGrow: part, flexBasis: 0 }}
                  />
                ))}
              </span>
              {point.before !== undefined && point.before > 0 && (
                <span className={styles['before']} style={{ insetBlockEnd: share(point.before, top) }} data-ink />
              )}
            </Slot>
          ))}
          {shown && active !== null && (
            <Readout
              title={shown.title}
              rows={rows(shown)}
              across={(rightToLeft ? points.length - active - 0.5 : active + 0.5) / points.length}
              up={Math.max(sum(shown.parts), shown.before ?? 0) / (top || 1)}
            />
          )}
        </div>
        <div className={styles['axis']} data-each={every === 1 || undefined} aria-hidden="true">
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

interface ReadoutProps {
  title: string
  rows: readonly { title: string; value: string; tone?: string }[]
  /** The place in the plot as fractions, from the left and from the bottom. */
  across: number
  up: number
}
/** The values of what is pointed at, beside it; for eyes only, as each bar has a name for others. */
export function Readout({ title, rows, across, up }: ReadoutProps): ReactNode {
  return (
    <div
      className={styles['readout']}
      aria-hidden="true"
      style={{ '--across': `${100 * across}%`, '--up': `${100 * up}%` } as CSSProperties}
    >
      <bdi className={styles['readoutTitle']}>{title}</bdi>
      {rows.map((row) => (
        <span key={row.title} className={styles['readoutRow']}>
          {row.tone && <span className={styles['swatch']} data-look={row.tone} />}
          <bdi>{row.title}</bdi>
          <bdi dir="ltr">{row.value}</bdi>
        </span>
      ))}
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
export function Legend({ series, beforeName }: { series: readonly Series[]; beforeName?: string }): ReactNode {
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
          <span className={styles['beforeSwatch']} data-ink />
          {beforeName}
        </span>
      )}
    </>
  )
}

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0)
const share = (value: number, top: number) => `${top === 0 ? 0 : (100 * value) / top}%`
