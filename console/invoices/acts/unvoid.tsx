import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { unvoidInvoice } from '#contract/invoices.ts'
import { limits } from '#contract/limits.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { ofInvoices } from '../calls.ts'
import type { ActDialogueProps } from '../invoice-acts.tsx'
import { invoiceName } from '../invoice-name.ts'

/** Asks before a voided invoice is brought back: its customer can pay it again. */
export default function UnvoidInvoice({ invoice, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(unvoidInvoice, { refreshes: ofInvoices })
  const confirm = async () => {
    await act({ path: { ref: invoice.invoice_ref }, body: {} })
    onClose()
  }
  return (
    <Confirm
      title={t(($) => $.invoices.unvoidTitle, { name: invoiceName(invoice) })}
      confirm={t(($) => $.invoices.acts.unvoid)}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(($) => $.invoices.unvoidText, { count: limits.unvoidDays })}
    </Confirm>
  )
}
