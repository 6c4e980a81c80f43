import { useId, type ReactNode } from 'react'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from '#console/kit/charts/charts.module.css'

export interface Slice {
  key: string
  name: string
  tone: string
  value: number
  /** The value as text. */
  words: string
  /** Its part of the whole as a fraction; null for one that is not counted there. */
  share: number | null
  to?: AnyDestination | undefined
}

/** A ring with its total in the hole, and its slices and values beside it. Without data it is one grey slice 'No data'. */
export function Donut({
  name,
  slices,
  total,
  noData,
  percent,
}: {
  name: string
  slices: readonly Slice[]
  total: { words: string; unit: string }
  noData: string
  percent: (part: number) => string
}): ReactNode {
  const id = useId()
  const whole = slices.reduce((all, { value }) => all + value, 0)
  const shown =
    whole > 0
      ? slices.filter(({ value }) => value > 0)
      : [{ key: '', name: noData, tone: 'none', value: 1, words: '', share: null }]
  let begun = 0
  const arcs = shown.map((slice) => {
    const from = begun
    begun += slice.value / (whole || 1)
    return { slice, d: arc(from, begun) }
  })
  const said = shown.map((slice) => [slice.name, slice.words].filter(Boolean).join(' ')).join(', ')
  return (
    <div className={styles['donut']}>
      <div className={styles['ring']}>
        <svg viewBox="0 0 100 100" role="img" aria-label={`${name}: ${said}`}>
          <Patterns id={id} tones={[...new Set(shown.map(({ tone }) => tone))]} />
          {arcs.map(({ slice, d }) => (
            <g key={slice.key}>
              <path d={d} data-look={slice.tone} fillRule="evenodd" />
              <path
                d={d}
                fill={`url(#${id}${slice.tone})`}
                stroke="var(--mantine-color-body)"
                strokeWidth="1"
                fillRule="evenodd"
              />
            </g>
          ))}
        </svg>
        {whole > 0 && (
          <p className={styles['hole']} aria-hidden="true">
            <bdi dir="ltr">{total.words}</bdi>
            <bdi>{total.unit}</bdi>
          </p>
        )}
      </div>
      <ul className={styles['slices']}>
        {shown.map((slice) => (
          <li key={slice.key}>
            <span className={styles['swatch']} data-look={slice.tone} aria-hidden="true" />
            {'to' in slice && slice.to ? (
              <ScreenLink {...(slice.to as { to: 'dashboard' })}>
                <bdi>{slice.name}</bdi>
              </ScreenLink>
            ) : (
              <bdi>{slice.name}</bdi>
            )}
            {slice.words && (
              <>
                <bdi dir="ltr" className={styles['sliceValue']}>
                  {slice.words}
                </bdi>
                <bdi dir="ltr" className={styles['sliceShare']}>
                  {slice.share === null ? '–' : percent(slice.share)}
                </bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The SVG path of a ring's segment between two fractions, clockwise from the top. */
function arc(from: number, to: number): string {
  if (to - from > 0.99999) return 'M50 2A48 48 0 1 1 49.99 2ZM50 17A33 33 0 1 0 50.01 17Z'
  const at = (part: number, radius: number) => {
    const angle = 2 * Math.PI * part - Math.PI / 2
    return `${(50 + radius * Math.cos(angle)).toFixed(3)} ${(50 + radius * Math.sin(angle)).toFixed(3)}`
  }
  const large = to - from > 0.5 ? 1 : 0
  return `M${at(from, 48)}A48 48 0 ${large} 1 ${at(to, 48)}L${at(to, 33)}A33 33 0 ${large} 0 ${at(from, 33)}Z`
}

/** The marks of the swatches, so that slices differ by more than colour. */
const marks: Record<string, string> = {
  bad: 'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  quiet: 'M3 3h.01',
  busy: 'M0 3h6',
  open: 'M3 0v6',
  second: 'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  third: 'M3 3h.01',
  fourth: 'M0 3h6',
  fifth: 'M3 0v6',
  other: 'M0 0L6 6M-1 5L1 7M5 -1L7 1',
}
function Patterns({ id, tones }: { id: string; tones: readonly string[] }): ReactNode {
  return (
    <defs>
      {tones.map((tone) => (
        <pattern key={tone} id={`${id}${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
          {marks[tone] && <path d={marks[tone]} className={styles['mark']} />}
        </pattern>
      ))}
    </defs>
  )
}
