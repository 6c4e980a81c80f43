import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { copyText } from '#console/kit/ui/copy-text.ts'
import type { IconName } from '#console/kit/ui/icons.tsx'
import { ActDialogue } from './acts/act-dialogue.tsx'
import type { PayoutAct } from './acts-on.ts'

const PayAgain = lazy(() => import('./acts/pay-again.tsx'))

type Act = PayoutAct | 'edit' | 'pay_again' | 'copy'
const order = ['approve', 'verify', 'pay_again', 'edit', 'reject', 'cancel'] as const
const icons: Record<Act, IconName> = {
  verify: 'check',
  approve: 'check',
  pay_again: 'repeat',
  edit: 'settings',
  reject: 'close',
  cancel: 'close',
  copy: 'copy',
}

/** The acts on one payout that the server allows this user, and the dialogue of the one that is open. */
export function usePayoutActs(payout: PayoutDetails): { acts: ActItem<Act>[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const go = useGo()
  const { merchant = '' } = useScreenSearch('managePayouts') as { merchant?: string }
  const [open, setOpen] = useState<PayoutAct | 'pay_again' | null>(null)
  const close = () => setOpen(null)
  const run = (id: Act) => {
    if (id === 'copy') return void copyText(payout.txn_ref)
    if (id !== 'edit') return setOpen(id)
    void go({ to: 'updatePayout', search: { ref: payout.txn_ref, ...(merchant ? { merchant } : {}) } })
  }
  const acts = [...order.filter((id) => payout.may[id]), 'copy' as const].map((id) => ({
    id,
    title: id === 'copy' ? t(($) => $.palette.copyReference) : t(($) => $.payouts.acts[id]),
    icon: icons[id],
    ...(id === 'cancel' || id === 'reject' ? ({ danger: true } as const) : {}),
    run: () => run(id),
  }))
  return {
    acts,
    dialogue: open && (
      <Suspense>
        {open === 'pay_again' ? (
          <PayAgain payout={payout} onClose={close} />
        ) : (
          <ActDialogue act={open} payouts={[payout]} onDone={close} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
