import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoiceDocument } from '#contract/invoice-documents.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { PaperSkeleton } from '../document/paper-skeleton.tsx'
import { Paper } from '../document/paper.tsx'
import { Missings } from '../missings.tsx'
import styles from './details.module.css'

/** The document as the customer has it; on paper it stands alone. */
export function Document({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const drawn = useCall(readInvoiceDocument, { path: { ref: invoice.invoice_ref }, query: {} })
  return (
    <section className={styles['document']} aria-label={t(($) => $.invoices.document)}>
      <Missings invoice={invoice} of="document" />
      {drawn.data ? (
        <Paper document={drawn.data} />
      ) : (
        <PaperSkeleton>{drawn.error ? failureText(drawn.error) : ''}</PaperSkeleton>
      )}
    </section>
  )
}
