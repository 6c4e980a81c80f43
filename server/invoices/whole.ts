import { amountsOf } from '#contract/invoice-amounts.ts'
import { invoiceFields } from '#contract/invoice-fields.ts'
import type { InvoiceSums } from '#contract/invoice-sums.ts'
import { millionthsText } from '#contract/kit/decimal.ts'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { shownOf } from '#server/kit/db/fields.ts'
import { withDeliveries } from '#server/messages/deliveries.ts'
import { payAddress } from '#server/payables/payable.ts'
import { listAttempts } from '#server/payments/attempts.ts'
import { listCreditNotes } from '#server/invoice-store/credit-notes.ts'
import { isPartlyPaid } from '#server/invoice-store/publish-webhook.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { sellerOf } from '#server/invoice-store/settings.ts'
import { fixedFields } from './fixed.ts'
import { plannedReminders } from '#server/invoice-messages/plan.ts'
import { obstacles } from './reading.ts'

/** An invoice with everything that its page shows. Throws `notFound`. */
export async function wholeInvoice(ctx: Ctx, invoiceRef: string) {
  const invoice = await existingInvoice(ctx, invoiceRef)
  const [seller, attempts, outside, creditNotes, timeline, documents, plan] = await Promise.all([
    invoice.seller ?? sellerOf(ctx),
    listAttempts(ctx, { kind: 'invoice', ref: invoiceRef }),
    listOutside(ctx, invoiceRef),
    listCreditNotes(ctx, invoiceRef),
    invoiceEvents(ctx, invoiceRef),
    obstacles(ctx, invoice),
    plannedReminders(ctx, invoice),
  ])
  const { currency } = invoice
  return {
    ...shownOf(invoiceFields, invoice),
    ...invoice.content,
    partially_paid: isPartlyPaid(invoice),
    sums: shownSums(invoice),
    seller,
    invoice_url: payAddress(ctx, invoiceRef),
    fixed: fixedFields(invoice),
    ...documents,
    attempts,
    outside_payments: outside.map((one) => ({ ...one, currency })),
    credit_notes: creditNotes.map(({ amount_minor: amount, ...note }) => ({ ...note, amount })),
    reminder_plan: plan,
    timeline,
  }
}

/** The events of an invoice, oldest first, with what became of its messages. */
export async function invoiceEvents(ctx: Ctx, invoiceRef: string) {
  return withDeliveries(ctx, { type: 'invoice', ref: invoiceRef }, await readTimeline(ctx, 'invoice', invoiceRef))
}

/** What was recorded of money from outside, oldest first. Indexes: primary keys. */
const listOutside = (ctx: Ctx, invoiceRef: string) =>
  ctx.own
    .select('invoice_outside_payments')
    .innerJoin('invoice_payments', (join) =>
      join
        .on('invoice_payments.merchant_id', '=', ctx.owner.merchantId)
        .on('invoice_payments.environment', '=', ctx.owner.environment)
        .onRef('invoice_payments.invoice_ref', '=', 'invoice_outside_payments.invoice_ref')
        .onRef('invoice_payments.order_ref', '=', 'invoice_outside_payments.order_ref'),
    )
    .select(['invoice_outside_payments.order_ref as payment_ref', 'amount_minor as amount'])
    .select(['received_on', 'method', 'evidence', 'created_at', 'created_by'])
    .where('invoice_outside_payments.invoice_ref', '=', invoiceRef)
    .orderBy('created_at')
    .execute()

/** The steps from the lines to the amount. */
function shownSums({ content, currency, invoice_ref }: InvoiceRow) {
  const sums = amountsOf(content, currency)
  if (Array.isArray(sums)) throw new Error(`the lines of ${invoice_ref} make no sum`)
  return sumsShown(sums, currency)
}

/** Sums as answers show them. */
export const sumsShown = (sums: InvoiceSums, currency: Currency) => ({
  nets: sums.nets.map((net) => toMajor(net, currency)),
  costs: sums.costs.map(({ amount }) => toMajor(amount, currency)),
  tax_rows: sums.groups.map(({ category, percent, ...amounts }) => ({
    tax_category: category,
    tax_percent: Number(millionthsText(percent)),
    ...amounts,
    currency,
  })),
  sub_total: sums.subTotal,
  charges: sums.charges,
  discounts: sums.discounts,
  tax: sums.tax,
  amount: sums.amount,
  currency,
})
