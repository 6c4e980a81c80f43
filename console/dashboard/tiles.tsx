import { Skeleton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
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
  words: ChartWords
  /** The destination of the list behind a number; undefined where the user has no such list. */
  to: (tile: TileName) => AnyDestination | undefined
}

/** The tiles: figures of the period, each with its change and an explanation. */
export function Tiles({ now, before, words, to }: TilesProps): ReactNode {
  return (
    <ul className={styles['tiles']}>
      {tileNames.map((name) => (
        <li key={name}>
          <Tile name={name} now={now} before={before} words={words} to={to(name)} />
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
  now: Stats | null | undefined
  before: Stats | null
  words: ChartWords
  to: AnyDestination | undefined
}
function Tile({ name, now, before, words, to }: TileProps): ReactNode {
  const { t } = useTranslation()
  const id = useId()
  const text = (value: number | null) =>
    value === null
      ? '–'
      : name === 'rate'
        ? words.percent(value)
        : name === 'count'
          ? words.number(value)
          : words.amount(value)
  const zero = name === 'rate' ? null : 0
  const value = now ? valueOf[name](now) : zero
  const earlier = before ? valueOf[name](before) : zero
  const change = changeWords(value, earlier, { ...words, points: name === 'rate' })
  const title = t(($) => $.dashboard.tiles[name])
  return (
    <div className={styles['tile']}>
      <div className={styles['tileName']}>
        {to ? (
          <ScreenLink {...(to as { to: 'dashboard' })} className={styles['tileLink']}>
            {title}
          </ScreenLink>
        ) : (
          title
        )}
        <button
          type="button"
          className={styles['what']}
          aria-label={t(($) => $.dashboard.whatIs, { what: title })}
          aria-describedby={id}
        >
          ?
        </button>
        <span role="tooltip" id={id} className={styles['meaning']}>
          {t(($) => $.dashboard.meanings[name])}
        </span>
      </div>
      {now === undefined ? (
        <Skeleton height={26} width="70%" my={3} />
      ) : (
        <bdi dir="ltr" className={styles['tileValue']} data-long={text(value).length > 14 || undefined}>
          {text(value)}
        </bdi>
      )}
      <div className={styles['change']} data-way={change.way}>
        {now === undefined ? (
          <Skeleton height={10} width="50%" my={4} />
        ) : (
          <>
            {(change.way === 'up' || change.way === 'down') && (
              <Icon name={change.way === 'up' ? 'rise' : 'fall'} size={12} />
            )}
            <span>{change.words}</span>
            {change.way !== 'none' && change.way !== 'same' && (
              <bdi dir="ltr" className={styles['earlier']}>
                {text(earlier)}
              </bdi>
            )}
          </>
        )}
      </div>
    </div>
  )
}
