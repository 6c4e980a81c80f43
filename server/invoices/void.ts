import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { moveInvoice, wrongState } from '#server/invoice-store/change.ts'
import { awaitDueDate, fallDueIfPast } from '#server/invoice-store/fall-due.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { awaitSending } from '#server/invoice-store/schedule.ts'
import { hasAttemptInFlight } from '#server/payments/attempts.ts'
import { replanReminders } from '#server/invoice-messages/plan-reminders.ts'

/**
 * Ends an invoice that nothing was paid of; its number stays taken. Throws `notFound`, `voided`, `wrongState` for one that is paid, in
 * part too, and `inFlight` while an attempt may still take the customer's money.
 */
export async function voidInvoice(ctx: Ctx, invoiceRef: string): Promise<void> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  const { status } = invoice
  if (status === 'voided') throw new Fault('voided')
  if (!invoiceStates.can(status, 'void')) throw wrongState(invoice)
  if (invoice.paid_minor > 0n) throw new Fault('wrongState', { why: 'a part of it is paid' })
  // `startAttempt` locks the invoice's row first, and this transaction holds that lock: no attempt can start after this check.
  if (await hasAttemptInFlight(ctx, { kind: 'invoice', ref: invoiceRef })) throw new Fault('inFlight')
  const from = status as Exclude<InvoiceRow['voided_from'], ''>
  await moveInvoice(ctx, invoice, 'void', { voided_from: from, voided_at: ctx.now })
  addTimelineEntry(ctx, 'invoice', invoiceRef, 'voided')
  ctx.auditSubject(invoiceRef, changesFrom({ status }, { status: 'voided' }))
}

/**
 * Brings a voided invoice back to what it was. One whose due date has passed meanwhile is overdue; one whose moment of sending has
 * passed is a draft. Throws `notFound`, and `wrongState` after 30 days, or when a credit note stands for it.
 */
export async function unvoidInvoice(ctx: Ctx, invoiceRef: string): Promise<void> {
  const invoice = await existingInvoice(ctx, invoiceRef, { lock: true })
  if (invoice.status !== 'voided' || !invoice.voided_at) throw wrongState(invoice)
  if (invoice.credited_minor > 0n) throw new Fault('wrongState', { why: 'a credit note stands for it' })
  if (ctx.now.getTime() - invoice.voided_at.getTime() > limits.unvoidDays * 86_400_000)
    throw new Fault('wrongState', { why: 'it was voided too long ago' })
  addTimelineEntry(ctx, 'invoice', invoiceRef, 'unvoided')
  const { status } = await comeBack(ctx, invoice)
  ctx.auditSubject(invoiceRef, changesFrom({ status: 'voided' }, { status }))
}

async function comeBack(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const free = { voided_from: '', voided_at: null } as const
  const { voided_from: was, scheduled_at } = invoice
  if (was === 'scheduled' && scheduled_at && scheduled_at > ctx.now) {
    const scheduled = await moveInvoice(ctx, invoice, 'unvoidScheduled', free)
    awaitSending(ctx, scheduled)
    return scheduled
  }
  if (was === 'created' || was === 'scheduled')
    return moveInvoice(ctx, invoice, 'unvoidDraft', { ...free, scheduled_at: null })
  const sent = await moveInvoice(ctx, invoice, 'unvoidSent', free)
  await awaitDueDate(ctx, sent)
  const now = await fallDueIfPast(ctx, sent)
  await replanReminders(ctx, now)
  return now
}
