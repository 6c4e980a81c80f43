import { sql } from 'kysely'
import { z } from 'zod'
import { openInvoiceStates } from '#contract/invoice-states.ts'
import { customerZone, quietHours, reminderPlan, type ReminderCalendar } from '#contract/invoice-reminders.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { environment } from '#contract/kit/wire.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { settingsOf } from '#server/invoice-store/settings.ts'
import { listReminders, type ReminderRow } from './queries.ts'

/** The job that looks at the reminders of an invoice, by its name and data; `remind.ts` does the work. */
export const remindJob = {
  name: 'remind-of-invoice',
  data: z.object({
    merchantId: z.uuid(),
    environment,
    invoiceRef: z.string(),
    /** The invoice and the moment for which it comes, by which the sweep knows one job from another. */
    moment: z.string(),
  }),
}
export type RemindJob = z.output<typeof remindJob.data>

/** The data of the job for a moment of an invoice. */
export const remindAt = (invoiceRef: string, at: Date) => ({ invoiceRef, moment: `${invoiceRef} ${at.getTime()}` })

/**
 * Plans the reminders of an invoice that the caller has locked anew, as its terms have changed or it came back. Nothing is planned for
 * one that is not open.
 */
export async function replanReminders(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  if ((openInvoiceStates as readonly string[]).includes(invoice.status)) await planReminders(ctx, invoice)
}

/**
 * Plans the reminders of an invoice that is about to be issued, or is. What was sent stays sent and is not sent again, and what was
 * skipped stays so while its moment is the same.
 */
export async function planReminders(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const [calendar, before] = await Promise.all([calendarOf(ctx, invoice), listReminders(ctx, invoice.invoice_ref)])
  const wanted = reminderPlan(invoice.content.reminders, invoice.due_date, calendar, { now: ctx.now })
  const named = (one: { unit: string; time: number }) => wanted.some((wish) => isSame(wish, one))
  for (const row of before) if (row.state !== 'sent' && !named(row)) remove(ctx, row)
  const moments = new Map<number, Date>()
  for (const { unit, time, at, reason } of wanted) {
    const row = before.find((one) => isSame(one, { unit, time }))
    if (row && (row.state === 'sent' || (row.at.getTime() === at.getTime() && row.time_zone === calendar.timeZone)))
      continue
    // Whether one that is to come goes is decided when its moment has come.
    const past = reason === 'past'
    const state = past
      ? { state: 'skipped' as const, reason, claimed_at: ctx.now }
      : { state: 'planned' as const, reason: '', claimed_at: null }
    put(ctx, { invoice_ref: invoice.invoice_ref, unit, time, at, time_zone: calendar.timeZone, ...state })
    if (!past) moments.set(at.getTime(), at)
  }
  for (const at of moments.values()) ctx.enqueue(remindJob, remindAt(invoice.invoice_ref, at), { after: at })
}

const isSame = (one: { unit: string; time: number }, other: { unit: string; time: number }): boolean =>
  one.unit === other.unit && one.time === other.time

function put(ctx: Ctx, row: ReminderRow): void {
  const { at, time_zone, state, reason, claimed_at } = row
  ctx.write(
    ctx.own.insert('invoice_reminders', row).onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'invoice_ref', 'unit', 'time'])
        .doUpdateSet({ at, time_zone, state, reason, claimed_at })
        .where(sql<boolean>`invoice_reminders.state <> 'sent'`),
    ),
  )
}

const remove = (ctx: Ctx, { invoice_ref, unit, time }: ReminderRow): void =>
  ctx.write(
    ctx.own
      .delete('invoice_reminders')
      .where('invoice_ref', '=', invoice_ref)
      .where('unit', '=', unit)
      .where('time', '=', time)
      .where('state', '<>', 'sent'),
  )

/** By whose clock the reminders of an invoice go, and the merchant's quiet hours. */
export const calendarOf = (ctx: Ctx, { time_zone, due_date, content }: InvoiceRow): Promise<ReminderCalendar> =>
  calendarFor(ctx, { timeZone: time_zone, country: content.billing_address.country_code ?? '', dueDate: due_date })

/** The same for a customer who is known by zone and country, each of which may be empty. */
export async function calendarFor(
  ctx: Ctx,
  { dueDate, ...customer }: { timeZone: string; country: string; dueDate: Day },
): Promise<ReminderCalendar> {
  const [{ time_zone }, settings] = await Promise.all([merchantOf(ctx), settingsOf(ctx)])
  return {
    timeZone: customerZone(customer, time_zone, dueDate),
    quietFrom: settings.quiet_from ?? quietHours.quietFrom,
    quietTo: settings.quiet_to ?? quietHours.quietTo,
  }
}
