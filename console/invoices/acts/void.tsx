import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { voidInvoice } from '#contract/invoices.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofInvoices } from '../calls.ts'
import type { ActDialogueProps } from '../invoice-acts.tsx'
import { invoiceName } from '../invoice-name.ts'

/** Asks before an invoice is voided. */
export default function VoidInvoice({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(voidInvoice, { refreshes: ofInvoices })
  const confirm = async () => {
    await act({ path: { ref: invoice.invoice_ref }, body: {} })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.invoices.voidTitle, { name: invoiceName(invoice) })}
      confirm={t(($) => $.invoices.acts.void)}
      danger
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {invoice.invoice_number ? t(($) => $.invoices.voidText) : t(($) => $.invoices.voidDraftText)}
    </Confirm>
  )
}
