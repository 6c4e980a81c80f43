import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelPrice, listPrices, readPrice, type PriceRow } from '#contract/prices.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'

/** Asks before a price is cancelled, and says how many go on paying it. */
export function CancelPrice({ price, onClose }: { price: PriceRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(cancelPrice, { refreshes: [listPrices, readPrice] })
  const count = price.active_subscriptions + price.past_due_subscriptions
  const confirm = async () => {
    await act({ path: { id: price.order_ref } })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.prices.cancelTitle)}
      confirm={t(($) => $.prices.cancel)}
      keep={t(($) => $.prices.cancelKeep)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(($) => $.prices.cancelText, { name: isolated(price.name || price.merchant_order_ref) })}</p>
      <p>{count === 0 ? t(($) => $.prices.nobodyGoesOn) : t(($) => $.prices.goOn, { count })}</p>
    </Confirm>
  )
}
