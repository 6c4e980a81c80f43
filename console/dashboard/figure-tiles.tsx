import { Skeleton } from '@mantine/core'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from './dashboard.module.css'
import { changeWords, type ChartWords } from './words.ts'

/** Tiles beside each other. */
export function TileList({ tiles, waiting }: { tiles: readonly TileProps[]; waiting: boolean }): ReactNode {
  // All tiles are as wide as each other, so one size fits all numbers when it fits the longest.
  const longest = Math.max(...tiles.map(({ value }) => value.length))
  return (
    <ul
      className={styles['tiles']}
      data-waiting={waiting || undefined}
      style={{ '--longest': longest } as CSSProperties}
    >
      {tiles.map((tile) => (
        <li key={tile.name}>
          <Tile {...tile} />
        </li>
      ))}
    </ul>
  )
}

interface Figure {
  name: string
  meaning: string
  /** Undefined while it loads. */
  value: number | null | undefined
  before: number | null
  text: (value: number) => string
  to: AnyDestination
}
/** The same from figures that are amounts or numbers. */
export function FigureTiles({
  tiles,
  words,
  waiting,
}: {
  tiles: readonly Figure[]
  words: ChartWords
  waiting: boolean
}): ReactNode {
  const shown = tiles.map(({ name, meaning, value, before, text, to }): TileProps => {
    const change = changeWords(value ?? null, before, { ...words, text: text(before ?? 0), rate: false })
    return { name, meaning, value: text(value ?? 0), change, loading: value === undefined, to }
  })
  return <TileList tiles={shown} waiting={waiting} />
}

/** A figure with its name, its meaning and its change. */
export interface TileProps {
  name: string
  meaning: string
  loading: boolean
  value: string
  change: ReturnType<typeof changeWords>
  to: AnyDestination
}
function Tile({ name: title, meaning, loading, value, change, to }: TileProps): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles['tile']} data-card>
      <div className={styles['tileName']}>
        <ScreenLink {...(to as { to: 'dashboard' })} className={styles['tileLink']}>
          {title}
        </ScreenLink>
        <button
          type="button"
          className={styles['what']}
          aria-label={t(($) => $.dashboard.whatIs, { what: title })}
          aria-describedby={id}
        >
          {t(($) => $.dashboard.whatIsMark)}
        </button>
        <span role="tooltip" id={id} className={styles['meaning']}>
          {meaning}
        </span>
      </div>
      {loading ? (
        <Skeleton height={26} width="70%" my={3} />
      ) : (
        <div className={styles['tileFrame']}>
          <bdi dir="ltr" className={styles['tileValue']}>
            {value}
          </bdi>
        </div>
      )}
      <div className={styles['change']} data-way={change.way}>
        {loading ? (
          <Skeleton height={10} width="50%" my={4} />
        ) : (
          <>
            {(change.way === 'up' || change.way === 'down') && (
              <>
                <Icon name={change.way === 'up' ? 'rise' : 'fall'} size={12} />
                <span className="visually-hidden">{t(($) => $.dashboard[change.way === 'up' ? 'up' : 'down'])}</span>
              </>
            )}
            <span>{change.words}</span>
          </>
        )}
      </div>
    </div>
  )
}
