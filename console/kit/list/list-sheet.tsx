import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#console/kit/ui/icons.tsx'
import { OverScreen } from '#console/kit/ui/over-screen.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { columnTitle } from '#console/kit/i18n/words.ts'
import ColumnsPanel from './columns-panel.tsx'
import FilterFolds, { Fold } from './filter-folds.tsx'
import { ListSearch } from './list-search.tsx'
import type { ListToolsProps } from './list-tools.tsx'
import styles from './list-sheet.module.css'
import ViewsPanel from './views-panel.tsx'

/** The tools of a list on a phone: search, order, filters, views and columns in a sheet at the foot of the window. */
export default function ListSheet(props: ListToolsProps & { onClose: () => void }): ReactNode {
  const { table, list, state, views, columns, status, choices, onGo, onChange, onClose } = props
  const { t } = useTranslation()
  useReturnFocus()
  const [open, setOpen] = useState<string | null>(null)
  const title = t(($) => $.list.filters)
  const fold = (key: string) => ({ open: open === key, onToggle: () => setOpen(open === key ? null : key) })
  return (
    <OverScreen label={title} sheet onClose={onClose}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t(($) => $.confirm.close)} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      <div className={styles['body']}>
        <ListSearch value={state.search} onChange={(search) => onChange({ search }, { replace: true })} />
        <NativeSelect
          label={t(($) => $.list.sortBy)}
          value={`${state.sort.column} ${state.sort.order}`}
          onChange={(event) => {
            const [column = '', order] = event.currentTarget.value.split(' ')
            onChange({ sort: { column, order: order === 'asc' ? 'asc' : 'desc' } })
          }}
          data={list.sorts.flatMap((column) =>
            (['desc', 'asc'] as const).map((order) => ({
              value: `${column} ${order}`,
              label: t(($) => $.list.sorted[order], { column: columnTitle(list.columns, column) }),
            })),
          )}
        />
        <div>
          <FilterFolds
            names={Object.keys(list.filters)}
            {...{ list, status, choices }}
            filters={state.filters}
            onChange={(filters) => onChange({ filters })}
          />
          <Fold title={t(($) => $.list.views)} value={views.open?.name} {...fold('views')}>
            <ViewsPanel {...{ table, list, state, views, columns, onGo, onClose }} />
          </Fold>
          {columns.length > 0 && (
            <Fold title={t(($) => $.list.columns)} {...fold('columns')}>
              <ColumnsPanel {...{ table, list, columns, onClose }} view={views.open} />
            </Fold>
          )}
        </div>
      </div>
      <footer className={styles['foot']}>
        <Button variant="default" onClick={() => onChange({ filters: {}, search: '' })}>
          {t(($) => $.list.clearAll)}
        </Button>
        <Button onClick={onClose}>{t(($) => $.list.showResults)}</Button>
      </footer>
    </OverScreen>
  )
}
