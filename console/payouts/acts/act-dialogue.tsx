import { lazy, Suspense, type ReactNode } from 'react'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import type { PayoutAct } from '../acts-on.ts'

export interface ActDialogueProps {
  /** What it is done to: of one merchant. */
  payouts: readonly PayoutRow[]
  /** It is done. */
  onDone: () => void
  onClose: () => void
}

const Release = lazy(() => import('./release.tsx'))
const Reject = lazy(() => import('./reject.tsx'))
const Cancel = lazy(() => import('./cancel.tsx'))

/** The dialogue of an act on one payout or on several. */
export function ActDialogue({ act, ...props }: ActDialogueProps & { act: PayoutAct }): ReactNode {
  return (
    <Suspense>
      {act === 'reject' ? (
        <Reject {...props} />
      ) : act === 'cancel' ? (
        <Cancel {...props} />
      ) : (
        <Release act={act} {...props} />
      )}
    </Suspense>
  )
}
