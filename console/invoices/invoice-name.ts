import i18next from 'i18next'
import type { InvoiceRow } from '#contract/invoice-answers.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** What an invoice is called: its number once it has one, else that it is a draft, by its reference. */
export const invoiceName = (invoice: Pick<InvoiceRow, 'invoice_number' | 'merchant_invoice_ref'>): string =>
  invoice.invoice_number
    ? i18next.t(($) => $.invoices.name, { number: isolatedLtr(invoice.invoice_number) })
    : i18next.t(($) => $.invoices.draftName, { reference: isolatedLtr(invoice.merchant_invoice_ref) })
