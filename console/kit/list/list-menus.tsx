import { Button, Popover } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import type { View } from '#contract/views.ts'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { sameSearch, viewSearch, type Listed, type ListState } from './list-state.ts'
import styles from './list.module.css'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import type { Views } from './use-views.ts'

const ColumnsPanel = lazy(() => import('./columns-panel.tsx'))
const ViewsPanel = lazy(() => import('./views-panel.tsx'))

/** The menu of a list's columns; its code loads when it is first opened. */
export function ColumnsMenu(props: {
  table: TableName
  list: Pick<Listed, 'columns'>
  /** The open view, whose columns the menu then changes. */
  view: View | undefined
  /** Empty until the user's choice has been read; the menu then opens. */
  columns: readonly ChosenColumn[]
}): ReactNode {
  const { t } = useTranslation()
  return (
    <PanelButton label={t(($) => $.list.columns)} icon="columns" end disabled={props.columns.length === 0}>
      {(close) => <ColumnsPanel {...props} onClose={close} />}
    </PanelButton>
  )
}

/** The menu of a list's saved views. */
export function ViewsMenu(props: {
  table: TableName
  list: Listed
  state: ListState
  views: Views
  columns: readonly ChosenColumn[]
  onGo: (search: RawSearch) => void
}): ReactNode {
  const { t } = useTranslation()
  const { list, state, views } = props
  const changed = views.open && !sameSearch(views.open.search, viewSearch(list, state))
  return (
    <PanelButton
      label={views.open?.name ?? t(($) => $.list.views)}
      icon="view"
      {...(changed ? { mark: t(($) => $.list.viewChanged) } : {})}
    >
      {(close) => <ViewsPanel {...props} onClose={close} />}
    </PanelButton>
  )
}

interface PanelButtonProps {
  label: string
  icon: IconName
  /** A short state after the label. */
  mark?: string
  /** Placed at the end of the line. */
  end?: boolean
  disabled?: boolean
  children: (close: () => void) => ReactNode
}
function PanelButton({ label, icon, mark, end = false, disabled = false, children }: PanelButtonProps): ReactNode {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position={end ? 'bottom-end' : 'bottom-start'}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          fz={13}
          className={end ? styles['toolEnd'] : styles['tool']}
          disabled={disabled}
          leftSection={<Icon name={icon} />}
          rightSection={<Icon name="down" size={12} />}
          onClick={() => setOpen(!open)}
        >
          <bdi>{label}</bdi>
          {mark && <span className={styles['mark']}>{mark}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<LinesSkeleton lines={6} />}>{open && children(close)}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
