import type { ReactNode } from 'react'
import styles from './list.module.css'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import { RowLink } from './row-link.tsx'
import { showWhatIsCut } from './show-what-is-cut.ts'
import { StackedRows, type RowColumn } from './stacked-rows.tsx'
import { useFit } from './use-room.ts'

interface SmallTableProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The destination of a row; its link is in the first column. */
  to?: (row: Row) => AnyDestination
  columns: readonly RowColumn<Row>[]
  /** Shown instead of an empty table. */
  nothing: string
}

/** A short table of a details screen: all rows, no filters, no pages. Where it has no room, its rows are stacked. */
export function SmallTable<Row>(props: SmallTableProps<Row>): ReactNode {
  if (props.rows.length === 0) return <p className={styles['quiet']}>{props.nothing}</p>
  return <Fitting {...props} />
}

function Fitting<Row>({ rows, rowKey, to, columns }: SmallTableProps<Row>): ReactNode {
  const { ref, fits } = useFit([rows, columns.length])
  return (
    <div ref={ref} className={styles['sheet']} data-card>
      {fits ? table() : <StackedRows {...{ rows, rowKey, to, columns }} />}
    </div>
  )

  function table() {
    return (
      <table className={styles['table']} data-small onMouseMove={showWhatIsCut}>
        <thead>
          <tr>
            {columns.map(({ name, title, kind }) => (
              <th key={name} scope="col" data-kind={kind}>
                {title ?? wireWord('columns', name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ name, kind, cell }, index) => (
                <td key={name} data-kind={kind}>
                  <RowLink to={index === 0 ? to?.(row) : undefined}>{cell(row)}</RowLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
}
