import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoice, updateInvoice } from '#contract/invoices.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { ofInvoices } from '../calls.ts'
import type { ActDialogueProps } from '../invoice-acts.tsx'
import { invoiceName } from '../invoice-name.ts'

/** Asks before an invoice is marked as sent: it gets its number and is fixed. */
export default function MarkSent({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const merchant = useActingFor()
  const latest = useCall(readInvoice, { body: { invoice_ref: invoice.invoice_ref } })
  const { act, pending } = useAction(updateInvoice, { refreshes: ofInvoices })
  const confirm = async () => {
    if (!latest.data) return
    const outcome = await act({
      path: { ref: invoice.invoice_ref },
      body: {
        chaipay_key: merchant || user.iamportKey,
        environment: environmentOf(user),
        revision: latest.data.revision,
        marked_as_sent: true,
      },
    })
    if (!outcome.ok) toastFailure(failureText(outcome.error), outcome.error.requestId)
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.invoices.markSentTitle, { name: invoiceName(invoice) })}
      confirm={t(($) => $.invoices.acts.markSent)}
      pending={pending || latest.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.invoices.markSentText)}
    </Confirm>
  )
}
