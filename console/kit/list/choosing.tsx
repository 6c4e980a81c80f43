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
  /** The acts on those chosen; `clear` ends the choice. */
  acts: (rows: readonly Row[], clear: () => void) => ReactNode
}

/** The chosen rows by key, over pages; those of the shown page are as new as the page. */
export interface Chosen<Row> {
  rows: readonly Row[]
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  toggleAll: (rows: readonly Row[]) => void
  clear: () => void
}

export function useChosen<Row>(rowKey: (row: Row) => string, most: number, shown: readonly Row[] = []): Chosen<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const present = new Map(shown.map((row) => [rowKey(row), row]))
  const put = (rows: readonly Row[]) =>
    setKept(new Map([...kept, ...rows.map((row) => [rowKey(row), row] as const)].slice(0, most)))
  const drop = (rows: readonly Row[]) => {
    const gone = new Set(rows.map(rowKey))
    setKept(new Map([...kept].filter(([key]) => !gone.has(key))))
  }
  const has = (row: Row) => kept.has(rowKey(row))
  return {
    rows: [...kept].map(([key, row]) => present.get(key) ?? row),
    has,
    toggle: (row) => (has(row) ? drop([row]) : put([row])),
    toggleAll: (rows) => (rows.every(has) ? drop(rows) : put(rows)),
    clear: () => setKept(new Map()),
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

/** How many are chosen, the acts on them, and the button that chooses none. */
export function ChosenBar<Row>({ chosen, acts }: { chosen: Chosen<Row>; acts: Choosing<Row>['acts'] }): ReactNode {
  const { t } = useTranslation()
  return (
    <div role="region" aria-label={t(($) => $.list.chosenRows)} className={styles['bar']}>
      <span role="status">{t(($) => $.list.chosen, { count: chosen.rows.length })}</span>
      {acts(chosen.rows, chosen.clear)}
      <button type="button" className={styles['clear']} onClick={chosen.clear}>
        {t(($) => $.list.chooseNone)}
      </button>
    </div>
  )
}
