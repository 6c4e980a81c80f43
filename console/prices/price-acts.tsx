import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceRow } from '#contract/prices.ts'
import { priceStates } from '#contract/subscription-states.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { CancelPrice } from './cancel.tsx'

export type PriceAct = 'subscribe' | 'duplicate' | 'cancel'

/** The acts on a price that its state and the user's rights allow, and the dialogue of the one that is open. */
export function usePriceActs(price: PriceRow): { acts: ActItem<PriceAct>[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const go = useGo()
  const merchant = useActingFor()
  const [cancelling, setCancelling] = useState(false)
  const writable = useDenied('subscriptions') === null
  const whose = merchant ? { merchant } : {}
  const { order_ref: ref } = price
  const all: ActItem<PriceAct>[] = [
    {
      id: 'subscribe',
      title: t(($) => $.subscriptions.create),
      icon: 'plus',
      run: () => void go({ to: 'createSubscription', search: { price: ref, ...whose } }),
    },
    {
      id: 'duplicate',
      title: t(($) => $.prices.duplicate),
      icon: 'copy',
      run: () => void go({ to: 'createPrice', search: { duplicate: ref, ...whose } }),
    },
    { id: 'cancel', title: t(($) => $.prices.cancel), icon: 'close', danger: true, run: () => setCancelling(true) },
  ]
  const isOpen = priceStates.can(price.status, 'cancel')
  return {
    acts: writable ? all.filter(({ id }) => isOpen || id === 'duplicate') : [],
    dialogue: cancelling && <CancelPrice price={price} onClose={() => setCancelling(false)} />,
  }
}
