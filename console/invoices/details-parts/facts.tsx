import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice-answers.ts'
import { languages } from '#i18n/languages.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount, Day, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'

/** What the document does not say: references, who is reached how, and the merchant's own notes. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchant = useActingFor()
  const { billing_address: home, buyer } = invoice
  const address = [home.line_1, home.line_2, home.zip_code, home.city, home.state, home.country_code && countryName(home.country_code, language)].filter(Boolean)
  const text = (value: string | undefined) => (value ? <bdi key={value}>{value}</bdi> : undefined)
  const column = (name: string) => wireWord('columns', name)
  const own = invoice.custom_fields.map(({ key, value, show = false }) => [show ? key : `${key} (${t(($) => $.invoices.hiddenField)})`, text(value)] as const)
  return (
    <Section title={t(($) => $.paymentLinks.facts)}>
      <Facts
        facts={[
          [column('merchant_invoice_ref'), <Reference key="own">{invoice.merchant_invoice_ref}</Reference>],
          [column('invoice_ref'), <Reference key="ref">{invoice.invoice_ref}</Reference>],
          [column('invoice_date'), <Day key="date" of={invoice.invoice_date} />],
          [column('created_at'), <Time key="created" at={invoice.created_at} zoned />],
          [column('created_by'), text(invoice.created_by)],
          [column('scheduled_at'), invoice.scheduled_at ? <Time key="plan" at={invoice.scheduled_at} zoned /> : undefined],
          [column('sent_at'), invoice.sent_at ? <Time key="sent" at={invoice.sent_at} zoned /> : undefined],
          [column('paid_at'), invoice.paid_at ? <Time key="paid" at={invoice.paid_at} zoned /> : undefined],
          [column('template'), text(invoice.template)],
          [
            t(($) => $.invoices.replaces),
            invoice.replaces ? (
              <ScreenLink key="replaces" to="invoiceDetails" search={{ ref: invoice.replaces, ...(merchant ? { merchant } : {}) }}>
                <Reference>{invoice.replaces}</Reference>
              </ScreenLink>
            ) : undefined,
          ],
          [column('email'), invoice.email ? <LeftToRight key="mail">{invoice.email}</LeftToRight> : undefined],
          [column('phone'), invoice.phone ? <LeftToRight key="phone">{invoice.phone}</LeftToRight> : undefined],
          [t(($) => $.invoiceForm.address), text(address.join(t(($) => $.app.comma)))],
          [t(($) => $.invoiceForm.taxNumber), text(buyer.tax_number)],
          [t(($) => $.invoiceForm.purchaseOrder), text(buyer.purchase_order)],
          [t(($) => $.invoiceForm.language), text(languages[invoice.language].name)],
          [t(($) => $.invoiceForm.zone), text(invoice.time_zone)],
          [
            t(($) => $.invoiceForm.leastPartial),
            invoice.allow_partial ? invoice.least_partial_amount > 0 ? <Amount key="least" value={invoice.least_partial_amount} currency={invoice.currency} /> : t(($) => $.invoices.anyAmount) : undefined,
          ],
          [t(($) => $.invoiceForm.methods), invoice.payment_methods.length > 0 ? text(invoice.payment_methods.map((method) => codeWord('methods', method)).join(t(($) => $.app.comma))) : undefined],
          [t(($) => $.linkForm.latePayment), wireWord('latePayments', invoice.late_payment)],
          [t(($) => $.invoiceForm.internalNote), text(invoice.internal_note)],
          ...own,
        ]}
      />
    </Section>
  )
} // prettier-ignore
