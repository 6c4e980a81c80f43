import { Button } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, PageOf, WireOutput } from '#contract/kit/call.ts'
import { columnsAs } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import type { ScreenName } from '#contract/screens.ts'
import { CreateButton, type Creates } from './create-button.tsx'
import { ChosenBar, useChosen, type Choosing, type FoundRows } from './choosing.tsx'
import { ExportButton } from './export-button.tsx'
import type { ChoicesOf } from './filter-chips.tsx'
import { ListFoot } from './list-foot.tsx'
import {
  isNarrowed,
  isNewestFirst,
  listBody,
  readListState,
  withoutFilters,
  writeListState,
  type FilterValue,
  type Listed,
  type ListState,
} from './list-state.ts'
import { ListTable, type Cells } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { pageOfWhole } from './list-whole.ts'
import { NewRows } from './new-rows.tsx'
import { Empty, Failed } from './unanswered.tsx'
import { useNewRows } from './use-new-rows.ts'
import styles from './list.module.css'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch, type AnyDestination, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import type { StatusOf } from '#console/kit/details/status.tsx'
import { useAcross } from './use-across.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { seenColumns, useColumns } from './use-columns.ts'
import { useViews } from './use-views.ts'
import { usePageSize } from './use-page-size.ts'
import { useNarrow } from './use-room.ts'
import { nameOrder } from '#console/kit/i18n/name-order.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'

export type RowOf<C extends Call> =
  WireOutput<C> extends PageOf<infer Row> ? Row : WireOutput<C> extends readonly (infer Row)[] ? Row : never
export interface ListScreenProps<C extends Call, L extends Listed> {
  name: ScreenName
  /** The title, where it is not the screen's own. */
  title?: string
  /** The name under which the user's columns and views are saved. */
  table: TableName
  /** The call that answers a page of the list, or all rows of a list that is always short. */
  call: C
  /** The declaration of columns, filters and sorts. */
  list: L
  rowKey: (row: RowOf<C>) => string
  /** The destination of a row; its link is in the first column of kind `reference`. */
  to?: (row: RowOf<C>) => AnyDestination
  /** The machine of the status column. */
  status?: StatusOf
  /** Cells that are drawn differently than by their column's kind. */
  cells?: Cells<L, RowOf<C>>
  /** Choices of filters that only the server knows. */
  choices?: ChoicesOf
  /** The parameters of the call's path. */
  path?: Readonly<Record<string, string>>
  /** Shown between heading and list. */
  above?: ReactNode
  /** Query parameters beside the list's own state, which stay in the address. */
  keep?: readonly string[]
  /** Filters that the screen sets itself; people neither see nor change them. */
  fixed?: Readonly<Record<string, FilterValue>>
  /** The call that exports the list as a file. */
  exports?: Call
  /** Another form of the exported rows. */
  exportsAlso?: { title: string; asked: object }
  /** Shown beside the title. */
  beside?: ReactNode
  /** The screen that leads here, and its query. */
  back?: ScreenName
  backSearch?: object
  /** The acts on a row, at its end. */
  acts?: (row: RowOf<C>) => ReactNode
  /** Rows can be chosen, and acted on together. */
  choosing?: Choosing<RowOf<C>> | undefined
  /** The screen's one primary button, where it is no link to one screen. */
  begin?: ReactNode
  /** The screen's one primary button. */
  create?: Creates
  /** What a search finds, said where it finds nothing. */
  searchFinds?: string
  /** Shown while the list is empty: the purpose of the list, and how to begin where `create` does not. */
  empty: { title: string; text: string; begin?: ReactNode }
}

const noFilters = {}

/**
 * A list with search, filters, table and pages. Its state is in the address; its columns are the user's choice.
 */
