import { Skeleton } from '@mantine/core'
import { memo, useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/kit/columns.ts'
import type { Currency } from '#contract/kit/money.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { Listed, ListState } from './list-state.ts'
import styles from './list.module.css'
import { ScreenLink, type AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { Status, type StatusOf } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'

export type Cells<L extends Listed, Row> = { [Name in keyof L['columns']]?: (row: Row) => ReactNode }
interface ListTableProps<L extends Listed, Row> {
  list: L
  /** The visible columns in order. */
  columns: readonly [name: string, column: Column][]
  /** Absent while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  to?: (row: Row) => AnyDestination
  status?: StatusOf
  cells?: Cells<L, Row>
  state: ListState
  /** The rows are those of the previous request, until the new answer has come. */
  waiting: boolean
  onSort: (sort: ListState['sort']) => void
}

/** The table of a list. The head of a column sorts where an index supports it. */
export function ListTable<L extends Listed, Row>(props: ListTableProps<L, Row>): ReactNode {
  const { list, columns, state, waiting } = props
  // The first rows are rendered at low priority, so that the browser can handle input meanwhile.
  const rows = useDeferredValue(props.rows !== undefined) ? props.rows : undefined
  const linked = columns.find(([, column]) => column.kind === 'reference')?.[0] ?? columns[0]?.[0]
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-busy={waiting || !rows}>
        <thead>
          <tr>
            {columns.map(([name, column]) => (
              <Head key={name} {...{ name, column, list, state, onSort: props.onSort }} />
            ))}
          </tr>
        </thead>
        <tbody data-waiting={waiting || undefined}>
          {rows ? (
            rows.map((row) => (
              <tr key={props.rowKey(row)}>
                {columns.map(([name, column]) => (
                  <td key={name} data-kind={column.kind}>
                    <Linked row={row} {...(name === linked && props.to ? { to: props.to } : {})}>
                      {props.cells?.[name]?.(row) ?? <Cell {...{ name, column, row, status: props.status }} />}
                    </Linked>
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <RowsSkeleton rows={Math.min(state.size, 10)} columns={columns.length} />
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The skeleton of rows that are loading. */
const RowsSkeleton = memo(({ rows, columns }: { rows: number; columns: number }): ReactNode =>
  Array.from({ length: rows }, (_row, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_column, column) => (
        <td key={column}>
          <Skeleton height={10} width={`${85 - (((row + column) * 23) % 45)}%`} />
        </td>
      ))}
    </tr>
  )),
)

function Linked<Row>({ row, to, children }: { row: Row; to?: (row: Row) => AnyDestination; children: ReactNode }) {
  if (!to) return children
  return (
    <ScreenLink {...(to(row) as { to: 'paymentLinkDetails' })} className={styles['rowLink']}>
      {children}
    </ScreenLink>
  )
}

interface HeadProps {
  name: string
  column: Column
  list: Listed
  state: ListState
  onSort: (sort: ListState['sort']) => void
}
function Head({ name, column, list, state, onSort }: HeadProps): ReactNode {
  const { t } = useTranslation()
  const title = wireWord('columns', name)
  if (!list.sorts.includes(name))
    return (
      <th scope="col" data-kind={column.kind}>
        {title}
      </th>
    )
  const order = state.sort.column === name ? state.sort.order : null
  return (
    <th
      scope="col"
      data-kind={column.kind}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={styles['sort']}
        title={t(($) => $.list.sort)}
        onClick={() => onSort({ column: name, order: order === 'desc' ? 'asc' : 'desc' })}
      >
        {title}
        <span className={styles['sortMark']} data-on={order !== null || undefined}>
          <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />
        </span>
      </button>
    </th>
  )
}

interface CellProps {
  name: string
  column: Column
  row: unknown
  status: StatusOf | undefined
}
/** The cell of a value by its column's kind. */
function Cell({ name, column, row, status }: CellProps): ReactNode {
  const fields = row as Record<string, unknown>
  const value = fields[name]
  if (value === null || value === undefined || value === '') return <Nothing />
  if (column.kind === 'amount') return <Amount value={Number(value)} currency={fields['currency'] as Currency} />
  const text = String(value as string | number)
  if (column.kind === 'time') return <Time at={text} />
  if (column.kind === 'status') return status ? <Status of={status} state={text} /> : text
  if (column.kind === 'reference') return <Reference>{text}</Reference>
  return /^\S+@\S+$|^\+?\d[\d -]+$|^https?:/.test(text) ? <LeftToRight>{text}</LeftToRight> : <bdi>{text}</bdi>
}
