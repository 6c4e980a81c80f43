import type { ReactNode } from 'react'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { useInvoiceActs } from './invoice-acts.tsx'
import { invoiceName } from './invoice-name.ts'

/** The menu of acts at the end of an invoice's row, which may be another merchant's. */
export const RowMenu = ({ invoice, merchant }: { invoice: InvoiceRow; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts invoice={invoice} />
  </ActingFor>
)

function Acts({ invoice }: { invoice: InvoiceRow }): ReactNode {
  const { acts, dialogue } = useInvoiceActs(invoice)
  return (
    <>
      <ActsMenu name={invoiceName(invoice)} acts={acts} />
      {dialogue}
    </>
  )
}
