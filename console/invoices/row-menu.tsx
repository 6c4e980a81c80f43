import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useInvoiceActs } from './invoice-acts.tsx'
import { invoiceName } from './invoice-name.ts'

/** The menu of acts at the end of an invoice's row, which may be another merchant's. */
export const RowMenu = ({ invoice, merchant }: { invoice: InvoiceRow; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts invoice={invoice} />
  </ActingFor>
)

function Acts({ invoice }: { invoice: InvoiceRow }): ReactNode {
  const { t } = useTranslation()
  const { acts, dialogue } = useInvoiceActs(invoice)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(($) => $.invoices.actsFor, { name: invoiceName(invoice) })}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ActItems acts={acts} />
        </Menu.Dropdown>
      </Menu>
      {dialogue}
    </>
  )
}
