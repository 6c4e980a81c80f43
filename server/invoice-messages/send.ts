import type { Input } from '#contract/kit/call.ts'
import { invoiceStates, openInvoiceStates } from '#contract/invoice-states.ts'
import type { sendInvoice as declaration } from '#contract/invoice-messages.ts'
import { wrongState } from '#server/invoice-store/change.ts'
import { issueInvoice } from '#server/invoice-store/issue.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { waysOf } from '#server/invoice-store/recipients.ts'
import { scheduleInvoice } from '#server/invoice-store/schedule.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { deliver, type InvoiceMessage } from './deliver.ts'
import { checkDrawable, isDrawable } from './drawable.ts'
import { planReminders } from './plan-reminders.ts'
import { forgetSending, keepSending, readSending, type Sending } from './sendings.ts'

type Body = Input<typeof declaration>['body']

/**
 * Sends an invoice to its customer, which issues a draft; or plans that. Throws `notFound`, `wrongState` for one that is voided, or of
 * a plan for one that is issued, `recipientMissing` and `undrawable`.
 * @returns the latest message of each way, the new ones and those of the last minute; of a plan what will go where.
 */
export async function sendInvoice(ctx: Ctx, invoiceRef: string, body: Body): Promise<InvoiceMessage[]> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  const { ways, language = '', recipients = [], scheduled_at: at } = body
  const wish: Sending = { ways: waysOf(invoice, ways), language, recipients }
  noteWays(ctx, invoiceRef, wish.ways)
  if (!at) return (await send(ctx, invoice, wish)).messages
  await checkDrawable(ctx, invoice, wish.ways)
  await scheduleInvoice(ctx, invoice, at)
  keepSending(ctx, invoiceRef, wish)
  return wish.ways.flatMap((way) =>
    (way === 'email' ? [invoice.email, ...recipients] : [invoice.phone]).map((recipient) => ({
      way,
      recipient,
      sent_at: at,
      message_id: '',
    })),
  )
}

/**
 * Sends an invoice that the caller has locked, as was said when it was planned, else by its own ways. Throws `wrongState`,
 * `recipientMissing` and `undrawable`.
 */
export async function sendNow(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const kept = invoice.status === 'scheduled' ? await readSending(ctx, invoice.invoice_ref) : undefined
  const ways = waysOf(invoice, kept?.ways)
  return (await send(ctx, invoice, { language: '', recipients: [], ...kept, ways })).invoice
}

/** Issues an invoice that the caller has locked and that the merchant has handed over by other means; reminders go as planned. */
export async function markAsSent(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (!invoiceStates.can(invoice.status, 'issue')) throw wrongState(invoice)
  await planReminders(ctx, invoice)
  // Last, as others of the merchant wait for the next number.
  return issueInvoice(ctx, invoice)
}

async function send(ctx: Ctx, invoice: InvoiceRow, { ways, language, recipients }: Sending) {
  if (invoice.status === 'voided') throw wrongState(invoice)
  await checkDrawable(ctx, invoice, ways)
  const isNew = invoiceStates.can(invoice.status, 'issue')
  const issued = isNew ? await markAsSent(ctx, invoice) : invoice
  if (isNew) forgetSending(ctx, invoice.invoice_ref)
  const messages = await deliver(ctx, issued, {
    kind: 'send',
    ways,
    attached: true,
    language: language || invoice.language,
    recipients,
  })
  return { invoice: issued, messages }
}

/**
 * Reminds the customer of an invoice now. Throws `notFound`, `wrongState` for one that is neither sent nor overdue, and
 * `recipientMissing`.
 */
export async function remindOfInvoice(ctx: Ctx, invoiceRef: string): Promise<InvoiceMessage[]> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  if (!(openInvoiceStates as readonly string[]).includes(invoice.status)) throw wrongState(invoice)
  const ways = waysOf(invoice)
  noteWays(ctx, invoiceRef, ways)
  return deliver(ctx, invoice, {
    kind: 'reminder',
    ways,
    attached: await isDrawable(ctx, invoice),
    language: invoice.language,
  })
}

const noteWays = (ctx: Ctx, invoiceRef: string, ways: Sending['ways']): void =>
  ctx.auditSubject(invoiceRef, madeAs({ way: [...new Set(ways)].join(', ') }))
