import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  loadGoodRows,
  readReconFileAgain,
  tryReconFileAgain,
  withdrawReconFile,
  type ReconFile,
} from '#contract/recon-files.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { OpenAct } from '#console/kit/shell/open-acts.ts'
import type { IconName } from '#console/kit/ui/icons.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { refreshes } from './refreshes.ts'
import { Replace } from './replace.tsx'

const asking = ['loadGoodRows', 'readAgain', 'replace', 'withdraw'] as const
type Asking = (typeof asking)[number]

export interface FileAct extends OpenAct {
  danger?: boolean
}
const icons = {
  loadGoodRows: 'check',
  readAgain: 'refresh',
  replace: 'repeat',
  withdraw: 'undo',
  tryAgain: 'refresh',
} as const satisfies Record<string, IconName>

/** What can be done with a file as it is now, the most likely first, and the open dialogue. */
export function useFileActs(file: ReconFile): { acts: FileAct[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const denied = useDenied('reconData')
  const [open, setOpen] = useState<Asking | null>(null)
  const good = useAction(loadGoodRows, { refreshes })
  const again = useAction(tryReconFileAgain, { refreshes })
  const anew = useAction(readReconFileAgain, { refreshes })
  const withdraw = useAction(withdrawReconFile, { refreshes })
  const input = { path: { recon_id: file.recon_id }, body: { environment } }
  const isStill = file.stage === '' && file.withdrawn_at === null && !denied
  const may = (states: readonly string[]) => isStill && file.same_as === '' && states.includes(file.status)
  // Reading begins with the original.
  const isRead = (states: readonly string[]) => may(states) && file.has_original
  const ask = (id: Asking) => ({ id, title: t(($) => $.reconFiles.acts[id]), icon: icons[id], run: () => setOpen(id) })
  const acts: FileAct[] = [
    ...(isRead(['Ingestion Failed'])
      ? [
          {
            id: 'tryAgain',
            title: t(($) => $.reconFiles.acts.tryAgain),
            icon: icons.tryAgain,
            run: () => void again.act(input),
          },
        ]
      : []),
    ...(isRead(['Validation Failed']) && file.held > 0 ? [ask('loadGoodRows')] : []),
    ...(isRead(['Success', 'Validation Failed']) ? [ask('readAgain')] : []),
    ...(may(['Success']) ? [ask('replace')] : []),
    ...(isStill && file.status !== 'Initiated' ? [{ ...ask('withdraw'), danger: true }] : []),
  ]
  const counted = file.loaded + file.restated
  const confirmed = { loadGoodRows: good, readAgain: anew, withdraw }
  const dialogue =
    open === 'replace' ? (
      <Replace file={file} onClose={() => setOpen(null)} />
    ) : (
      open && (
        <Confirm
          title={t(($) => $.reconFiles.asks[open].title)}
          confirm={t(($) => $.reconFiles.acts[open])}
          danger={open === 'withdraw'}
          onConfirm={() => {
            setOpen(null)
            void confirmed[open].act(input)
          }}
          onClose={() => setOpen(null)}
        >
          <p>
            {open === 'withdraw' && counted === 0
              ? t(($) => $.reconFiles.withdrawNothing)
              : t(($) => $.reconFiles.asks[open].text, { count: open === 'loadGoodRows' ? file.rejected : counted })}
          </p>
        </Confirm>
      )
    )
  return { acts, dialogue }
}

/** The acts as buttons: the first is the screen's primary one. */
export function FileButtons({ acts }: { acts: readonly FileAct[] }): ReactNode {
  const [first, ...others] = acts
  const isPrimary = first && (first.id === 'tryAgain' || first.id === 'loadGoodRows')
  return (
    <>
      {(isPrimary ? others : acts).toReversed().map(({ id, title, run, danger }) => (
        <Button key={id} variant="default" {...(danger ? { c: 'var(--mantine-color-error)' } : {})} onClick={run}>
          {title}
        </Button>
      ))}
      {isPrimary && <Button onClick={first.run}>{first.title}</Button>}
    </>
  )
}
