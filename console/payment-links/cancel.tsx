import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelPaymentLink, listPaymentLinks, readPaymentLink, type PaymentLink } from '#contract/payment-links.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { useAction } from '#console/kit/api/use-call.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** Asks for confirmation before a link is cancelled. */
export function CancelLink({ link, onClose }: { link: PaymentLink; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { act, pending } = useAction(cancelPaymentLink, { refreshes: [listPaymentLinks, readPaymentLink] })
  const confirm = async () => {
    await act({ path: { ref: link.link_ref } })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.paymentLinks.cancelTitle)}
      confirm={t(($) => $.paymentLinks.cancelConfirm)}
      keep={t(($) => $.paymentLinks.cancelKeep)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.paymentLinks.cancelText, {
        amount: amountInText(link.amount, link.currency, language),
        order: isolatedLtr(link.merchant_order_ref),
      })}
    </Confirm>
  )
}
