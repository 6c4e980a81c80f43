import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/kit/columns.ts'
import type { PageOf } from '#contract/kit/call.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import type { StatusOf } from '#console/kit/details/status.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListFoot } from './list-foot.tsx'
import { Empty, Unanswered } from './unanswered.tsx'
import { ListSearch } from './list-search.tsx'
import type { Listed } from './list-state.ts'
import { ListTable, type Cells } from './list-table.tsx'
import type { ListWithinState } from './use-list-within.ts'
import { useNarrow } from './use-room.ts'
import styles from './list.module.css'

interface ListWithinProps<L extends Listed, Row> {
  list: L
  columns: readonly [name: string, column: Column][]
  /** Of `useListWithin`. */
  of: ListWithinState
  found: { error: CallError | null; refetch: () => unknown; isPlaceholderData: boolean }
  page: PageOf<Row> | undefined
  rowKey: (row: Row) => string
  to?: (row: Row) => AnyDestination
  status: StatusOf
  cells: Cells<L, Row>
  /** Titles of columns that are no words of the wire. */
  titles?: Readonly<Record<string, string>>
  /** Takes away search and filters, where there is more than those of the list. */
  onClear?: () => void
  /** Further tools, behind the filters. */
  children?: ReactNode
}

/** A list as one part of a screen: search, filters, table and pages. What an unused one shows is its screen's. */
export function ListWithin<L extends Listed, Row>(props: ListWithinProps<L, Row>): ReactNode {
  const { list, of, found, page, status, onClear, children, ...table } = props
  const { t } = useTranslation()
  const { ref, narrow } = useNarrow()
  const { state, change } = of
  const clear = onClear ?? (() => change({ filters: {}, search: '' }))
  return (
    <>
      <div ref={ref} className={styles['tools']}>
        <ListSearch value={state.search} onChange={(search) => change({ search }, { replace: true })} />
        <FilterChips
          {...{ list, status }}
          choices={{}}
          filters={state.filters}
          onChange={(filters) => change({ filters })}
          onClear={clear}
        />
        {children}
      </div>
      {found.error && !page ? (
        <Unanswered query={found} lines={6} />
      ) : (
        <div className={styles['sheet']} data-card>
          <ListTable
            {...table}
            {...{ list, status, state, narrow }}
            rows={page?.content}
            waiting={found.isPlaceholderData}
            onSort={(sort) => change({ sort })}
          />
          {page?.content.length === 0 && (
            <Empty title={t(($) => $.list.noMatchTitle)} text={t(($) => $.list.noMatchText)}>
              <Button variant="default" onClick={clear}>
                {t(($) => $.list.clearAll)}
              </Button>
            </Empty>
          )}
          <ListFoot
            answer={page}
            size={state.size}
            onSize={(size) => change({ size })}
            onCursor={(cursor) => change({ cursor })}
          />
        </div>
      )}
    </>
  )
}