export function ListScreen<C extends Call, L extends Listed>(props: ListScreenProps<C, L>): ReactNode {
  const { name, table, create, exports, choosing, keep = [], fixed = noFilters } = props
  const user = useUser()
  const address = useScreenSearch(name) as RawSearch
  const kept = Object.fromEntries(Object.entries(address).filter(([one]) => keep.includes(one)))
  const raw = Object.fromEntries(Object.entries(address).filter(([one]) => !keep.includes(one)))
  const goTo = useGo()
  const language = useLanguage()
  const { across, call, list: whole, merchants, to } = useAcross(props)
  const list = useMemo(() => withoutFilters(whole, Object.keys(fixed)), [whole, fixed])
  const [usualSize, rememberSize] = usePageSize()
  const { ref, narrow } = useNarrow()
  const state = readListState(list, raw, usualSize)
  const go = (search: RawSearch, { replace = false } = {}) =>
    void goTo({ to: name, search: { ...kept, ...search } as never, replace })
  const change = (next: Partial<ListState>, options = {}) =>
    go(writeListState(list, { ...state, cursor: '', ...next }, usualSize), options)
  const views = useViews(table, raw, (search) => go(search, { replace: true }))
  const own = useColumns(table, list.columns)
  const columns = own && views.open?.columns.length ? columnsAs(list.columns, views.open.columns) : own
  const isWhole = call.answer.form === 'content'
  const asked = { ...state, filters: { ...state.filters, ...fixed } }
  const body = listBody(whole, asked, user.time_zone)
  const input = (isWhole ? {} : { ...(props.path && { path: props.path }), body }) as CallInput<C>
  const page = useCall(call, input, { keepPrevious: true, held: !isWhole })
  const newRows = useNewRows({ call, input, page, rowKey: props.rowKey, newestFirst: isNewestFirst(list, state) })
  const found = (
    Array.isArray(page.data) ? pageOfWhole(list, page.data as object[], state, nameOrder(language)) : page.data
  ) as PageOf<RowOf<C>> | undefined
  const answer = columns && views.all ? found : undefined
  const chosen = useChosen(props.rowKey, choosing?.most ?? 0, answer?.content)
  const unused = answer?.content.length === 0 && !isNarrowed(state) && !state.cursor
  const createButton = props.begin ?? (create && <CreateButton {...create} />)
  const seen = seenColumns(list.columns, columns ?? columnsAs(list.columns, []))
  const exportButton = exports && (
    <ExportButton
      call={across && exports.twin ? exports.twin : exports}
      {...{ list: whole, state: asked, columns: seen }}
      also={props.exportsAlso}
      repeats
      total={answer}
    />
  )
  return (
    <Screen
      name={name}
      {...(props.title ? { title: props.title } : {})}
      wide
      beside={props.beside}
      {...(props.back && { back: props.back, backSearch: props.backSearch ?? {} })}
      actions={
        !unused && (
          <>
            {exportButton}
            {createButton}
          </>
        )
      }
    >
      {props.above}
      <div ref={ref}>
        <ListTools
          {...{ table, list, state, views, narrow }}
          columns={columns ?? []}
          status={props.status}
          choices={{ ...props.choices, ...merchants }}
          onGo={go}
          onChange={change}
        />
      </div>
      {page.error && !answer ? (
        <Failed error={failureText(page.error)} requestId={page.error.requestId} onRetry={() => void page.refetch()} />
      ) : unused ? (
        <Empty title={props.empty.title} text={props.empty.text}>
          {props.empty.begin ?? createButton}
        </Empty>
      ) : (
        <>
          {call.follows?.[0] && <NewRows kind={call.follows[0]} count={newRows} onShow={() => void page.refetch()} />}
          <div className={styles['sheet']} data-card>
            <ListTable
              {...props}
              {...{ list, state, narrow }}
              {...(to ? { to } : {})}
              columns={seen}
              rows={answer?.content}
              chosen={choosing && { ...chosen, nameOf: choosing.nameOf }}
              waiting={page.isPlaceholderData}
              onSort={(sort) => change({ sort })}
            />
            {answer?.content.length === 0 && (
              <NoMatch
                hint={state.search ? props.searchFinds : undefined}
                onClear={() => change({ filters: {}, search: '' })}
              />
            )}
            <ListFoot
              answer={answer}
              chosen={
                choosing &&
                chosen.rows.length > 0 && (
                  <ChosenBar {...{ chosen, choosing }} found={answer ? foundOf(body, answer) : null} />
                )
              }
              size={state.size}
              onSize={(size) => {
                rememberSize(size)
                go(writeListState(list, { ...state, cursor: '', size }, size), { replace: true })
              }}
              onCursor={(cursor) => change({ cursor })}
            />
          </div>
        </>
      )}
    </Screen>
  )
}

/** What the filters of a request find; null where it is not counted to the end. */
function foundOf(body: object, { total_elements: total, total_capped: isCapped }: PageOf<unknown>): FoundRows | null {
  const { filters = {}, search } = body as { filters?: object; search?: string }
  return isCapped ? null : { asked: { filters, ...(search && { search }) }, total }
}

function NoMatch({ hint, onClear }: { hint: string | undefined; onClear: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <Empty title={t(($) => $.list.noMatchTitle)} text={t(($) => $.list.noMatchText)}>
      {hint && <p>{hint}</p>}
      <Button variant="default" onClick={onClear}>
        {t(($) => $.list.clearAll)}
      </Button>
    </Empty>
  )
}
