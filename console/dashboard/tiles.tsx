import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stats } from '#contract/analytics.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { TileList } from './figure-tiles.tsx'
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
  const { t } = useTranslation()
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
    return {
      name: t(($) => $.dashboard.tiles[name]),
      meaning: t(($) => $.dashboard.meanings[name]),
      value: text(name, value),
      change,
      loading: now === undefined,
      to: to(name),
    }
  })
  return <TileList tiles={tiles} waiting={waiting} />
}

const valueOf: Record<TileName, (stats: Stats) => number | null> = {
  volume: ({ volume }) => volume,
  count: ({ count }) => count,
  average: ({ average_order_value }) => average_order_value,
  net: ({ net }) => net,
  rate: ({ success_rate }) => success_rate,
}
