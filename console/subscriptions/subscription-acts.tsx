import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { copyText } from '#console/kit/ui/copy-text.ts'
import type { IconName } from '#console/kit/ui/icons.tsx'
import { actsOn, type SubscriptionAct } from './acts-on.ts'

export interface ActDialogueProps {
  subscription: Subscription
  onClose: () => void
}

const sure = lazy(() => import('./acts/sure.tsx'))
const dialogues = {
  change: lazy(() => import('./acts/change.tsx')),
  pause: lazy(() => import('./acts/pause.tsx')),
  deduct: lazy(() => import('./acts/deduct.tsx')),
  methodLink: lazy(() => import('./acts/method-link.tsx')),
  cancel: lazy(() => import('./acts/cancel.tsx')),
}
type Asking = keyof typeof dialogues
/** The acts that only need to be confirmed. */
export type SureAct = Exclude<SubscriptionAct, Asking | 'copy'>

const icons: Record<SubscriptionAct, IconName> = {
  copy: 'copy',
  retry: 'refresh',
  deduct: 'payments',
  change: 'settings',
  cancelChange: 'undo',
  pause: 'pause',
  resume: 'forward',
  methodLink: 'mail',
  trigger: 'clock',
  keep: 'check',
  cancel: 'close',
}

/** The acts on a subscription that its state and the user's rights allow, none before it is read, and the dialogue of the one that is open. */
export function useSubscriptionActs(subscription: Subscription | undefined): {
  acts: ActItem<SubscriptionAct>[]
  dialogue: ReactNode
} {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Exclude<SubscriptionAct, 'copy'> | null>(null)
  const rights = { writable: useDenied('subscriptions') === null, environment: environmentOf(useUser()) }
  const close = () => setOpen(null)
  if (!subscription) return { acts: [], dialogue: null }
  const acts = actsOn(subscription, rights).map((id) => ({
    id,
    title: t(($) => $.subscriptions.acts[id]),
    icon: icons[id],
    ...(id === 'cancel' ? ({ danger: true } as const) : {}),
    run: () => (id === 'copy' ? void copyText(subscription.link) : setOpen(id)),
  }))
  const Dialogue = open && open in dialogues ? dialogues[open as Asking] : null
  const Sure = sure
  return {
    acts,
    dialogue: open && (
      <Suspense>
        {Dialogue ? (
          <Dialogue subscription={subscription} onClose={close} />
        ) : (
          <Sure subscription={subscription} act={open as SureAct} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
