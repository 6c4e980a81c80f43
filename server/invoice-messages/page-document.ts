import type { OrderDocument } from '#checkout/view.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Language } from '#i18n/languages.ts'
import { dayText } from '#i18n/moment.ts'
import { describeInvoice } from '#server/invoice-documents/describe.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { missingCharacters } from '#server/invoice-documents/pdf/pdf.ts'
import { electronicGaps } from '#server/invoice-documents/xml/gaps.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** An issued invoice as its customer's page shows it, with words in the page's language around the document in its own. */
export async function pageDocument(ctx: Ctx, invoice: InvoiceRow, language: Language): Promise<OrderDocument> {
  const facts = await invoiceFacts(ctx, invoice)
  const [shown, payments, missing] = await Promise.all([
    describeInvoice(facts),
    listPayments(ctx, invoice.invoice_ref, language),
    missingCharacters(facts),
  ])
  const { status, invoice_ref: ref } = invoice
  const isElectronic = status !== 'voided' && electronicGaps(facts).length === 0
  const forms = [...(missing.length === 0 ? ['pdf' as const] : []), ...(isElectronic ? (['ubl', 'cii'] as const) : [])]
  return {
    // The page itself is where it is paid.
    shown: { ...shown, blocks: shown.blocks.filter(({ kind }) => kind !== 'pay') },
    number: invoice.invoice_number,
    due: dayText(invoice.due_date, language),
    overdue: status === 'overdue',
    voided: status === 'voided',
    payments,
    files: forms.map((form) => ({ form, url: `/pay/${ref}/documents/${form}` })),
  }
}

/** What was paid of an invoice, oldest first, with its receipts. Index: primary key. */
async function listPayments(ctx: Ctx, invoiceRef: string, language: Language): Promise<OrderDocument['payments']> {
  const { time_zone } = await merchantOf(ctx)
  const rows = await ctx.own
    .select('invoice_payments')
    .select(['order_ref', 'amount_minor', 'at'])
    .where('invoice_ref', '=', invoiceRef)
    .orderBy('at')
    .orderBy('order_ref')
    .limit(200)
    .execute()
  return rows.map(({ order_ref, amount_minor, at }) => ({
    day: dayText(dayAt(at, time_zone), language),
    amountMinor: amount_minor,
    receiptUrl: `/pay/${invoiceRef}/receipts/${order_ref}`,
  }))
}
