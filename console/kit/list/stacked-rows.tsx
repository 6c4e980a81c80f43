import type { ReactNode } from 'react'
import type { ColumnKind } from '#contract/kit/columns.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { RowLink } from './row-link.tsx'
import styles from './stacked-rows.module.css'

/** The place of a column in a row of two lines; `more` stands below them, with its title. */
type Place = 'head' | 'value' | 'line' | 'more'
export interface RowColumn<Row> {
  name: string
  /** By default that of its name. */
  title?: string
  kind: ColumnKind
  /** By default the first column heads the row, an amount ends its first line, and state and first time are its second. */
  place?: Place
  cell: (row: Row) => ReactNode
}

interface StackedRowsProps<Row> {
  columns: readonly RowColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  to?: ((row: Row) => AnyDestination) | undefined
  /** The acts on a row, at the end of its second line. */
  acts?: ((row: Row) => ReactNode) | undefined
  /** The box that chooses a row, at its beginning. */
  choice?: ((row: Row) => ReactNode) | undefined
  waiting?: boolean
}

/** Rows of two lines, where a table has no room: who and how much, then when and what became of it. */
export function StackedRows<Row>(props: StackedRowsProps<Row>): ReactNode {
  const { columns, rows, rowKey, to, acts, choice, waiting } = props
  const at = placed(columns)
  const cells = (place: Place, row: Row) =>
    columns
      .filter((column) => at.get(column) === place)
      .map(({ name, title, cell }) => ({
        name,
        title: title ?? wireWord('columns', name),
        cell: cell(row),
      }))
  return (
    <ul className={styles['rows']} data-waiting={waiting || undefined}>
      {rows.map((row) => {
        const more = cells('more', row)
        return (
          <li key={rowKey(row)} className={styles['row']} data-row>
            <div className={styles['first']}>
              {choice?.(row)}
              <div className={styles['head']}>
                {cells('head', row).map(({ name, cell }) => (
                  <RowLink key={name} to={to?.(row)}>
                    {cell}
                  </RowLink>
                ))}
              </div>
              {cells('value', row).map(({ name, cell }) => (
                <div key={name} className={styles['value']}>
                  {cell}
                </div>
              ))}
            </div>
            <div className={styles['line']}>
              <div className={styles['cells']}>
                {cells('line', row).map(({ name, cell }) => (
                  <span key={name}>{cell}</span>
                ))}
              </div>
              {acts && <div className={styles['acts']}>{acts(row)}</div>}
            </div>
            {more.length > 0 && (
              <dl className={styles['more']}>
                {more.map(({ name, title, cell }) => (
                  <div key={name}>
                    <dt>{title}</dt>
                    <dd>{cell}</dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The place of each column: its own, or the one of its kind while that is free. */
function placed<Row>(columns: readonly RowColumn<Row>[]): Map<RowColumn<Row>, Place> {
  const given = columns.map(({ place }) => place)
  const heads = given.includes('head') ? undefined : columns.find(({ place }) => !place)
  const rest = columns.filter((column) => column !== heads && !column.place)
  const value = given.includes('value') ? undefined : rest.find(({ kind }) => kind === 'amount')
  const time = rest.find(({ kind }) => kind === 'time')
  return new Map(
    columns.map((column) => {
      if (column.place) return [column, column.place]
      if (column === heads) return [column, 'head']
      if (column === value) return [column, 'value']
      return [column, column === time || column.kind === 'status' ? 'line' : 'more']
    }),
  )
}
