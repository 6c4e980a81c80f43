import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed, type RuleName } from '#contract/access.ts'
import type { Call, PageOf, WireOutput } from '#contract/kit/call.ts'
import type { ScreenName } from '#contract/screens.ts'
import { FilterChips, type ChoicesOf } from './filter-chips.tsx'
import { Icon } from './icons.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListSearch } from './list-search.tsx'
import { isNarrowed, listBody, readListState, writeListState, type Listed, type ListState } from './list-state.ts'
import { ListTable, type Cells } from './list-table.tsx'
import styles from './list.module.css'
import { Screen } from './screen.tsx'
import { ButtonLink, useGo, useScreenSearch, type AnyDestination, type RawSearch } from './screen-link.tsx'
import type { CallInput } from './send-call.ts'
import { accessOf, useUser } from './session.ts'
import type { StatusOf } from './status.tsx'
import { useCall } from './use-call.ts'
import { failureText } from './words.ts'

export type RowOf<C extends Call> = WireOutput<C> extends PageOf<infer Row> ? Row : never
export interface ListScreenProps<C extends Call, L extends Listed> {
  name: ScreenName
  /** Answers a page of the list. */
  call: C
  /** The declaration: columns, filters, sorts. */
  list: L
  rowKey: (row: RowOf<C>) => string
  /** Where a row leads; its link stands in the first column of kind `reference`. */
  to?: (row: RowOf<C>) => AnyDestination
  /** Whose states the status column shows. */
  status?: StatusOf
  /** Cells that are not shown as their column's kind says. */
  cells?: Cells<L, RowOf<C>>
  /** Choices of filters that only the server knows. */
  choices?: ChoicesOf
  /** The screen's one primary button. */
  create?: { to: ScreenName; label: string; rule: RuleName }
  /** What this list is for, while it is empty, and how to begin where `create` is not it. */
  empty: { title: string; text: string; begin?: ReactNode }
}

/** A list: search, filters, table and pages, all of whose state is in the address. */
export function ListScreen<C extends Call, L extends Listed>(props: ListScreenProps<C, L>): ReactNode {
  const { name, call, list, choices, create } = props
  const user = useUser()
  const raw = useScreenSearch(name) as RawSearch
  const go = useGo()
  const state = readListState(list, raw)
  const page = useCall(call, { body: listBody(state, user.time_zone) } as CallInput<C>, { keepPrevious: true })
  const answer = page.data as PageOf<RowOf<C>> | undefined
  const change = (next: Partial<ListState>, { replace = false } = {}) =>
    void go({ to: name, search: writeListState(list, { ...state, cursor: '', ...next }) as never, replace })
  const unused = answer?.content.length === 0 && !isNarrowed(state) && !state.cursor
  const createButton = create && allowed(create.rule, accessOf(user)) && (
    <ButtonLink to={create.to} search={{} as never} leftSection={<Icon name="plus" />}>
      {create.label}
    </ButtonLink>
  )
  return (
    <Screen name={name} actions={!unused && createButton}>
      <div className={styles['tools']}>
        <ListSearch value={state.search} onChange={(search) => change({ search }, { replace: true })} />
        <FilterChips
          list={list}
          filters={state.filters}
          {...(props.status ? { status: props.status } : {})}
          choices={choices ?? {}}
          onChange={(filters) => change({ filters })}
          onClear={() => change({ filters: {}, search: '' })}
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
          <ListTable
            {...props}
            rows={answer?.content}
            state={state}
            waiting={page.isPlaceholderData}
            onSort={(sort) => change({ sort })}
          />
          {answer?.content.length === 0 && <NoMatch onClear={() => change({ filters: {}, search: '' })} />}
          <ListFoot
            answer={answer}
            size={state.size}
            onSize={(size) => change({ size })}
            onCursor={(cursor) => change({ cursor })}
          />
        </>
      )}
    </Screen>
  )
}

/** Nothing here yet: what this is for and how to begin. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}

function NoMatch({ onClear }: { onClear: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <Empty title={t(($) => $.list.noMatchTitle)} text={t(($) => $.list.noMatchText)}>
      <Button variant="default" onClick={onClear}>
        {t(($) => $.list.clearAll)}
      </Button>
    </Empty>
  )
}

/** Something could not be read: what happened, the request's id, and another try. */
export function Failed(props: { error: string; requestId: string; onRetry: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['empty']} role="alert">
      <h2>{t(($) => $.errors.readTitle)}</h2>
      <p>{props.error}</p>
      {props.requestId && (
        <p>
          {t(($) => $.errors.requestId)} <bdi dir="ltr">{props.requestId}</bdi>
        </p>
      )}
      <Button variant="default" onClick={props.onRetry}>
        {t(($) => $.errors.retry)}
      </Button>
    </div>
  )
}
