import { z } from 'zod'
import { fieldFault } from '#contract/faults.ts'
import { environment, timestampText } from '#contract/kit/wire.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { moveInvoice } from './change.ts'
import type { InvoiceRow } from './queries.ts'

/** The job that sends an invoice at its moment, by its name and data; `server/invoice-messages/scheduled.ts` does the work. */
export const sendScheduledJob = {
  name: 'send-scheduled-invoice',
  data: z.object({ merchantId: z.uuid(), environment, invoiceRef: z.string() }),
}
export type SendScheduled = z.output<typeof sendScheduledJob.data>

/**
 * Plans the sending of a draft that the caller has locked, or plans it anew. Throws `invalidRequest` for a moment that is not in the
 * future, `wrongState` for an invoice that was issued or voided.
 */
export async function scheduleInvoice(ctx: Ctx, invoice: InvoiceRow, at: Date): Promise<InvoiceRow> {
  if (at <= ctx.now) throw fieldFault('invalidRequest', 'scheduled_at', 'in_the_past', 'This moment is past.')
  const scheduled = await moveInvoice(ctx, invoice, 'schedule', { scheduled_at: at })
  awaitSending(ctx, scheduled)
  addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'scheduled', { send_at: timestampText(at) })
  return scheduled
}

/** Has a job send a scheduled invoice at its moment. One whose moment has changed by then is left alone. */
export function awaitSending(ctx: Ctx, { invoice_ref: invoiceRef, scheduled_at }: InvoiceRow): void {
  if (scheduled_at) ctx.enqueue(sendScheduledJob, { invoiceRef }, { after: scheduled_at })
}

/** Takes a schedule back: the invoice is a draft again. Throws `wrongState` for one that is not scheduled. */
export async function unscheduleInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const draft = await moveInvoice(ctx, invoice, 'unschedule', { scheduled_at: null })
  addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'unscheduled')
  return draft
}
