import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { settlementStates } from '#contract/settlement-states.ts'
import type { Settlement } from '#contract/settlement-shapes.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { OpenAct } from '#console/kit/shell/open-acts.ts'
import { Close, Propose, Reopen } from './dialogues.tsx'

const icons = { close: 'check', proposeClose: 'check', reopen: 'undo', proposeReopen: 'undo' } as const
type ActName = keyof typeof icons
const dialogues = { close: Close, proposeClose: Propose, reopen: Reopen, proposeReopen: Propose }

/** What can be done with a settlement as it is now, and the open dialogue. While a proposal waits, that is decided first. */
export function useSettlementActs(settlement: Settlement, waits: boolean): { acts: OpenAct[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const denied = useDenied('reconData')
  const isAdmin = allowed('administration', accessOf(useUser()))
  const [open, setOpen] = useState<ActName | null>(null)
  const { state, is_lone: isLone } = settlement
  const may = (action: 'close' | 'closeUnproven' | 'reopen') => settlementStates.can(state, action)
  const names: ActName[] =
    denied || waits
      ? []
      : [
          ...(may('close') || (may('closeUnproven') && isLone) ? (['close'] as const) : []),
          ...(may('closeUnproven') && !isLone ? (['proposeClose'] as const) : []),
          ...(may('reopen') ? [isLone && isAdmin ? ('reopen' as const) : ('proposeReopen' as const)] : []),
        ]
  const acts = names.map((id) => ({
    id,
    title: t(($) => $.reconSettlements[id]),
    icon: icons[id],
    run: () => setOpen(id),
  }))
  const Dialogue = open && dialogues[open]
  return { acts, dialogue: Dialogue && <Dialogue settlement={settlement} onClose={() => setOpen(null)} /> }
}

/** The acts as buttons; closing what is proven is the screen's primary one. */
export const SettlementButtons = ({ acts }: { acts: readonly OpenAct[] }): ReactNode =>
  acts.map(({ id, title, run }) => (
    <Button key={id} {...(id === 'close' ? {} : { variant: 'default' })} onClick={run}>
      {title}
    </Button>
  ))
