import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import type { StatusOf } from '#console/kit/details/status.tsx'
import { FilterChips, type ChoicesOf } from './filter-chips.tsx'
import { ColumnsMenu, ViewsMenu } from './list-menus.tsx'
import { ListSearch } from './list-search.tsx'
import type { Listed, ListState } from './list-state.ts'
import type { Views } from './use-views.ts'
import styles from './list.module.css'

const ListSheet = lazy(() => import('./list-sheet.tsx'))

export interface ListToolsProps {
  table: TableName
  list: Listed
  state: ListState
  views: Views
  columns: readonly ChosenColumn[]
  status?: StatusOf | undefined
  choices: ChoicesOf
  onGo: (search: RawSearch) => void
  onChange: (next: Partial<ListState>, options?: { replace?: boolean }) => void
}

/** What narrows a list: views, search, filters and columns in one row, or one button that opens them in a sheet. */
export function ListTools({ narrow, ...props }: ListToolsProps & { narrow: boolean }): ReactNode {
  const { table, list, state, views, columns, status, choices, onGo, onChange } = props
  if (narrow) return <SheetButton {...props} />
  return (
    <div className={styles['tools']}>
      <ViewsMenu {...{ table, list, state, views, columns, onGo }} />
      <ListSearch value={state.search} onChange={(search) => onChange({ search }, { replace: true })} />
      <FilterChips
        {...{ list, status, choices }}
        filters={state.filters}
        onChange={(filters) => onChange({ filters })}
        onClear={() => onChange({ filters: {}, search: '' })}
      />
      <ColumnsMenu {...{ table, list, columns }} view={views.open} />
    </div>
  )
}

function SheetButton(props: ListToolsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const { state, onChange } = props
  const set = Object.keys(state.filters).length + (state.search ? 1 : 0)
  return (
    <div className={styles['tools']}>
      <Button
        variant="default"
        leftSection={<Icon name="filter" />}
        rightSection={set > 0 && <span className={styles['count']}>{numberText(set, language)}</span>}
        aria-haspopup="dialog"
        data-filters
        onClick={() => setOpen(true)}
      >
        {t(($) => $.list.filters)}
      </Button>
      {set > 0 && (
        <button type="button" className={styles['clear']} onClick={() => onChange({ filters: {}, search: '' })}>
          {t(($) => $.list.clearAll)}
        </button>
      )}
      <Suspense>{open && <ListSheet {...props} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
