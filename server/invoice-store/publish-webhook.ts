import { majorText, toMajor } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { payAddress } from '#server/payables/payable.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import type { InvoiceRow } from './queries.ts'

/** Publishes the webhook of an invoice whose state has changed: a flat body, signed with the merchant's secret. */
export async function publishInvoiceWebhook(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  await publishWebhook(ctx, {
    type: 'invoice',
    objectRef: invoice.invoice_ref,
    body: () => invoiceBody(ctx, invoice),
  })
}

async function invoiceBody(ctx: Ctx, invoice: InvoiceRow): Promise<Record<string, unknown>> {
  const { key, secret } = await merchantSecret(ctx)
  const { currency } = invoice
  const status = invoice.status.charAt(0).toUpperCase() + invoice.status.slice(1)
  const signed: Signed<'invoice'> = {
    amount: majorText(invoice.amount_minor, currency),
    currency,
    invoice_ref: invoice.invoice_ref,
    merchant_invoice_ref: invoice.merchant_invoice_ref,
    status,
  }
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...signed,
    invoice_number: invoice.invoice_number,
    partially_paid: isPartlyPaid(invoice),
    customer_name: invoice.customer_name,
    email: invoice.email,
    phone: invoice.phone,
    amount: toMajor(invoice.amount_minor, currency),
    amount_paid: toMajor(invoice.paid_minor, currency),
    amount_due: toMajor(invoice.due_minor, currency),
    amount_credited: toMajor(invoice.credited_minor, currency),
    amount_refunded: toMajor(invoice.refunded_minor, currency),
    sub_total: toMajor(invoice.sub_total_minor, currency),
    invoice_date: invoice.invoice_date,
    due_date: invoice.due_date,
    scheduled_at: moment(invoice.scheduled_at),
    sent_at: moment(invoice.sent_at),
    paid_at: moment(invoice.paid_at),
    created_at: invoice.created_at.toISOString(),
    created_by: invoice.created_by,
    template_ref: invoice.template_ref,
    invoice_url: payAddress(ctx, invoice.invoice_ref),
    merchant_key: key,
    environment: ctx.owner.environment,
    signature_hash: sign(signed, secret),
  }
}

/** Whether a part is paid and another is due. */
export const isPartlyPaid = ({ paid_minor, due_minor }: Pick<InvoiceRow, 'paid_minor' | 'due_minor'>): boolean =>
  paid_minor > 0n && due_minor > 0n
