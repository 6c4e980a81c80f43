import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readInvoiceDocument } from '#contract/invoice-documents.ts'
import { issuedInvoiceStates } from '#contract/invoice-states.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { QrPart } from '#console/kit/details/share-parts.tsx'
import share from '#console/kit/details/share.module.css'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'

/** The address at which the customer sees and pays the invoice, and its QR code. */
export function Share({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const isIssued = (issuedInvoiceStates as readonly string[]).includes(invoice.status)
  const drawn = useCall(readInvoiceDocument, { path: { ref: invoice.invoice_ref }, query: {} }, { enabled: isIssued })
  const code = drawn.data?.blocks.flatMap((block) => (block.kind === 'pay' ? [block.qr_code] : [])).find(Boolean)
  return (
    <Section title={t(($) => $.invoices.customerPage)}>
      {isIssued ? (
        <div className={share['share']}>
          <span className={share['address']}>
            <LeftToRight>{invoice.invoice_url}</LeftToRight>
          </span>
          <div className={share['buttons']}>
            <CopyButton text={invoice.invoice_url} label={t(($) => $.invoices.acts.copy)} />
            <Button
              component="a"
              href={invoice.invoice_url}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<Icon name="open" />}
            >
              {t(($) => $.paymentLinks.open)}
            </Button>
          </div>
          {code && (
            <QrPart
              title={t(($) => $.invoices.qrCode)}
              code={code}
              name={invoice.invoice_number || invoice.invoice_ref}
            />
          )}
        </div>
      ) : (
        <p>{t(($) => (invoice.status === 'voided' ? $.invoices.pageVoided : $.invoices.pageNotYet))}</p>
      )}
    </Section>
  )
}
