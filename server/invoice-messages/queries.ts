import type { Selectable } from 'kysely'
import type { MessageWay } from '#contract/messages.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { MessageKind } from './words.ts'

export type ReminderRow = Omit<Selectable<Tables['invoice_reminders']>, 'merchant_id' | 'environment'>

/** The reminders of an invoice, in no order. Index: primary key. */
export const listReminders = (ctx: Ctx, invoiceRef: string): Promise<ReminderRow[]> =>
  ctx.own
    .select('invoice_reminders')
    .select(['invoice_ref', 'unit', 'time', 'at', 'time_zone', 'state', 'reason', 'claimed_at'])
    .where('invoice_ref', '=', invoiceRef)
    .execute()

/** The messages about an invoice of one kind, latest first. Index: primary key. */
export const listInvoiceMessages = (ctx: Ctx, invoiceRef: string, kind: MessageKind) =>
  ctx.own
    .select('invoice_messages')
    .select(['message_id', 'way', 'recipient', 'at'])
    .where('invoice_ref', '=', invoiceRef)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(200)
    .execute()

/** When the customer was last reminded, by a user or as planned; null for never. */
export async function lastReminded(ctx: Ctx, invoiceRef: string): Promise<Date | null> {
  return (await listInvoiceMessages(ctx, invoiceRef, 'reminder'))[0]?.at ?? null
}

/** The addresses whose server has refused a message about this invoice for good, each after its way. Index: messages_by_object. */
export async function bouncedAddresses(ctx: Ctx, invoiceRef: string): Promise<Set<string>> {
  const rows = await ctx.own
    .select('messages')
    .select(['way', 'recipient'])
    .where('about_type', '=', 'invoice')
    .where('about_ref', '=', invoiceRef)
    .where('bounced', '=', true)
    .limit(200)
    .execute()
  return new Set(rows.map(({ way, recipient }) => addressKey(way, recipient)))
}
export const addressKey = (way: MessageWay, recipient: string): string => `${way} ${recipient}`
