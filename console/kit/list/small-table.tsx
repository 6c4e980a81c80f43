import type { ReactNode } from 'react'
import type { ColumnKind } from '#contract/kit/columns.ts'
import styles from './list.module.css'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

interface SmallTableProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The destination of a row; its link is in the first column. */
  to?: (row: Row) => AnyDestination
  columns: readonly { name: string; kind: ColumnKind; cell: (row: Row) => ReactNode }[]
  /** Shown instead of an empty table. */
  nothing: string
}

/** A short table of a details screen: all rows, no filters, no pages. */
export function SmallTable<Row>({ rows, rowKey, to, columns, nothing }: SmallTableProps<Row>): ReactNode {
  if (rows.length === 0) return <p className={styles['quiet']}>{nothing}</p>
  return (
    // Without links in its rows, the table itself takes the focus, so that the keyboard can scroll it.
    <div className={styles['scroll']} {...(to ? {} : { tabIndex: 0 })}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" data-kind={kind}>
                {wireWord('columns', name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ name, kind, cell }, index) => (
                <td key={name} data-kind={kind}>
                  {to && index === 0 ? (
                    <ScreenLink {...(to(row) as { to: 'paymentLinkDetails' })} className={styles['rowLink']}>
                      {cell(row)}
                    </ScreenLink>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
