import type { Ctx } from '#server/kit/ctx.ts'
import { job } from '#server/kit/jobs/jobs.ts'
import { findInvoice } from '#server/invoice-store/queries.ts'
import { sendScheduledJob, type SendScheduled } from '#server/invoice-store/schedule.ts'
import { sendNow } from './sending.ts'

/** Sends a scheduled invoice at its moment, which issues it. One that was sent, voided or put off by then is left alone. */
export const sendScheduledInvoice = job<SendScheduled>({
  ...sendScheduledJob,
  overdue: {
    key: 'invoiceRef',
    list: async (ctx, since) => (await listToSend(ctx, since)).map((invoiceRef) => ({ invoiceRef })),
  },
  async work(ctx, { invoiceRef }) {
    const invoice = await findInvoice(ctx, invoiceRef, { lock: true })
    if (invoice?.status !== 'scheduled' || !invoice.scheduled_at || invoice.scheduled_at > ctx.now) return
    await sendNow(ctx, invoice)
  },
})

/** The references of scheduled invoices whose moment had come, at most 500. Index: invoices_by_status. */
async function listToSend(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('invoices')
    .select('invoice_ref')
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<', since)
    .limit(500)
    .execute()
  return rows.map(({ invoice_ref }) => invoice_ref)
}
