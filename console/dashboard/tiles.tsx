import { Skeleton } from '@mantine/core'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stats } from '#contract/analytics.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import styles from './dashboard.module.css'
import { changeWords, type ChartWords } from './words.ts'

export const tileNames = ['volume', 'count', 'average', 'net', 'rate'] as const
type TileName = (typeof tileNames)[number]

interface TilesProps {
  /** Undefined while it loads; null without payments. */
  now: Stats | null | undefined
  before: Stats | null
  /** The figures are those of the question before. */
  waiting: boolean
  words: ChartWords
  /** The destination of the list behind a number. */
  to: (tile: TileName) => AnyDestination
}

/** The tiles: figures of the period, each with its change and an explanation. */
export function Tiles({ now, before, waiting, words, to }: TilesProps): ReactNode {
  const text = (name: TileName, value: number | null) =>
    value === null
      ? '–'
      : name === 'rate'
        ? words.percent(value)
        : name === 'count'
          ? words.number(value)
          : words.amount(value)
  const tiles = tileNames.map((name) => {
    const none = name === 'rate' ? null : 0
    const [value, earlier] = [now ? valueOf[name](now) : none, before ? valueOf[name](before) : none]
    const change = changeWords(value, earlier, { ...words, text: text(name, earlier), rate: name === 'rate' })
    return { name, value: text(name, value), change }
  })
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
          <Tile {...tile} loading={now === undefined} to={to(tile.name)} />
        </li>
      ))}
    </ul>
  )
}

const valueOf: Record<TileName, (stats: Stats) => number | null> = {
  volume: ({ volume }) => volume,
  count: ({ count }) => count,
  average: ({ average_order_value }) => average_order_value,
  net: ({ net }) => net,
  rate: ({ success_rate }) => success_rate,
}

interface TileProps {
  name: TileName
  loading: boolean
  value: string
  change: ReturnType<typeof changeWords>
  to: AnyDestination
}
function Tile({ name, loading, value, change, to }: TileProps): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const title = t(($) => $.dashboard.tiles[name])
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
          {t(($) => $.dashboard.meanings[name])}
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
