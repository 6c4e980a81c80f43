import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { TableName } from '#contract/table-names.ts'
import { createView, deleteView, listViews, updateView, type View } from '#contract/views.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { noView, sameSearch, viewSearch, type Listed, type ListState } from './list-state.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import type { Views } from './use-views.ts'
import styles from './views-panel.module.css'
import { failureText } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

interface ViewsPanelProps {
  table: TableName
  list: Listed
  state: ListState
  views: Views
  columns: readonly ChosenColumn[]
  onGo: (search: RawSearch) => void
  onClose: () => void
}
type Asked = 'save' | 'rename' | 'delete' | null

/**
 * The panel of saved views: opens a view; changes, renames or deletes the open one; saves the present state as a new
 * one.
 */
export default function ViewsPanel({ table, list, state, views, columns, onGo, onClose }: ViewsPanelProps): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>(null)
  const change = useAction(updateView, { refreshes: [listViews] })
  const { open, all = [] } = views
  const search = viewSearch(list, state)
  const go = (to: RawSearch) => {
    onGo(to)
    onClose()
  }
  const show = (view: View) => go({ ...view.search, view: view.view_id })
  if (asked === 'save') return <SaveForm {...{ table, search, columns }} onSaved={show} onBack={() => setAsked(null)} />
  if (asked === 'rename' && open) return <RenameForm view={open} onDone={() => setAsked(null)} />
  if (asked === 'delete' && open)
    return <DeleteQuestion view={open} onDeleted={() => go({ view: noView })} onBack={() => setAsked(null)} />
  const put = (body: Partial<Pick<View, 'search' | 'is_default'>>) =>
    void (open && change.act({ path: { view_id: open.view_id }, body }))
  return (
    <div className={styles['panel']}>
      <ul className={styles['views']} aria-label={t(($) => $.list.views)}>
        <li>
          <Choice on={!open} onClick={() => go({ view: noView })}>
            {t(($) => $.list.everything[table])}
          </Choice>
        </li>
        {all.map((view) => (
          <li key={view.view_id}>
            <Choice on={view.view_id === open?.view_id} onClick={() => show(view)}>
              <bdi>{view.name}</bdi>
              {view.is_default && <span className={styles['default']}>{t(($) => $.list.defaultView)}</span>}
            </Choice>
          </li>
        ))}
      </ul>
      <div className={styles['acts']}>
        {open && (
          <>
            {!sameSearch(open.search, search) && (
              <Act onClick={() => put({ search })}>{t(($) => $.list.updateView, { view: isolated(open.name) })}</Act>
            )}
            <Act onClick={() => put({ is_default: !open.is_default })}>
              {open.is_default ? t(($) => $.list.noDefault) : t(($) => $.list.makeDefault)}
            </Act>
            <Act onClick={() => setAsked('rename')}>{t(($) => $.list.renameView)}</Act>
            <Act onClick={() => setAsked('delete')}>{t(($) => $.list.deleteView)}</Act>
          </>
        )}
        <Act onClick={() => setAsked('save')}>{t(($) => $.list.saveView)}</Act>
        {change.error && (
          <p role="alert" className={styles['failure']}>
            {failureText(change.error)}
          </p>
        )}
      </div>
    </div>
  )
}

function Choice({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }): ReactNode {
  return (
    <button type="button" className={styles['choice']} aria-current={on} onClick={onClick}>
      <span className={styles['tick']}>{on && <Icon name="check" size={14} />}</span>
      {children}
    </button>
  )
}
const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }): ReactNode => (
  <button type="button" className={styles['choice']} onClick={onClick}>
    <span className={styles['tick']} />
    {children}
  </button>
)

interface SaveFormProps {
  table: TableName
  search: RawSearch
  columns: readonly ChosenColumn[]
  onSaved: (view: View) => void
  onBack: () => void
}
function SaveForm({ table, search, columns, onSaved, onBack }: SaveFormProps): ReactNode {
  const { t } = useTranslation()
  const [isDefault, setDefault] = useState(false)
  const { act, pending, error } = useAction(createView, { refreshes: [listViews] })
  const save = async (name: string) => {
    const outcome = await act({ body: { table, name, search, columns: [...columns], is_default: isDefault } })
    if (outcome.ok) onSaved(outcome.answer)
  }
  return (
    <NameForm
      title={t(($) => $.list.saveView)}
      submit={t(($) => $.list.save)}
      failure={error && failureText(error)}
      {...{ pending, onBack }}
      onSubmit={(name) => void save(name)}
    >
      <Checkbox
        size="sm"
        label={t(($) => $.list.openWithIt)}
        checked={isDefault}
        onChange={(event) => setDefault(event.currentTarget.checked)}
      />
    </NameForm>
  )
}

function RenameForm({ view, onDone }: { view: View; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(updateView, { refreshes: [listViews] })
  const rename = async (name: string) => {
    const { ok } = await act({ path: { view_id: view.view_id }, body: { name } })
    if (ok) onDone()
  }
  return (
    <NameForm
      title={t(($) => $.list.renameView)}
      submit={t(($) => $.list.save)}
      initial={view.name}
      failure={error && failureText(error)}
      pending={pending}
      onBack={onDone}
      onSubmit={(name) => void rename(name)}
    />
  )
}

interface NameFormProps {
  title: string
  submit: string
  initial?: string
  failure: string | null
  pending: boolean
  onSubmit: (name: string) => void
  onBack: () => void
  children?: ReactNode
}
function NameForm({
  title,
  submit,
  initial = '',
  failure,
  pending,
  onSubmit,
  onBack,
  children,
}: NameFormProps): ReactNode {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form className={styles['form']} onSubmit={send} aria-label={title}>
      <TextInput
        label={t(($) => $.list.viewName)}
        dir="auto"
        maxLength={60}
        autoFocus
        autoComplete="off"
        value={name}
        error={failure}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
      <div className={styles['buttons']}>
        <Button type="submit" size="xs" loading={pending} disabled={name.trim() === ''}>
          {submit}
        </Button>
        <Button size="xs" variant="default" onClick={onBack}>
          {t(($) => $.confirm.cancel)}
        </Button>
      </div>
    </form>
  )
}

function DeleteQuestion({
  view,
  onDeleted,
  onBack,
}: {
  view: View
  onDeleted: () => void
  onBack: () => void
}): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(deleteView, { refreshes: [listViews] })
  const remove = async () => {
    const { ok } = await act({ path: { view_id: view.view_id } })
    if (ok) onDeleted()
  }
  return (
    <div className={styles['form']}>
      <p>{t(($) => $.list.deleteViewText, { view: isolated(view.name) })}</p>
      <div className={styles['buttons']}>
        <Button size="xs" color="red.8" loading={pending} onClick={() => void remove()}>
          {t(($) => $.list.deleteView)}
        </Button>
        <Button size="xs" variant="default" autoFocus onClick={onBack}>
          {t(($) => $.confirm.cancel)}
        </Button>
      </div>
    </div>
  )
}
