import { defaultLanguage } from '#i18n/languages.ts'
import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { emptyContent } from '#contract/invoice-content.ts'
import { invoiceFields } from '#contract/invoice-fields.ts'
import type { createInvoice as declaration } from '#contract/invoices.ts'
import { decimalText } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from '#server/kit/db/fields.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { waysOf } from '#server/invoice-store/recipients.ts'
import { scheduleInvoice } from '#server/invoice-store/schedule.ts'
import { settingsOf } from '#server/invoice-store/settings.ts'
import { existingTemplate } from '#server/invoice-templates/queries.ts'
import { contentOf } from '#server/invoice-store/content.ts'
import { checkForerunner, checkNumber, checkSaid, checkTerms, sumsOf } from './rules.ts'
import { sendNow } from '#server/invoice-messages/send.ts'
import { rememberParts } from './suggestions.ts'

export type NewInvoice = Omit<Input<typeof declaration>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * Draws up an invoice, sends it at once or plans that, and returns it. What the request leaves out is of the template that it names,
 * else of the merchant's settings. Throws `duplicateOrder` for a reference or number that another invoice has, `invalidAmount` where
 * the lines make another amount, and the faults of sending.
 * @param author by default the asking user.
 */
export async function createInvoice(ctx: Ctx, body: NewInvoice, author = asking(ctx)): Promise<InvoiceRow> {
  if (body.send_immediately && body.scheduled_at)
    throw fieldFault('invalidRequest', 'scheduled_at', 'contradicts', 'It is sent at once, or then.')
  const invoice = await drawUp(ctx, body, author)
  await Promise.all([checkNumber(ctx, invoice.invoice_number), checkForerunner(ctx, invoice.replaces)])
  keepDrafts(ctx, [invoice])
  ctx.auditSubject(invoice.invoice_ref, madeAs(factsOf(invoice)))
  if (body.send_immediately) return sendNow(ctx, invoice)
  if (!body.scheduled_at) return invoice
  waysOf(invoice)
  return scheduleInvoice(ctx, invoice, body.scheduled_at)
}

/**
 * Writes drafts that were drawn up in this transaction, with one statement for many. The commit fails with `duplicateOrder` where
 * another invoice has the reference or number of one.
 */
export function keepDrafts(ctx: Ctx, invoices: readonly InvoiceRow[]): void {
  if (invoices.length === 0) return
  const rows = invoices.map((invoice) => ({ ...invoice, content: JSON.stringify(invoice.content), seller: null }))
  for (let from = 0; from < rows.length; from += draftsAtOnce)
    ctx.write(ctx.own.insert('invoices', rows.slice(from, from + draftsAtOnce)))
  rememberParts(ctx, invoices)
  for (const { invoice_ref } of invoices) addTimelineEntry(ctx, 'invoice', invoice_ref, 'created')
}
/** Of one statement, which takes 65,535 values. */
const draftsAtOnce = 50

/** Who makes an invoice: the name that it shows, and the user who is told of it, if any. */
export interface Author {
  created_by: string
  created_by_id: string | null
}
export const asking = (ctx: Ctx): Author => ({
  created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
  created_by_id: ownUserId(ctx),
})

/** The draft that a request describes; nothing is written. Throws the faults of its amounts and terms, and `notFound`. */
export async function drawUp(ctx: Ctx, body: NewInvoice, author = asking(ctx)): Promise<InvoiceRow> {
  const [merchant, settings, template] = await Promise.all([
    merchantOf(ctx),
    settingsOf(ctx),
    body.template_ref ? existingTemplate(ctx, body.template_ref) : undefined,
  ])
  if (template?.deleted_at) throw new Fault('notFound')
  const { due_days: _, allow_partial = false, ...parts } = template?.content ?? {}
  const own = { ...emptyContent, reminders: settings.reminders ?? [], look: settings.look ?? {} }
  const content = contentOf(body, contentOf(parts, own))
  const kept = keptOf(invoiceFields, body)
  const sums = sumsOf(content, kept.currency)
  checkSaid('sub_total', kept.sub_total_minor, sums.subTotal, kept.currency)
  checkSaid('amount', kept.amount_minor, sums.amount, kept.currency)
  const invoiceRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const invoice: InvoiceRow = {
    ...kept,
    invoice_ref: invoiceRef,
    merchant_invoice_ref: kept.merchant_invoice_ref || invoiceRef,
    status: 'created',
    stem: '',
    counter: null,
    voided_from: '',
    voided_at: null,
    revision: 1,
    customer_name_lower: kept.customer_name.toLowerCase(),
    email_lower: kept.email.toLowerCase(),
    country: merchant.country,
    paid_minor: 0n,
    credited_minor: 0n,
    applied_minor: 0n,
    refunded_minor: 0n,
    due_minor: sums.amount,
    parts: 0,
    invoice_date: kept.invoice_date || dayAt(ctx.now, merchant.time_zone),
    scheduled_at: null,
    sent_at: null,
    paid_at: null,
    language: body.customer.language ?? settings.language ?? (merchant.language || defaultLanguage),
    template_name: template?.name ?? '',
    allow_partial: body.allow_partial ?? allow_partial,
    content,
    seller: null,
    created_at: ctx.now,
    ...author,
    updated_at: ctx.now,
  }
  checkTerms(invoice)
  return invoice
}

/** What the audit log says of an invoice. */
export const factsOf = (invoice: InvoiceRow) => ({
  merchant_invoice_ref: invoice.merchant_invoice_ref,
  invoice_number: invoice.invoice_number,
  amount: decimalText(invoice.amount_minor, invoice.currency),
  currency: invoice.currency,
  invoice_date: invoice.invoice_date,
  due_date: invoice.due_date,
  late_payment: invoice.late_payment,
  template: invoice.template_name,
})
