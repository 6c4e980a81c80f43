import { inOrder, reminderStep, type SkipReason } from '#contract/invoice-reminders.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { findInvoice } from '#server/invoice-store/queries.ts'
import { deliver } from './deliver.ts'
import { isDrawable } from './drawable.ts'
import { calendarOf, remindAt, remindJob, type RemindJob } from './plan-reminders.ts'
import { lastReminded, listReminders, type ReminderRow } from './queries.ts'
import { waysToRemind } from './ways.ts'

/**
 * Decides about the reminders of an invoice that are due: the latest goes unless a rule is against it, the others are skipped, each
 * with its reason. All in one transaction under the lock of the invoice, by which it is paid and voided too: a reminder that is
 * claimed here is not claimed again, and none is claimed once the money has come.
 */
export const remindOfInvoices: Job<RemindJob> = job({
  ...remindJob,
  overdue: { key: 'moment', list: listDue },
  work: (ctx, { invoiceRef }: RemindJob) => remindIfDue(ctx, invoiceRef),
})

/** The same, in the caller's transaction. */
export async function remindIfDue(ctx: Ctx, invoiceRef: string): Promise<void> {
  const invoice = await findInvoice(ctx, invoiceRef, { lock: true })
  if (!invoice) return
  const planned = (await listReminders(ctx, invoiceRef)).filter(({ state }) => state === 'planned')
  const due = inOrder(planned.filter(({ at }) => at <= ctx.now))
  const latest = due.at(-1)
  if (!latest) return
  const earlier = due.slice(0, -1)
  const { ways, against } = await waysToRemind(ctx, invoice)
  if (against) return skip(ctx, due, against)
  const calendar = await calendarOf(ctx, invoice)
  const lastAt = await lastReminded(ctx, invoiceRef)
  const step = reminderStep({ at: latest.at, now: ctx.now, lastAt }, calendar)
  await skip(ctx, earlier, step.act === 'skip' && step.reason === 'too_old' ? 'too_old' : 'superseded')
  if (step.act === 'skip') return skip(ctx, [latest], step.reason)
  if (step.act === 'wait')
    return ctx.enqueue(remindJob, { invoiceRef, moment: remindAt(invoiceRef, latest.at).moment }, { after: step.until })
  if (!(await claim(ctx, latest, { state: 'sent', reason: '' }))) return
  const once = `reminder ${latest.time} ${latest.unit}`
  const attached = await isDrawable(ctx, invoice)
  await deliver(ctx, invoice, { kind: 'reminder', ways, attached, language: invoice.language, once })
}

/** Skips reminders that are still planned. */
async function skip(ctx: Ctx, reminders: readonly ReminderRow[], reason: SkipReason): Promise<void> {
  for (const reminder of reminders) {
    if (!(await claim(ctx, reminder, { state: 'skipped', reason }))) continue
    const facts = { send_at: timestampText(reminder.at), skip_reason: reason }
    addTimelineEntry(ctx, 'invoice', reminder.invoice_ref, 'skipped', facts)
  }
}

/** Takes a planned reminder; false when another worker has. */
async function claim(
  ctx: Ctx,
  { invoice_ref, unit, time }: ReminderRow,
  outcome: { state: 'sent' | 'skipped'; reason: SkipReason | '' },
): Promise<boolean> {
  const claimed = await ctx.own
    .update('invoice_reminders')
    .set({ ...outcome, claimed_at: ctx.now })
    .where('invoice_ref', '=', invoice_ref)
    .where('unit', '=', unit)
    .where('time', '=', time)
    .where('state', '=', 'planned')
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

/** The moments that had come before, of which nothing has become. Index: invoice_reminders_planned. */
async function listDue(ctx: Ctx, since: Date): Promise<{ invoiceRef: string; moment: string }[]> {
  const rows = await ctx.own
    .select('invoice_reminders')
    .select(['invoice_ref', 'at'])
    .distinct()
    .where('state', '=', 'planned')
    .where('at', '<', since)
    .orderBy('at')
    .limit(500)
    .execute()
  return rows.map(({ invoice_ref, at }) => remindAt(invoice_ref, at))
}
