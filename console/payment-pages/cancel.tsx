import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelPaymentPage } from '#contract/payment-pages.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofPages, type ActedPage } from './acted-page.ts'

/** Asks before a page is ended for good, and says what becomes of the orders that are open. */
export function CancelPage({ page, onClose }: { page: ActedPage; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(cancelPaymentPage, { refreshes: ofPages })
  const confirm = async () => {
    await act({ path: { pageRef: page.page_ref } })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.paymentPages.cancelTitle)}
      confirm={t(($) => $.paymentPages.acts.cancel)}
      keep={t(($) => $.paymentPages.cancelKeep)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(($) => $.paymentPages.cancelText, { title: isolated(page.title) })}</p>
      <p>
        {page.stock_reserved > 0
          ? t(($) => $.paymentPages.cancelReserved, { count: page.stock_reserved })
          : t(($) => $.paymentPages.cancelOrders)}
      </p>
    </Confirm>
  )
}
