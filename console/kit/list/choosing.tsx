import { Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import styles from './choosing.module.css'

/** Rows that can be chosen, to act on several at once. */
export interface Choosing<Row> {
  /** What a row is called, for who does not see the table. */
  nameOf: (row: Row) => string
  /** The most rows of one act. */
  most: number
  /** The acts on those chosen; `clear` ends the choice. `found` is there when it is all that the filters find. */
  acts: (rows: readonly Row[], clear: () => void, found: FoundRows | null) => ReactNode
  /** The most rows that can be chosen as all that the filters find; without it only those of pages can. */
  mostFound?: number
}
/** All rows that a list's filters find, as its calls are asked for them. */
export interface FoundRows {
  asked: { filters: object; search?: string }
  total: number
}

/** The chosen rows by key, over pages; those of the shown page are as new as the page. */
export interface Chosen<Row> {
  rows: readonly Row[]
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  toggleAll: (rows: readonly Row[]) => void
  /** Whether all is chosen that these filters find. */
  hasAll: (found: FoundRows) => boolean
  chooseAll: (found: FoundRows) => void
  clear: () => void
}

export function useChosen<Row>(rowKey: (row: Row) => string, most: number, shown: readonly Row[] = []): Chosen<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const [all, setAll] = useState('')
  const choose = (rows: ReadonlyMap<string, Row>) => {
    setKept(rows)
    setAll('')
  }
  const present = new Map(shown.map((row) => [rowKey(row), row]))
  const put = (rows: readonly Row[]) =>
    choose(new Map([...kept, ...rows.map((row) => [rowKey(row), row] as const)].slice(0, most)))
  const drop = (rows: readonly Row[]) => {
    const gone = new Set(rows.map(rowKey))
    choose(new Map([...kept].filter(([key]) => !gone.has(key))))
  }
  const has = (row: Row) => kept.has(rowKey(row))
  return {
    rows: [...kept].map(([key, row]) => present.get(key) ?? row),
    has,
    toggle: (row) => (has(row) ? drop([row]) : put([row])),
    toggleAll: (rows) => (rows.every(has) ? drop(rows) : put(rows)),
    hasAll: ({ asked }) => all === JSON.stringify(asked),
    chooseAll: ({ asked }) => setAll(JSON.stringify(asked)),
    clear: () => choose(new Map()),
  }
}

/** The box that chooses a row; it lies above the link of the whole row. */
export function ChooseRow<Row>(props: { row: Row; chosen: Chosen<Row>; nameOf: (row: Row) => string }): ReactNode {
  const { row, chosen, nameOf } = props
  const { t } = useTranslation()
  return (
    <Checkbox
      size="xs"
      className={styles['box']}
      aria-label={t(($) => $.list.choose, { row: isolated(nameOf(row)) })}
      checked={chosen.has(row)}
      onChange={() => chosen.toggle(row)}
    />
  )
}

/** The box that chooses all rows of the page, or none of them. */
export function ChoosePage<Row>({ rows, chosen }: { rows: readonly Row[]; chosen: Chosen<Row> }): ReactNode {
  const { t } = useTranslation()
  const all = rows.length > 0 && rows.every(chosen.has)
  return (
    <Checkbox
      size="xs"
      className={styles['box']}
      aria-label={t(($) => $.list.chooseAll)}
      checked={all}
      indeterminate={!all && rows.some(chosen.has)}
      onChange={() => chosen.toggleAll(rows)}
    />
  )
}

interface BarProps<Row> {
  chosen: Chosen<Row>
  choosing: Choosing<Row>
  /** What the filters find, where that is known in full. */
  found: FoundRows | null
}
/** How many are chosen, the acts on them, and the button that chooses none. */
export function ChosenBar<Row>({ chosen, choosing: { acts, mostFound }, found }: BarProps<Row>): ReactNode {
  const { t } = useTranslation()
  const isAll = found !== null && chosen.hasAll(found)
  return (
    <div role="region" aria-label={t(($) => $.list.chosenRows)} className={styles['bar']}>
      <span role="status">
        {isAll ? t(($) => $.list.allFound, { count: found.total }) : t(($) => $.list.chosen, { count: chosen.rows.length })}
      </span>
      {mostFound !== undefined && !isAll && <ChooseFound {...{ chosen, found, most: mostFound }} />}
      {acts(chosen.rows, chosen.clear, isAll ? found : null)}
      <button type="button" className={styles['clear']} onClick={chosen.clear}>
        {t(($) => $.list.chooseNone)}
      </button>
    </div>
  )
} // prettier-ignore

/** Chooses all that the filters find, beyond the shown page; nothing where that is chosen already. */
function ChooseFound<Row>({ chosen, found, most }: Omit<BarProps<Row>, 'choosing'> & { most: number }): ReactNode {
  const { t } = useTranslation()
  if (found === null || found.total > most) return <span>{t(($) => $.list.tooManyFound, { count: most })}</span>
  if (found.total <= chosen.rows.length) return null
  return (
    <button type="button" className={styles['clear']} onClick={() => chosen.chooseAll(found)}>
      {t(($) => $.list.chooseFound, { count: found.total })}
    </button>
  )
}
