import { Fault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { findInvoice } from '#server/invoice-store/queries.ts'
import { sendScheduledJob, unscheduleInvoice, type SendScheduled } from '#server/invoice-store/schedule.ts'
import { notify } from '#server/notifications/notify.ts'
import { sendNow } from './send.ts'

/**
 * Sends a scheduled invoice at its moment, which issues it. One that was sent, voided or put off by then is left alone. One that
 * cannot be sent, as an address was taken away, is a draft again, and people are told.
 */
export const sendScheduledInvoice: Job<SendScheduled> = job({
  ...sendScheduledJob,
  overdue: { key: 'invoiceRef', list: listToSend },
  async work(ctx, { invoiceRef }) {
    const invoice = await findInvoice(ctx, invoiceRef, { lock: true })
    if (invoice?.status !== 'scheduled' || !invoice.scheduled_at || invoice.scheduled_at > ctx.now) return
    try {
      await sendNow(ctx, invoice)
    } catch (error) {
      // What is refused is refused before anything has changed.
      if (!(error instanceof Fault)) throw error
      await unscheduleInvoice(ctx, invoice)
      addTimelineEntry(ctx, 'invoice', invoiceRef, 'not_sent')
      await notify(ctx, 'invoice_not_sent', { invoice_ref: invoiceRef, customer: invoice.customer_name })
    }
  },
})

/** The references of scheduled invoices whose moment had come, at most 500. Index: invoices_by_status. */
async function listToSend(ctx: Ctx, since: Date): Promise<{ invoiceRef: string }[]> {
  const rows = await ctx.own
    .select('invoices')
    .select('invoice_ref')
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<', since)
    .limit(500)
    .execute()
  return rows.map(({ invoice_ref: invoiceRef }) => ({ invoiceRef }))
}
