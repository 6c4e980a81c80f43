import { Button, Checkbox } from '@mantine/core'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsAs, type ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import { chooseColumns, listViews, readColumns, resetColumns, updateView, type View } from '#contract/views.ts'
import styles from './columns-panel.module.css'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import type { Listed } from './list-state.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { columnTitle } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

interface ColumnsPanelProps {
  table: TableName
  list: Pick<Listed, 'columns'>
  view: View | undefined
  columns: readonly ChosenColumn[]
  onClose: () => void
}

/** The choice of a list's columns and their order: by dragging, or by two buttons beside each. */
export default function ColumnsPanel({ table, list, view, columns, onClose }: ColumnsPanelProps): ReactNode {
  const { t } = useTranslation()
  const path = { sub: useUser().subUserUuid }
  const [chosen, setChosen] = useState<readonly ChosenColumn[]>(columns)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const keep = useAction(chooseColumns, { refreshes: [readColumns] })
  const reset = useAction(resetColumns, { refreshes: [readColumns] })
  const change = useAction(updateView, { refreshes: [listViews] })
  const title = (key: string) => columnTitle(list.columns, key)
  const move = (key: string, to: number) => {
    const from = chosen.findIndex((column) => column.key === key)
    const column = chosen[from]
    if (!column || to < 0 || to >= chosen.length || to === from) return
    setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, column))
    setSaid(t(($) => $.list.movedTo, { column: title(key), place: to + 1, places: chosen.length }))
  }
  const save = async () => {
    const wanted = [...chosen]
    const { ok } = view
      ? await change.act({ path: { view_id: view.view_id }, body: { columns: wanted } })
      : await keep.act({ path, body: { table, columns: wanted } })
    if (ok) onClose()
  }
  const asAtFirst = async () => {
    if (view) return setChosen(columnsAs(list.columns, []))
    const { ok } = await reset.act({ path, body: { table } })
    if (ok) onClose()
  }
  const dropAt = (place: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged) move(dragged, place)
  }
  return (
    <div className={styles['panel']}>
      {view && <p className={styles['hint']}>{t(($) => $.list.columnsOfView, { view: isolated(view.name) })}</p>}
      <ul className={styles['columns']} aria-label={t(($) => $.list.columns)}>
        {chosen.map(({ key, visible }, place) => (
          <li
            key={key}
            className={styles['column']}
            data-dragged={dragged === key || undefined}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(key)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={dropAt(place)}
            onDrop={dropAt(place)}
          >
            <Checkbox
              size="sm"
              className={styles['name'] ?? ''}
              label={title(key)}
              checked={visible}
              onChange={() =>
                setChosen(chosen.map((column) => (column.key === key ? { key, visible: !visible } : column)))
              }
            />
            <MoveButtons
              up={t(($) => $.list.moveUp, { column: title(key) })}
              down={t(($) => $.list.moveDown, { column: title(key) })}
              isFirst={place === 0}
              isLast={place === chosen.length - 1}
              size={24}
              onMove={(by) => move(key, place + by)}
            />
          </li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      <div className={styles['buttons']}>
        <Button
          size="xs"
          loading={keep.pending || change.pending}
          disabled={chosen.every(({ visible }) => !visible)}
          onClick={() => void save()}
        >
          {t(($) => $.list.apply)}
        </Button>
        <Button size="xs" variant="default" loading={reset.pending} onClick={() => void asAtFirst()}>
          {t(($) => $.list.resetColumns)}
        </Button>
      </div>
    </div>
  )
}
