import { Skeleton } from '@mantine/core'
import { memo, useDeferredValue, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAs, type Column } from '#contract/kit/columns.ts'
import type { Currency } from '#contract/kit/money.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { Listed, ListState } from './list-state.ts'
import styles from './list.module.css'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { Status, type StatusOf } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Nothing, Reference, Time } from '#console/kit/details/values.tsx'
import { codeWord, columnTitle, wireWord } from '#console/kit/i18n/words.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { ChoosePage, ChooseRow, type Chosen } from './choosing.tsx'
import { RowLink } from './row-link.tsx'
import { showWhatIsCut } from './show-what-is-cut.ts'
import { StackedRows, type RowColumn } from './stacked-rows.tsx'
import { useTooWide } from './use-room.ts'

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
  /** The acts on a row, at its end. */
  acts?: ((row: Row) => ReactNode) | undefined
  chosen?: (Chosen<Row> & { nameOf: (row: Row) => string }) | undefined
  /** Titles of columns that have none of their own. */
  titles?: Readonly<Record<string, string>>
  state: ListState
  /** The rows are those of the previous request, until the new answer has come. */
  waiting: boolean
  /** There is no room for a table. */
  narrow: boolean
  onSort: (sort: ListState['sort']) => void
}

/** The rows of a list: a table, or where it has no room rows of two lines. */
export function ListTable<L extends Listed, Row>(props: ListTableProps<L, Row>): ReactNode {
  // The first rows are rendered at low priority, so that the browser can handle input meanwhile.
  const rows = useDeferredValue(props.rows !== undefined) ? props.rows : undefined
  const cellOf = (name: string, row: Row) =>
    props.cells?.[name]?.(row) ?? (
      <Cell {...{ name, column: props.list.columns[name], row, status: props.status, short: props.narrow }} />
    )
  if (!props.narrow) return <Table {...props} {...{ rows, cellOf }} />
  if (!rows) return <LinesSkeleton lines={10} />
  return (
    <StackedRows
      rows={rows}
      rowKey={props.rowKey}
      to={props.to}
      waiting={props.waiting}
      columns={stacked(props.list, props.columns, cellOf, props.titles)}
      acts={props.acts}
      choice={choiceOf(props)}
    />
  )
}

/** The box of a row, where rows can be chosen. */
function choiceOf<Row>({ chosen }: Pick<ListTableProps<Listed, Row>, 'chosen'>): ((row: Row) => ReactNode) | undefined {
  return chosen && ((row) => <ChooseRow row={row} chosen={chosen} nameOf={chosen.nameOf} />)
}

/** The columns of rows of two lines: those that the list declares, and below them what the user has added. */
function stacked<Row>(
  { columns, phone }: Listed,
  seen: ListTableProps<Listed, Row>['columns'],
  cellOf: (name: string, row: Row) => ReactNode,
  titles: Readonly<Record<string, string>> = {},
): RowColumn<Row>[] {
  const { head, value, line } = phone
  const filled = (row: Row) => head.find((name) => (row as Record<string, unknown>)[name]) ?? head[0]
  const declared = [...head, value, ...line]
  const added = seen.filter(([name, { shown }]) => !shown && !declared.includes(name)).map(([name]) => name)
  const each = (names: readonly string[], place: 'value' | 'line' | 'more') =>
    names.map((name) => ({
      name,
      title: titles[name] ?? columnTitle(columns, name),
      kind: shownAs(columns[name]),
      place,
      cell: (row: Row) => cellOf(name, row),
    }))
  return [
    { name: head[0], kind: 'text', place: 'head', cell: (row) => cellOf(filled(row), row) },
    ...each([value], 'value'),
    ...each(line, 'line'),
    ...each(added, 'more'),
  ]
}

type TableProps<L extends Listed, Row> = ListTableProps<L, Row> & { cellOf: (name: string, row: Row) => ReactNode }
/** The table. The head of a column sorts where an index supports it. */
function Table<L extends Listed, Row>({ list, columns, rows, state, waiting, cellOf, ...props }: TableProps<L, Row>) {
  const { ref, tooWide } = useTooWide([rows, columns])
  const choice = choiceOf(props)
  const beside = (props.acts ? 1 : 0) + (choice ? 1 : 0)
  const linked = columns.find(([, column]) => column.kind === 'reference')?.[0] ?? columns[0]?.[0]
  return (
    <div
      ref={ref}
      className={styles['scroll']}
      {...(tooWide === null ? {} : { 'data-too-wide': true, style: { '--above': `${tooWide}px` } as CSSProperties })}
    >
      <table className={styles['table']} aria-busy={waiting || !rows} data-list onMouseMove={showWhatIsCut}>
        <thead>
          <tr>
            {props.chosen && (
              <th scope="col" data-kind="choice">
                <ChoosePage rows={rows ?? []} chosen={props.chosen} />
              </th>
            )}
            {columns.map(([name, column]) => (
              <Head key={name} {...{ name, column, list, state, onSort: props.onSort }} title={props.titles?.[name]} />
            ))}
            {props.acts && (
              <th scope="col" data-kind="acts">
                <span className="visually-hidden">{wireWord('columns', 'actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody data-waiting={waiting || undefined}>
          {rows ? (
            rows.map((row) => (
              <tr key={props.rowKey(row)} data-chosen={props.chosen?.has(row) || undefined}>
                {choice && <td data-kind="choice">{choice(row)}</td>}
                {columns.map(([name, column]) => (
                  <td key={name} data-kind={shownAs(column)}>
                    <RowLink to={name === linked ? props.to?.(row) : undefined}>{cellOf(name, row)}</RowLink>
                  </td>
                ))}
                {props.acts && <td data-kind="acts">{props.acts(row)}</td>}
              </tr>
            ))
          ) : (
            <RowsSkeleton rows={Math.min(state.size, 10)} columns={columns.length + beside} />
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

interface HeadProps {
  name: string
  title: string | undefined
  column: Column
  list: Listed
  state: ListState
  onSort: (sort: ListState['sort']) => void
}
function Head({ name, title: given, column, list, state, onSort }: HeadProps): ReactNode {
  const { t } = useTranslation()
  const title = given ?? columnTitle(list.columns, name)
  if (!list.sorts.includes(name))
    return (
      <th scope="col" data-kind={shownAs(column)}>
        {title}
      </th>
    )
  const order = state.sort.column === name ? state.sort.order : null
  return (
    <th
      scope="col"
      data-kind={shownAs(column)}
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
  column: Column | undefined
  row: unknown
  status: StatusOf | undefined
  /** There is little room. */
  short: boolean
}
/** The cell of a value by its column's kind. */
function Cell({ name, column, row, status, short }: CellProps): ReactNode {
  const fields = row as Record<string, unknown>
  const value = fields[name]
  if (value === null || value === undefined || value === '') return <Nothing />
  if (column?.kind === 'amount')
    return <Amount value={Number(value)} currency={fields[column.currency ?? 'currency'] as Currency} />
  const text = String(value as string | number)
  if (column?.kind === 'time') return <Time at={text} short={short} />
  if (column?.kind === 'status') return status ? <Status of={status} state={text} /> : text
  if (column?.words) return <bdi>{codeWord(column.words, text)}</bdi>
  if (column?.kind === 'reference') return <Reference>{text}</Reference>
  return /^\S+@\S+$|^\+?\d[\d -]+$|^https?:/.test(text) ? <LeftToRight>{text}</LeftToRight> : <bdi>{text}</bdi>
}
